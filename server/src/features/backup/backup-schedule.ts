import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { Cron } from 'croner'
import type { WrittenBackup } from './backup-format.ts'

/** Time between a failed nightly backup and the next attempt. */
const RETRY_MS = HOUR_MS

interface NightlyState {
  /** `HH:MM` in Dhaka; null if nightly backups are switched off. */
  at: string | null
  /** Time of the last nightly backup, or of the first admin if there was none. */
  last: Date
  /** Time of the last attempt, if it failed. */
  failedAt: Date | null
}

/**
 * Whether a nightly backup is due: its time has passed since the last one, even if the machine was
 * off then.
 */
export function isNightlyDue({ at, last, failedAt }: NightlyState, now: Date): boolean {
  if (at === null) return false
  const sinceFailure = failedAt ? now.getTime() - failedAt.getTime() : Number.POSITIVE_INFINITY
  if (sinceFailure >= 0 && sinceFailure < RETRY_MS) return false
  // The clock is behind, or was ahead when there was no backup yet.
  if (last.getTime() > now.getTime() + DAY_MS) return true
  const due = dailyAt(at).nextRun(last)
  return due !== null && due <= now
}

/** Returns the last moment at which it was `at` in Dhaka. */
export function lastTimeAt(at: string, now: Date): Date {
  return dailyAt(at).nextRun(new Date(now.getTime() - DAY_MS)) ?? now
}

function dailyAt(at: string): Cron {
  const [hour, minute] = at.split(':').map(Number)
  return new Cron(`${minute} ${hour} * * *`, { timezone: 'Asia/Dhaka', paused: true })
}

/** Number of days for which one nightly backup each is stored, and of weeks before them. */
export const DAILY_BACKUPS = 7
export const WEEKLY_BACKUPS = 4
/** Number of stored backups that were made by hand, and of each other kind. */
export const MANUAL_BACKUPS = 10
const KEPT = {
  manual: MANUAL_BACKUPS,
  'before-restore': 3,
  'before-upgrade': 3,
  uploaded: 3,
} as const

/** Returns the backups to delete. @param backups newest first */
export function expiredBackups<Stored extends WrittenBackup>(backups: readonly Stored[]): Stored[] {
  const expired = expiredNightly(backups.filter(({ kind }) => kind === 'nightly'))
  for (const [kind, count] of Object.entries(KEPT)) {
    const alike = backups.filter((backup) => backup.kind === kind)
    // An uploaded backup is as new as its upload, whatever its content.
    if (kind === 'uploaded') alike.sort((a, b) => b.written - a.written)
    expired.push(...alike.slice(count))
  }
  return expired
}

function expiredNightly<Stored extends WrittenBackup>(backups: readonly Stored[]): Stored[] {
  const days = new Set<number>()
  const weeks = new Set<number>()
  return backups.filter(({ at }) => {
    const day = Date.parse(dhakaTime(at).iso) / DAY_MS
    if (days.has(day)) return true
    if (days.size < DAILY_BACKUPS) {
      days.add(day)
      return false
    }
    const week = Math.floor(day / 7)
    if (weeks.has(week) || weeks.size === WEEKLY_BACKUPS) return true
    weeks.add(week)
    return false
  })
}
