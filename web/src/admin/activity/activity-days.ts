import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import {
  daysSince,
  dhakaTime,
  formatDate,
  formatWeekday,
  startOfDay,
} from '@bidyaloy/shared/lib/bengali/dates'
import type { Action } from '@bidyaloy/shared/school/actions'
import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import type { IconName } from '../../ui/icon.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy)

/** Icons by action. */
export const activityIcons: Readonly<Record<Action, IconName>> = {
  created: 'plus',
  scheduled: 'clock',
  changed: 'edit',
  fileReplaced: 'swap',
  deleted: 'trash',
  discarded: 'trash',
  restored: 'undo',
  reverted: 'undo',
  imported: 'upload',
  signedIn: 'login',
  passwordChanged: 'lock',
  passwordReset: 'lock',
  signedInTwoSteps: 'login',
  twoStepOn: 'lock',
  twoStepOff: 'close',
  codesRenewed: 'list',
  codesRefused: 'close',
  passkeyAdded: 'lock',
  passkeyRemoved: 'close',
  factorsReset: 'close',
  adminAdded: 'users',
  adminDisabled: 'close',
  adminEnabled: 'check',
  roleChanged: 'users',
  nameChanged: 'edit',
  sentForApproval: 'upload',
  approved: 'check',
  sentBack: 'undo',
  approvalTakenBack: 'undo',
  previewMade: 'eye',
  previewEnded: 'eye',
  photoHidden: 'eye',
  photoRefused: 'close',
  photoReopened: 'undo',
  takenDown: 'trash',
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
  /** Each group is shown as one row; most contain one item. */
  groups: ActivityItem[][]
}

/** Shortest run of similar items that becomes one row. */
const MIN_GROUP = 3

/**
 * Groups the activity, latest first, by days in Dhaka, and joins runs of the same action by the same
 * person on the same kind of entry. Repeated items, which overlapping pages contain, are dropped.
 */
export function activityDays(items: readonly ActivityItem[], now: Date): ActivityDay[] {
  const days = new Map<string, ActivityItem[]>()
  for (const item of new Map(items.map((item) => [item._id, item])).values()) {
    const { iso } = dhakaTime(item.at)
    const ofDay = days.get(iso) ?? []
    days.set(iso, ofDay)
    ofDay.push(item)
  }
  return [...days].map(([iso, ofDay]) => ({
    iso,
    name: dayName(iso, now),
    groups: groupsOf(ofDay),
  }))
}

function groupsOf(items: readonly ActivityItem[]): ActivityItem[][] {
  const runs: ActivityItem[][] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run?.[0] && !run.at(-1)?.gap && isAlike(run[0], item)) run.push(item)
    else runs.push([item])
  }
  return runs.flatMap((run) => (run.length < MIN_GROUP ? run.map((item) => [item]) : [run]))
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

function dayName(iso: string, now: Date): string {
  const midnight = startOfDay(iso)
  const age = daysSince(midnight, dhakaTime(now).iso)
  if (age === 0) return t('activity.today')
  if (age === 1) return t('activity.yesterday')
  return `${formatWeekday(midnight)}, ${formatDate(midnight)}`
}
