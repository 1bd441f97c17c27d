import type { IncomingMessage, ServerResponse } from 'node:http'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { OpenSchool } from '../../open-school.ts'
import type { KnownSchool } from './school-hosts.ts'

const IDLE_MS = 30 * MINUTE_MS
/** Time for the running requests of a school that is to be closed. */
const ENDING_MS = 10_000
/** Time for which a school that could not be opened is not tried again. */
const FAILED_MS = 1000
/** Schools that are opened at the same time. */
const OPENING = 4
/** Schools that are closed at the same time when the server stops. */
const CLOSING = 16

/** A school that is open, or about to be. */
interface Slot {
  row: KnownSchool
  school: OpenSchool | undefined
  opening: Promise<OpenSchool>
  /** Number of running requests, and of other uses. */
  uses: number
  /** Time of the last one, of `performance.now()`. */
  usedAt: number
  /** Called when the last use ends. */
  unused?: () => void
}

/** The open schools of a process. */
export interface OpenSchools {
  /** Lets a school respond if it is open; returns false otherwise. */
  respond(row: KnownSchool, req: IncomingMessage, res: ServerResponse): boolean
  /**
   * Runs work on a school, which is opened first unless it is open, and stays open meanwhile.
   * Concurrent callers share one opening. @throws what opening throws
   */
  use<T>(row: KnownSchool, work: (school: OpenSchool) => Promise<T>): Promise<T>
  /** Closes schools that are in the table no more, or with other settings. */
  keepOnly(schools: ReadonlyMap<string, KnownSchool>): void
  /** Closes the schools without a request for half an hour. */
  closeIdle(): Promise<void>
  /** Number of open schools. */
  readonly size: number
  /** Closes all; none can be opened any more. */
  stopTasks(): Promise<void>
  close(): Promise<void>
}

interface OpenSchoolsOptions {
  log: Logger
  /** Number of schools above which those used longest ago are closed early. */
  maxOpen: number
  /** Time without a request after which a school is closed. */
  idleMs?: number
}

/** @param openOne opens a school */
export function createOpenSchools(
  openOne: (row: KnownSchool) => Promise<OpenSchool>,
  { log, maxOpen, idleMs = IDLE_MS }: OpenSchoolsOptions,
): OpenSchools {
  /** By name. */
  const slots = new Map<string, Slot>()
  const { closing, closeSlot } = createClosing(slots, log)
  const opening = pLimit(OPENING)
  let isClosed = false

  /** Returns the unused schools, least recently used first. */
  const unused = () =>
    [...slots.values()]
      .filter(({ school, uses }) => school && uses === 0)
      .sort((one, other) => one.usedAt - other.usedAt)

  /** Opens a school once its former slot is closed, which is no reason for others to wait. */
  const openClosed = async (row: KnownSchool): Promise<OpenSchool> => {
    await closing.get(row.name)
    return opening(() => openOne(row))
  }

  const open = (row: KnownSchool): Slot => {
    if (isClosed) throw new Error('The server stops')
    const slot: Slot = {
      row,
      school: undefined,
      opening: openClosed(row),
      uses: 0,
      usedAt: performance.now(),
    }
    slots.set(row.name, slot)
    slot.opening.then(
      (school) => {
        slot.school = school
        const excess = Math.max(slots.size - maxOpen, 0)
        for (const one of unused().slice(0, excess)) void closeSlot(one)
      },
      // A later request tries again.
      () =>
        setTimeout(() => {
          if (slots.get(row.name) === slot) slots.delete(row.name)
        }, FAILED_MS).unref(),
    )
    return slot
  }

  return {
    get size() {
      return slots.size
    },
    async use(row, work) {
      const present = slots.get(row.name)
      if (present && !isSame(present.row, row)) void closeSlot(present)
      const slot = slots.get(row.name) ?? open(row)
      const release = hold(slot)
      return slot.opening.then(work).finally(release)
    },
    respond(row, req, res) {
      const slot = slots.get(row.name)
      if (!slot?.school || !isSame(slot.row, row)) return false
      slot.usedAt = performance.now()
      slot.school.listener(req, res)
      // Answered from memory, as most are; or the client has left while the school was opened.
      if (!res.writableEnded && !res.destroyed) res.once('close', hold(slot))
      return true
    },
    keepOnly(schools) {
      for (const slot of [...slots.values()]) {
        const present = schools.get(slot.row.host)
        if (!present || !isSame(present, slot.row)) void closeSlot(slot)
      }
    },
    async closeIdle() {
      const before = performance.now() - idleMs
      for (const slot of unused()) if (slot.usedAt <= before) await closeSlot(slot)
    },
    async stopTasks() {
      isClosed = true
      // What one leaves behind is no reason to end the others by force.
      const stopped = [...slots.values()].map(({ school, row }) =>
        school?.stopTasks().catch((error: unknown) => {
          log.error({ err: error, school: row.name }, 'stopping the tasks of a school failed')
        }),
      )
      await Promise.all(stopped)
    },
    async close() {
      isClosed = true
      const limit = pLimit(CLOSING)
      await Promise.all([...slots.values()].map((slot) => limit(() => closeSlot(slot))))
      await Promise.all(closing.values())
    },
  }
}

/** Begins a use of a school. @returns a function that ends it */
function hold(slot: Slot): () => void {
  slot.uses += 1
  return () => {
    slot.uses -= 1
    slot.usedAt = performance.now()
    if (slot.uses === 0) slot.unused?.()
  }
}

/** Closes schools; those that are being closed still use their folder. */
function createClosing(slots: Map<string, Slot>, log: Logger) {
  /** By name. */
  const closing = new Map<string, Promise<void>>()

  /** Closes a school after its running requests; none is new, as it is not found any more. */
  const closeSlot = (slot: Slot): Promise<void> => {
    const { name } = slot.row
    if (slots.get(name) !== slot) return Promise.resolve()
    slots.delete(name)
    const before = closing.get(name)
    const done = (async () => {
      await before
      try {
        const school = await slot.opening
        await drained(slot)
        await school.stopTasks().finally(() => school.close())
      } catch (error) {
        log.error({ err: error, school: name }, 'closing a school failed')
      }
    })()
    closing.set(name, done)
    void done.then(() => {
      if (closing.get(name) === done) closing.delete(name)
    })
    return done
  }
  return { closing, closeSlot }
}

const isSame = (one: KnownSchool, other: KnownSchool) =>
  one.name === other.name &&
  one.host === other.host &&
  one.publicUrl === other.publicUrl &&
  one.createdAt === other.createdAt &&
  one.isSuspended === other.isSuspended &&
  one.quota === other.quota

/** Resolves when nobody uses a school, at the latest after ten seconds. */
const drained = (slot: Slot): Promise<void> =>
  new Promise((resolve) => {
    if (slot.uses === 0) return resolve()
    const timer = setTimeout(resolve, ENDING_MS)
    slot.unused = () => {
      clearTimeout(timer)
      resolve()
    }
  })
