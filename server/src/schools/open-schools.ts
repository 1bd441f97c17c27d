import type { IncomingMessage, ServerResponse } from 'node:http'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { School } from '../open-school.ts'
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
interface Place {
  row: KnownSchool
  school: School | undefined
  opening: Promise<School>
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
  use<T>(row: KnownSchool, work: (school: School) => Promise<T>): Promise<T>
  /** Closes schools that are in the table no more, or with another host. */
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
  openOne: (row: KnownSchool) => Promise<School>,
  { log, maxOpen, idleMs = IDLE_MS }: OpenSchoolsOptions,
): OpenSchools {
  /** By name; the one used longest ago is first. */
  const places = new Map<string, Place>()
  const { closing, closePlace } = createClosing(places, log)
  const opening = pLimit(OPENING)
  let isClosed = false

  const touch = (place: Place) => {
    place.usedAt = performance.now()
    places.delete(place.row.name)
    places.set(place.row.name, place)
  }

  const release = (place: Place) => {
    place.uses -= 1
    if (places.get(place.row.name) === place) touch(place)
    if (place.uses === 0) place.unused?.()
  }

  /** Makes room for one more school. */
  const makeRoom = () => {
    for (const place of places.values()) {
      if (places.size <= maxOpen) return
      if (place.uses === 0 && place.school) void closePlace(place)
    }
  }

  const placeOf = (row: KnownSchool): Place => {
    const present = places.get(row.name)
    if (present && isSame(present.row, row)) return present
    if (present) void closePlace(present)
    if (isClosed) throw new Error('The server stops')
    const place: Place = {
      row,
      school: undefined,
      opening: opening(async () => {
        await closing.get(row.name)
        return openOne(row)
      }),
      uses: 0,
      usedAt: performance.now(),
    }
    places.set(row.name, place)
    place.opening.then(
      (school) => {
        place.school = school
        makeRoom()
      },
      // A later request tries again.
      () =>
        setTimeout(() => {
          if (places.get(row.name) === place) places.delete(row.name)
        }, FAILED_MS).unref(),
    )
    return place
  }

  const use = async <T>(row: KnownSchool, work: (school: School) => Promise<T>): Promise<T> => {
    const place = placeOf(row)
    place.uses += 1
    try {
      return await work(await place.opening)
    } finally {
      release(place)
    }
  }

  return {
    get size() {
      return places.size
    },
    use,
    respond(row, req, res) {
      const place = places.get(row.name)
      if (!place?.school || !isSame(place.row, row)) return false
      touch(place)
      place.school.listener(req, res)
      // Answered from memory, as most are; or the client has left while the school was opened.
      if (res.writableEnded || res.destroyed) return true
      place.uses += 1
      res.once('close', () => {
        release(place)
      })
      return true
    },
    keepOnly(schools) {
      for (const place of [...places.values()]) {
        const present = schools.get(place.row.host)
        if (!present || !isSame(present, place.row)) void closePlace(place)
      }
    },
    async closeIdle() {
      const before = performance.now() - idleMs
      const idle = [...places.values()].filter(
        ({ uses, usedAt, school }) => school && uses === 0 && usedAt <= before,
      )
      for (const place of idle) await closePlace(place)
    },
    async stopTasks() {
      isClosed = true
      // What one leaves behind is no reason to end the others by force.
      const open = [...places.values()].map(({ school, row }) =>
        school?.stopTasks().catch((error: unknown) => {
          log.error({ err: error, school: row.name }, 'stopping the tasks of a school failed')
        }),
      )
      await Promise.all(open)
    },
    async close() {
      isClosed = true
      const limit = pLimit(CLOSING)
      await Promise.all([...places.values()].map((place) => limit(() => closePlace(place))))
      await Promise.all(closing.values())
    },
  }
}

/** Closes schools; those that are being closed still use their folder. */
function createClosing(places: Map<string, Place>, log: Logger) {
  /** By name. */
  const closing = new Map<string, Promise<void>>()

  /** Closes a school after its running requests; none is new, as it is not found any more. */
  const closePlace = (place: Place): Promise<void> => {
    const { name } = place.row
    if (places.get(name) !== place) return Promise.resolve()
    places.delete(name)
    const before = closing.get(name)
    const done = (async () => {
      await before
      try {
        const school = await place.opening
        await drained(place)
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
  return { closing, closePlace }
}

const isSame = (one: KnownSchool, other: KnownSchool) =>
  one.name === other.name &&
  one.host === other.host &&
  one.publicUrl === other.publicUrl &&
  one.createdAt === other.createdAt

/** Resolves when nobody uses a school, at the latest after ten seconds. */
const drained = (place: Place): Promise<void> =>
  new Promise((resolve) => {
    if (place.uses === 0) return resolve()
    const timer = setTimeout(resolve, ENDING_MS)
    place.unused = () => {
      clearTimeout(timer)
      resolve()
    }
  })
