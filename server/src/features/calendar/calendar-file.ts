import type { Entry } from '@bidyaloy/shared/collections/entry'
import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { datedCollections, entryPath } from '@bidyaloy/shared/collections/registry'
import { fill } from '@bidyaloy/shared/copy/translate'
import { calendarFileCopy } from '@bidyaloy/shared/features/calendar/file-copy'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import { lastChange, schoolName } from '../../document-data.ts'
import type { MakeDocument } from '../../feature.ts'
import { contentLines, contentText } from '../../lib/content-lines.ts'

/** Dates that ended earlier are left out. */
const PAST_DAYS = 2 * 365

/** Creates an iCalendar file (RFC 5545) of all dates of events and notices, as all-day events. */
export const makeCalendarFile: MakeDocument = async ({ api, now, publicUrl }) => {
  const name = fill(calendarFileCopy['calendarFile.title'], { school: await schoolName(api) })
  const settings = await api.getSettings()
  const query = { from: addDays(dhakaTime(now).iso, -PAST_DAYS), sort: 'startsOn' } as const
  const host = publicUrl === undefined ? 'school.invalid' : new URL(publicUrl).hostname
  const events = datedCollections.map(async (collection) => {
    const kinds = kindsOf(collection, settings)
    const entries = await api.listEntries({ params: { collection }, query })
    return entries.flatMap((entry) => {
      const { _id, kind } = entry
      const url = publicUrl === undefined ? '' : publicUrl + entryPath(collection, _id)
      const category = kinds.find(({ id }) => id === kind)?.name ?? ''
      return eventLines(entry, { uid: `${_id}@${host}`, category, url })
    })
  })
  return {
    contentType: 'text/calendar; charset=utf-8',
    body: contentLines([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Bidyaloy//Calendar//BN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      ...text('NAME', name),
      ...text('X-WR-CALNAME', name),
      // How often subscribers ask for changes; the second is Outlook's name for it.
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
      'X-PUBLISHED-TTL:PT12H',
      ...(await Promise.all(events)).flat(),
      'END:VCALENDAR',
    ]),
    fileName: `${name}.ics`,
  }
}

interface EventDetails {
  uid: string
  /** Empty if unknown. */
  category: string
  url: string
}

function eventLines(entry: Entry, { uid, category, url }: EventDetails): string[] {
  const { title, startsOn, endsOn = startsOn, time = '', excerpt = '', __v } = entry
  if (!startsOn || !endsOn) return []
  const description = [time, excerpt, url].filter((part) => part !== '').join('\n')
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utcTime(lastChange(entry))}`,
    `SEQUENCE:${__v}`,
    `DTSTART;VALUE=DATE:${basicDate(startsOn)}`,
    // The day after the last.
    `DTEND;VALUE=DATE:${basicDate(addDays(endsOn, 1))}`,
    ...text('SUMMARY', title),
    ...text('DESCRIPTION', description),
    ...text('CATEGORIES', category),
    ...(url ? [`URL:${url}`] : []),
    // Does not make its reader busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** A property with a text; none if the text is empty. */
const text = (name: string, value: string) => (value ? [`${name}:${contentText(value)}`] : [])

const basicDate = (day: string) => day.replaceAll('-', '')
const utcTime = (time: string) => time.replace(/[-:]|\.\d+/g, '')
