import { Cron } from 'croner'

const HOUR_MS = 3_600_000
/** How long after a failure the next try comes. */
const RETRY_MS = HOUR_MS
const DAY_MS = 24 * HOUR_MS

interface Nightly {
  /** `HH:MM` in Dhaka; null where it is switched off. */
  at: string | null
  /** The last nightly backup, or else the moment from which on there was something to lose. */
  last: Date
  /** When the last try failed. */
  failedAt: Date | null
}

/**
 * Whether a nightly backup is to be made now: an hour has struck since the last one, be it that the
 * machine was switched off at night.
 */
export function isNightlyDue({ at, last, failedAt }: Nightly, now: Date): boolean {
  if (at === null) return false
  const sinceFailure = failedAt ? now.getTime() - failedAt.getTime() : Number.POSITIVE_INFINITY
  if (sinceFailure >= 0 && sinceFailure < RETRY_MS) return false
  // A clock that was wrong for a while must not put the next backup off until it would be right.
  if (last.getTime() > now.getTime() + DAY_MS) return true
  const [hour, minute] = at.split(':').map(Number)
  const next = new Cron(`${minute} ${hour} * * *`, { timezone: 'Asia/Dhaka', paused: true })
  const due = next.nextRun(last)
  return due !== null && due <= now
}
