import { isCollectionName } from '../collections/registry.ts'
import { type OverviewTextKey, overviewCopy } from '../copy/overview-copy.ts'
import { translator } from '../copy/translate.ts'
import { isRecordName } from '../features.ts'
import { formatDateTime } from '../lib/bengali/dates.ts'
import { formatNumber } from '../lib/bengali/digits.ts'
import { csvFile } from '../lib/csv.ts'
import type { ActivityItem, Subject } from './activity.ts'

const t = translator(overviewCopy)

type ActivityEvent = Pick<ActivityItem, 'by' | 'action' | 'subject' | 'title' | 'count'>

/** What was done, as a sentence: «রহিমা “রুটিন” নোটিশটি প্রকাশ করেছেন।» */
export function activitySentence(event: ActivityEvent): string {
  return t(sentenceOf(event), {
    by: event.by || t('activity.someone'),
    what: whatOf(event),
    title: event.title,
  })
}

/** Entries of a list are published; everything else is saved. */
function sentenceOf({ action, subject }: ActivityEvent): OverviewTextKey {
  if (subject === 'sitePicture') {
    return action === 'deleted' ? 'activity.pictureRemoved' : 'activity.pictureSet'
  }
  if (subject === 'moveIn') return action === 'reverted' ? 'activity.movedBack' : 'activity.movedIn'
  if (action === 'created' && !isCollectionName(subject)) return 'activity.saved'
  return `activity.${action}`
}

function whatOf({ subject, title, count }: ActivityEvent): string {
  if (count !== undefined) return t(manyOf(subject), { n: formatNumber(count) })
  if (title === '') return t(`activity.untitled.${subject}`)
  return t(`activity.what.${subject}`, { title })
}

function manyOf(subject: Subject): OverviewTextKey {
  return isCollectionName(subject) || isRecordName(subject) || subject === 'moveIn'
    ? `activity.many.${subject}`
    : 'activity.many.other'
}

/** Names of the fields of an item, by which a program reads the columns. */
const FIELDS = ['at', 'by', 'action', 'subject', 'title', 'count', 'recordId', 'hash'] as const

/**
 * The activity for a spreadsheet, oldest first. The number comes first and the hash last, by which a later
 * state is compared with it.
 */
export function activityCsv(
  items: readonly ActivityItem[],
  nameOf: (username: string) => string,
): string {
  return csvFile([
    [t('activity.csv.number'), t('activity.csv.time'), t('activity.csv.sentence'), ...FIELDS],
    ...items.map((item) => [
      item._id,
      formatDateTime(item.at),
      activitySentence({
        ...item,
        by: nameOf(item.by),
        title: item.subject === 'account' ? nameOf(item.title) : item.title,
      }),
      ...FIELDS.map((field) => String(item[field] ?? '')),
    ]),
  ])
}
