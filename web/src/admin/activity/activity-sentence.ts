import { dhakaTime, formatDate, formatWeekday } from '@bidyaloy/shared/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import { type OverviewTextKey, overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import type { Action, ActivityItem, Subject } from '@bidyaloy/shared/school/activity'
import type { IconName } from '../../ui/icon.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy)

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
  if (action === 'created' && !isCollectionName(subject)) return 'activity.saved'
  return `activity.${action}`
}

function whatOf({ subject, title, count }: ActivityEvent): string {
  if (count !== undefined) return t(manyOf(subject), { n: formatNumber(count) })
  if (title === '') return t(`activity.untitled.${subject}`)
  return t(`activity.what.${subject}`, { title })
}

function manyOf(subject: Subject): OverviewTextKey {
  return isCollectionName(subject) || subject === 'studentCounts'
    ? `activity.many.${subject}`
    : 'activity.many.other'
}

/** Icons by action. */
export const activityIcons: Readonly<Record<Action, IconName>> = {
  created: 'plus',
  scheduled: 'clock',
  changed: 'edit',
  fileReplaced: 'swap',
  deleted: 'trash',
  restored: 'undo',
  imported: 'upload',
  signedIn: 'login',
  passwordChanged: 'lock',
  adminAdded: 'users',
  adminDisabled: 'close',
  adminEnabled: 'check',
  backupMade: 'archive',
  backupUploaded: 'upload',
  backupDownloaded: 'download',
  backupRestored: 'undo',
}

interface ActivityDay {
  /** `YYYY-MM-DD` in Dhaka. */
  iso: string
  /** «আজ», «গতকাল», «শনিবার, ২১ নভেম্বর ২০২৬» */
  name: string
  /** Each group is one line; most hold one item. */
  groups: ActivityItem[][]
}

const DAY_MS = 86_400_000

/** From so many on, alike items in a row become one line. */
const GROUPED_FROM = 3

/**
 * Splits the activity, latest first, by days in Dhaka, and joins runs of the same action by the same
 * person on the same kind of entry. A repeated item is kept once.
 */
export function activityDays(items: readonly ActivityItem[], now: Date): ActivityDay[] {
  const days = new Map<string, { iso: string; name: string; items: ActivityItem[] }>()
  const seen = new Set<string>()
  for (const item of items) {
    if (seen.has(item._id)) continue
    seen.add(item._id)
    const { iso } = dhakaTime(item.at)
    const day = days.get(iso) ?? { iso, name: dayName(item.at, now), items: [] }
    days.set(iso, day)
    day.items.push(item)
  }
  return [...days.values()].map(({ items: ofDay, ...day }) => ({ ...day, groups: groupsOf(ofDay) }))
}

function groupsOf(items: readonly ActivityItem[]): ActivityItem[][] {
  const runs: ActivityItem[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run?.[0] && isAlike(run[0], item)) run.push(item)
    else runs.push([item])
  }
  return runs.flatMap((run) => (run.length < GROUPED_FROM ? run.map((item) => [item]) : [run]))
}

function isAlike(one: ActivityItem, other: ActivityItem): boolean {
  return (
    isCollectionName(one.subject) &&
    one.subject === other.subject &&
    one.action === other.action &&
    one.by === other.by &&
    one.count === undefined &&
    other.count === undefined
  )
}

function dayName(date: string, now: Date): string {
  const { iso } = dhakaTime(date)
  if (iso === dhakaTime(now).iso) return t('activity.today')
  if (iso === dhakaTime(new Date(now.getTime() - DAY_MS)).iso) {
    return t('activity.yesterday')
  }
  return `${formatWeekday(date)}, ${formatDate(date)}`
}
