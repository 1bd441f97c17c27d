import { publicCollectionCopy } from '@bidyaloy/shared/copy/collection-copy'
import { files, pages } from '@bidyaloy/shared/features/calendar/paths'
import type { ServerFeature } from '../../feature.ts'
import { makeCalendarFile } from './calendar-file.ts'

/** The calendar: the dates of events and notices. */
export const calendar: ServerFeature = {
  documents: [[files.calendar, makeCalendarFile]],
  searchPages: [
    {
      path: pages.calendar,
      title: publicCollectionCopy['public.events.title'],
      words: 'ছুটি, তারিখ',
    },
  ],
}
