import type { Entry, EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { collections } from '@bidyaloy/shared/collections/registry'
import { formatFileSize } from '@bidyaloy/shared/copy/file-size'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { featureSteps } from '@bidyaloy/shared/features'
import { attendance as attendanceType } from '@bidyaloy/shared/features/attendance/record'
import { contact } from '@bidyaloy/shared/features/contact/record'
import { disclosure, disclosureTexts } from '@bidyaloy/shared/features/disclosure/record'
import { photoRequestsScreen } from '@bidyaloy/shared/features/photo-requests/paths'
import { resultsScreen } from '@bidyaloy/shared/features/results/paths'
import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { AdminOverview, SetupStep } from '@bidyaloy/shared/school/admin-overview'
import { TRASH_DAYS } from '@bidyaloy/shared/school/versions'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { useOpenAttendance } from '../../features/attendance/admin/open-attendance.ts'
import { useOpenDisclosure } from '../../features/disclosure/admin/open-items.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { HOME_PATH } from '../api/return-path.ts'
import { useRights } from '../api/session.ts'
import { useNames } from '../components/names.ts'
import { accountPath, rightOfScreen } from '../components/screen-links.ts'
import { fromText, untilText } from '../entries/timing.ts'
import { withCopy } from '../t.ts'
import { AlertsOffer, useAlertsOffer } from './alerts-offer.tsx'
import { searchPath, statePath } from './entry-path.ts'
import { useIsFirstRun } from './first-run-steps.tsx'

const t = withCopy(overviewCopy, disclosureTexts)

/** Slips that opened nothing, of which the head is told; a few are mistyped. */
const MANY_WRONG_SLIPS = 10
/** Share of the school's space from which the head is told. */
const QUOTA_WARNING = 0.8
/** Age at which a backup is old, in days. */
const OLD_DAYS = 7

export interface Task {
  key: string
  icon: IconName
  text: ReactNode
  remark?: string | undefined
  /** Absent for a task that is done elsewhere. */
  to?: string
}

interface TodoProps {
  overview: AdminOverview
  /** How many tasks are shown before the others are asked for. */
  shown: number
}

/** What there is to do, the most urgent first: one line each. */
export function Todo({ overview, shown }: TodoProps) {
  const tasks = useTasks(overview)
  // Those who approve have a card of it.
  const waiting = useRights()('approve') ? 0 : overview.waiting.length
  const rest = tasks.slice(shown)
  const isFirstRun = useIsFirstRun(overview)
  if (isFirstRun && tasks.length === 0) return null
  return (
    <section className="card card--flush" aria-labelledby="todo">
      <div className="card__h3">
        <h2 id="todo">{t('overview.todo.title')}</h2>
      </div>
      {tasks.length === 0 && <p className="muted todo__none">{t('overview.todo.nothing')}</p>}
      <Tasks tasks={tasks.slice(0, shown)} />
      {waiting > 0 && (
        <p className="muted todo__none">
          {t('overview.waiting.head', { n: formatNumber(waiting) })}
        </p>
      )}
      {rest.length > 0 && (
        <details className="todo__more">
          <summary>
            <Icon name="down" /> {t('overview.todo.more', { n: formatNumber(rest.length) })}
          </summary>
          <Tasks tasks={rest} />
        </details>
      )}
    </section>
  )
}

/** A list of tasks, one line each. */
export function Tasks({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul className="todo">
      {tasks.map(({ key, icon, text, remark, to }) => (
        <li key={key}>
          <Icon name={icon} />
          <div>
            {to === undefined ? text : <Link to={to}>{text}</Link>}
            {remark && <small>{remark}</small>}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Returns the tasks in the order of their urgency. */
function useTasks(overview: AdminOverview): Task[] {
  const may = useRights()
  const { nameOf } = useNames()
  const offersAlerts = useAlertsOffer()
  const disclosed = useOpenDisclosure()
  const attendance = useOpenAttendance()
  const [now] = useState(() => Date.now())
  const { damaged, returned, drafts, withoutFile, withoutPages } = overview
  const { scheduled, expiring, stale, twoStep } = overview
  // A new site is set up step by step before there is something to save or to find.
  const isFirstRun = useIsFirstRun(overview)
  const addressProblem = may('publish') && !isFirstRun ? overview.addressProblem : undefined
  const backup = may('backups') && !isFirstRun ? backupTasks(overview, now) : []
  const setup = isFirstRun
    ? []
    : setupTasks(overview, (path) => may(rightOfScreen(path))).slice(0, 1)
  return [
    ...only(damaged, { key: 'damaged', icon: 'error', text: t('overview.damaged') }),
    ...only(overview.diskLow && may('backups'), {
      key: 'disk',
      icon: 'warn',
      text: t('overview.disk'),
      remark: t('overview.disk.what'),
    }),
    ...returned.map((entry) =>
      taskOf(entry, 'undo', t('overview.returned'), {
        remark: t('overview.returned.note', {
          by: nameOf(entry.draft?.noteBy ?? ''),
          note: entry.draft?.note ?? '',
        }),
        to: statePath(entry, 'draft'),
      }),
    ),
    ...(attendance
      ? [{ key: 'attendance', icon: 'users', ...attendance, to: attendancePath } as const]
      : []),
    ...only((overview.photoRequests ?? 0) > 0, {
      key: 'photo-requests',
      icon: 'photos',
      text: t('overview.photoRequests', { n: formatNumber(overview.photoRequests ?? 0) }),
      to: `${HOME_PATH}/${photoRequestsScreen}`,
    }),
    ...only((overview.wrongSlips ?? 0) >= MANY_WRONG_SLIPS, {
      key: 'wrong-slips',
      icon: 'lock',
      text: t('overview.wrongSlips', { n: formatNumber(overview.wrongSlips ?? 0) }),
      remark: t('overview.wrongSlips.what'),
      to: `${HOME_PATH}/${resultsScreen}`,
    }),
    ...drafts.map((entry) =>
      taskOf(entry, 'edit', t('overview.draft'), {
        remark: entry.draft && fromText(entry.draft.at),
        to: statePath(entry, 'draft'),
      }),
    ),
    ...withoutFile.map((entry) =>
      taskOf(entry, 'warn', t('overview.withoutFile'), { remark: t('overview.withoutFile.what') }),
    ),
    ...withoutPages.map((entry) =>
      taskOf(entry, 'warn', t('overview.withoutPages'), {
        remark: t('overview.withoutPages.what'),
      }),
    ),
    ...quotaTask(overview),
    ...(overview.lastBackup ? [...backup, ...setup] : [...setup, ...backup]),
    ...only(addressProblem !== undefined, {
      key: 'address',
      icon: 'globe',
      text: t('overview.address.open'),
      remark: addressProblem && t(`overview.address.${addressProblem}`),
      to: `${HOME_PATH}/${contact.screen}#website`,
    }),
    ...expiring.map((entry) =>
      taskOf(entry, 'clock', t('overview.expiring'), {
        remark:
          entry.expiresAt && t('overview.expiring.when', { moment: untilText(entry.expiresAt) }),
      }),
    ),
    ...scheduled.map((entry) =>
      taskOf(entry, 'calendar', t('overview.scheduled'), {
        remark:
          entry.publishAt && t('overview.scheduled.when', { moment: fromText(entry.publishAt) }),
      }),
    ),
    ...stale.map((entry) =>
      taskOf(entry, 'pushpin', t('overview.stale'), {
        remark: t('overview.stale.when', { date: formatDate(entry.date) }),
      }),
    ),
    ...only(disclosed !== undefined && !isFirstRun, {
      key: 'disclosure',
      icon: 'list',
      text: t('admin.sidebar.disclosure'),
      remark: disclosed,
      to: `${HOME_PATH}/${disclosure.screen}`,
    }),
    ...only(!twoStep && !isFirstRun && may('accounts'), {
      key: 'two-step',
      icon: 'lock',
      text: t('overview.twoStep'),
      to: accountPath('login'),
    }),
    ...only(offersAlerts, { key: 'alerts', icon: 'bell', text: <AlertsOffer /> }),
  ]
}

const attendancePath = `${HOME_PATH}/${attendanceType.screen}`

const only = (isDue: boolean, task: Task): Task[] => (isDue ? [task] : [])

/** A task about an entry. Its link leads to the entry in its list unless `to` says where. */
function taskOf(
  entry: EntryOfCollection,
  icon: IconName,
  what: string,
  { remark, to = searchPath(entry) }: Pick<Task, 'remark' | 'to'>,
): Task {
  const text = t('overview.task', { what, title: titleOf(entry) })
  return { key: `${what}${entry._id}`, icon, text, remark, to }
}

const titleOf = ({ title }: Entry) => title || t('trash.untitled')

function backupTasks({ lastBackup, backupFailed, away }: AdminOverview, now: number): Task[] {
  const days = lastBackup && Math.floor((now - Date.parse(lastBackup.at)) / DAY_MS)
  const text =
    days === null
      ? t('overview.backup.none')
      : days >= OLD_DAYS
        ? t('overview.backup.old', { n: formatNumber(days) })
        : t('overview.backup.failed')
  const isDue = backupFailed || days === null || days >= OLD_DAYS
  const task = { icon: 'archive', to: `${HOME_PATH}/backup` } as const
  return [
    ...only(isDue, { ...task, key: 'backup', text }),
    ...only(away?.failed ?? false, {
      ...task,
      key: 'backup-away',
      text: t('overview.backup.awayFailed'),
    }),
  ]
}

function quotaTask({ quota }: AdminOverview): Task[] {
  if (!quota || quota.used < quota.limit * QUOTA_WARNING) return []
  const sizes = {
    used: formatFileSize(quota.used),
    limit: formatFileSize(quota.limit),
    days: formatNumber(TRASH_DAYS),
  }
  const text = quota.used < quota.limit ? t('overview.quota.soon') : t('overview.quota.full')
  const remark = t('overview.quota.what', sizes)
  return [{ key: 'quota', icon: 'warn', text, remark }]
}

/** The screen of each step, relative to the dashboard's path. */
const stepPaths: Readonly<Partial<Record<SetupStep, string>>> = {
  password: 'account',
  notice: collections.notices.adminPaths[0],
  ...Object.fromEntries(featureSteps.map(({ step, screen }) => [step, screen])),
}

const linkOf = (step: SetupStep) => stepPaths[step] ?? ''

/** The open steps of setting up that the account may do. The first one says how many there were. */
export function setupTasks({ setup }: AdminOverview, may: (path: string) => boolean): Task[] {
  const steps = setup.filter(({ step }) => may(linkOf(step)))
  const open = steps.filter(({ done }) => !done)
  const n = formatNumber(steps.length - open.length)
  const total = formatNumber(steps.length)
  return open.map(({ step }, at) => ({
    key: step,
    icon: 'school',
    text: t(`overview.setup.${step}`),
    remark: at === 0 ? t('overview.setup.lead', { n, total }) : undefined,
    to: `${HOME_PATH}/${linkOf(step)}`,
  }))
}
