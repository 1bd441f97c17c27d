import { DAY_MS, HOUR_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import type { AwayCopies, AwayFault } from '@bidyaloy/shared/school/backup'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { takeLock } from '../../db/folder-lock.ts'
import { isNodeError } from '../../lib/node-error.ts'
import { AwayError, type AwayPlace } from '../../storage/away-place.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { type CopyAwayOptions, copyAway } from './away-copies.ts'
import { faultOf } from './backup-error.ts'
import type { AwayState, TaskStore } from './backup-tasks.ts'
import type { TellOfFailure } from './tell-of-failure.ts'

/** Pauses after failures: a minute, then twice as long each time. */
const MAX_PAUSE_MS = HOUR_MS
/** A failure that lasts shorter is told to nobody: the network may have been away for a moment. */
const TOLD_AFTER_MS = HOUR_MS

/** Where the copies of a school's backups go, and how. */
export interface AwayTarget extends Pick<CopyAwayOptions, 'recipient' | 'encrypt'> {
  place: AwayPlace
  /** Held while backups are copied. */
  lockFile: string
}

interface AwayWorkDeps {
  target: AwayTarget
  files(): FileStore
  tasks: TaskStore
  clock: Clock
  log: Logger
  tell: TellOfFailure
}

/** Copies the backups to another place, and again after a failure. */
export interface AwayWork {
  /** Copies what is missing if that is due. Failures are part of the state. */
  catchUp(): Promise<void>
  /** Makes the next `catchUp` look, since there is a new backup. */
  makeDue(): Promise<void>
  close(): Promise<void>
}

/** Copies until the place has the newest backup. @returns its state time; null if others are at it */
export async function copyWithLock(
  { place, recipient, encrypt, lockFile }: AwayTarget,
  rest: Pick<CopyAwayOptions, 'files' | 'newestKnown' | 'now' | 'signal' | 'log'>,
): Promise<{ newestAt: string | null } | null> {
  const unlock = takeLock(lockFile)
  if (!unlock) return null
  try {
    return { newestAt: await copyAway({ place, recipient, encrypt, ...rest }) }
  } finally {
    unlock()
  }
}

const FIRST: AwayState = {
  newestAt: null,
  failedAt: null,
  fault: null,
  attempts: 0,
  told: 'nobody',
  dueAt: new Date(0).toISOString(),
}

export function createAwayWork({ target, files, tasks, clock, log, tell }: AwayWorkDeps): AwayWork {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | null = null
  const inMs = (ms: number) => new Date(clock().getTime() + ms).toISOString()
  const stateOf = async () => (await tasks.read()).away ?? FIRST

  const attempt = async (before: AwayState): Promise<AwayState> => {
    try {
      const copied = await copyWithLock(target, {
        files: files(),
        newestKnown: before.newestAt,
        now: clock(),
        signal,
        log,
      })
      if (!copied) return { ...before, dueAt: inMs(MINUTE_MS) }
      return { ...FIRST, newestAt: copied.newestAt, dueAt: inMs(DAY_MS) }
    } catch (error) {
      const attempts = before.attempts + 1
      const pause = Math.min(MINUTE_MS * 2 ** before.attempts, MAX_PAUSE_MS)
      if (!signal.aborted) {
        log.error({ err: error, to: target.place.address, attempts }, 'copying the backups failed')
      }
      const failedAt = before.failedAt ?? clock().toISOString()
      return { ...before, failedAt, fault: awayFaultOf(error), attempts, dueAt: inMs(pause) }
    }
  }

  const run = async () => {
    const before = await stateOf()
    if (before.dueAt > clock().toISOString()) return
    const after = await attempt(before)
    if (signal.aborted) return
    // A backup that was made meanwhile is due.
    const wasMadeDue = (await stateOf()).dueAt !== before.dueAt
    const next = { ...after, ...(wasMadeDue && { dueAt: FIRST.dueAt }) }
    await tasks.write({ away: next })
    if (!isAwayFailed(next, clock())) return
    const told = await tell({ what: 'copy', since: next.failedAt ?? '', told: next.told })
    await tasks.write({ away: { ...(await stateOf()), told } })
  }

  return {
    async catchUp() {
      if (running || signal.aborted) return
      running = run().finally(() => {
        running = null
      })
      await running
    },
    async makeDue() {
      await tasks.write({ away: { ...(await stateOf()), dueAt: inMs(0) } })
    },
    async close() {
      stopping.abort()
      await running?.catch(() => undefined)
    },
  }
}

/** Returns why a copy failed. */
function awayFaultOf(error: unknown): AwayFault {
  if (error instanceof AwayError) return error.fault
  if (isNodeError(error, 'EACCES', 'EPERM', 'EROFS')) return 'refused'
  return faultOf(error) === 'no-room' ? 'no-room' : 'failed'
}

/** Whether copying fails for so long that somebody has to do something. */
export function isAwayFailed(state: AwayState | null, now: Date): boolean {
  if (!state?.failedAt) return false
  return now.getTime() - Date.parse(state.failedAt) >= TOLD_AFTER_MS
}

/** Returns what the dashboard shows. */
export function presentAway(
  { place, recipient }: Pick<AwayTarget, 'place' | 'recipient'>,
  state: AwayState | null,
): AwayCopies {
  const { newestAt, failedAt, fault } = state ?? FIRST
  const { address } = place
  return { address, encrypted: recipient !== undefined, newestAt, failedAt, fault }
}
