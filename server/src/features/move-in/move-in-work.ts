import { Problem } from '@bidyaloy/shared/api/problem'
import { isPassing, type RefusalReason } from '@bidyaloy/shared/features/move-in/reasons'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { type EntityManager, In } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { isDatabaseAway, isStorageFull } from '../../db/database-error.ts'
import { type MoveInData, MoveInItemRow, MoveInRow } from '../../db/entities.ts'
import { isReadable } from '../../db/stored-values.ts'
import { StorageUnavailable } from '../../storage/file-store.ts'
import type { Storage } from '../../storage/storage.ts'
import { bringItem } from './bring-item.ts'
import { assertFree } from './free-space.ts'
import { linkEntries } from './link-entries.ts'
import { endLook, lookOn } from './look.ts'
import { ACTIVE } from './move-in-commands.ts'
import { nextWaiting } from './present-move-in.ts'
import { hasSource, inputOf, keepSourceFiles, removeSourceFiles } from './source-folder.ts'
import { openSource } from './sources/open-source.ts'
import { type Source, SourceError } from './sources/source.ts'
import { undoSome } from './undo-move-in.ts'

export interface MoveInWorkDeps {
  db: Database
  storage: Storage
  folder: DataFolder
  clock: Clock
  log: Logger
  config: Pick<Config, 'maxUploadBytes' | 'moveInLoopback' | 'publicUrl'>
}

/** The background work of moves from older sites. */
export interface MoveInWork {
  /** Looks whether there is something to do. */
  wake(): void
  /** Removes uploaded files of moves that have ended a month ago; their reports stay. */
  removeOld(): Promise<void>
  /** Starts; goes on with what was interrupted. @returns a function that stops it after the item in work */
  start(): () => Promise<void>
}

/** Name of the lease of the one process that works on moves. */
export const MOVE_IN_LEASE = 'move in'
/** Delay while the database or the bucket is away. */
const AFTER_FAILURE_MS = 10_000
/** Days that the uploaded files of a finished move are kept. */
const SOURCE_DAYS = 30
/** How often other processes' moves are looked for. */
const POLL_MS = 5000
/** Items of an older site in succession that fail before the move pauses: the site is away. */
const MAX_AWAY = 5

export function createMoveInWork(deps: MoveInWorkDeps): MoveInWork {
  const { db, folder, log } = deps
  const limit = pLimit(1)
  let stopping: AbortController | undefined
  let running: { row: MoveInRow; stop: AbortController } | undefined

  /** Ends a look that was forgotten or replaced: a slow site would take its turn for an hour. */
  const endForgotten = async () => {
    const now = running
    if (now?.row.state !== 'looking') return
    const row = await db.read.findOneBy(MoveInRow, { id: now.row.id })
    if (row?.state !== 'looking') now.stop.abort()
  }
  const runAll = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      const row = await findActive(db.read)
      // Another machine has the files.
      if (!row || (db.isShared && row.state !== 'undoing' && !(await hasSource(folder, row))))
        return
      const lease = await db.leases.take(MOVE_IN_LEASE)
      if (!lease) return
      const stop = new AbortController()
      running = { row, stop }
      try {
        await runOne(deps, row, AbortSignal.any([signal, lease.lost, stop.signal]))
      } finally {
        running = undefined
        await lease.release()
      }
    }
  }
  const wake = () => {
    const signal = stopping?.signal
    if (!signal || signal.aborted) return
    endForgotten().catch(() => undefined)
    if (limit.pendingCount > 0) return
    limit(() => runAll(signal)).catch((error: unknown) => {
      if (signal.aborted) return
      log.warn({ err: error }, 'moving in has to wait')
      setTimeout(wake, AFTER_FAILURE_MS).unref()
    })
  }
  const removeOldSources = async () =>
    keepSourceFiles(folder, await idsWithSource(db.read, deps.clock()))
  return {
    wake,
    removeOld: () => limit(removeOldSources),
    start() {
      const controller = new AbortController()
      stopping = controller
      const timer = db.isShared ? setInterval(wake, POLL_MS).unref() : undefined
      // Also those of moves that a restore has removed.
      void limit(removeOldSources).catch(() => undefined)
      wake()
      return async () => {
        controller.abort()
        clearInterval(timer)
        await limit(() => undefined)
      }
    },
  }
}

/** Returns the moves whose files are needed, or may be for a file that was missing. */
async function idsWithSource(read: EntityManager, now: Date): Promise<string[]> {
  const oldest = new Date(now.getTime() - SOURCE_DAYS * DAY_MS).toISOString()
  const rows = await read.find(MoveInRow, { select: { id: true, state: true, data: true } })
  const isOver = ({ state, data }: MoveInRow) =>
    state === 'done' && data.finishedAt !== undefined && data.finishedAt < oldest
  return rows.filter((row) => !isReadable(row) || !isOver(row)).map(({ id }) => id)
}

async function findActive(read: EntityManager): Promise<MoveInRow | null> {
  return read.findOneBy(MoveInRow, { state: In(ACTIVE) })
}

/** Runs a move until its state changes, or `signal` stops it. */
export async function runOne(
  deps: MoveInWorkDeps,
  row: MoveInRow,
  signal: AbortSignal,
): Promise<void> {
  if (row.state === 'undoing') return undo(deps, row, signal)
  let source: Source | undefined
  try {
    source = await openSourceOf(deps, row)
    if (row.state === 'looking') await look({ ...deps, source, signal }, row.id)
    else await bringAll({ ...deps, source, signal }, row.id)
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof StorageUnavailable || isDatabaseAway(error)) throw error
    const reason = problemOf(error)
    if (reason === 'unknown-source') deps.log.error({ err: error }, 'moving in failed')
    await end(deps, row, reason)
  } finally {
    await source?.close()
  }
}

function problemOf(error: unknown): RefusalReason {
  if (error instanceof SourceError) return error.reason
  const isFull = isStorageFull(error) || (error instanceof Problem && error.code === 'storage_full')
  return isFull ? 'disk-full' : 'unknown-source'
}

export async function openSourceOf(
  { folder, config }: Pick<MoveInWorkDeps, 'folder' | 'config'>,
  row: MoveInRow,
): Promise<Source> {
  return openSource(await inputOf(folder, row), {
    staging: folder.staging,
    maxFileBytes: config.maxUploadBytes,
    ...(config.publicUrl && { siteHost: new URL(config.publicUrl).host }),
    allowLoopback: config.moveInLoopback,
  })
}

/** Ends what was started with a problem: a look has failed, and bringing is paused. */
async function end({ db }: MoveInWorkDeps, { id }: MoveInRow, problem: RefusalReason) {
  await db.writePrivate(async (tx) => {
    const row = await tx.findOneBy(MoveInRow, { id })
    if (row?.state !== 'looking' && row?.state !== 'bringing') return
    const state = row.state === 'looking' ? 'failed' : 'paused'
    await tx.update(MoveInRow, { id }, { state, data: { ...row.data, problem } })
  })
}

type Running = MoveInWorkDeps & { source: Source; signal: AbortSignal }

async function look(running: Running, id: string): Promise<void> {
  for (;;) {
    const row = await running.db.read.findOneBy(MoveInRow, { id })
    if (running.signal.aborted || row?.state !== 'looking') return
    if (!(await lookOn(running, row))) return endLook(running, row)
  }
}

async function bringAll(running: Running, id: string): Promise<void> {
  const { db, folder, config, signal } = running
  const deps = { ...running, maxBytes: config.maxUploadBytes }
  let away = 0
  for (;;) {
    const move = await db.read.findOneBy(MoveInRow, { id })
    if (signal.aborted || move?.state !== 'bringing') return
    const row = await nextWaiting(db.read, id)
    if (!row) {
      await linkEntries(running, id)
      // Else it is done again after the next start.
      return signal.aborted ? undefined : finish(running, id)
    }
    await assertFree(folder.root)
    const { outcome, reason } = await bringItem(deps, { move, row })
    const isAway = outcome === 'refused' && reason !== null && isPassing(reason)
    away = isAway ? away + 1 : 0
    if (isAway && away >= MAX_AWAY) throw new SourceError(reason)
  }
}

/** Ends a move, whose report stays. */
async function finish({ db, clock }: Running, id: string): Promise<void> {
  const now = clock()
  await db.writePrivate(async (tx) => {
    const row = await tx.findOneBy(MoveInRow, { id })
    if (row?.state !== 'bringing') return
    const data: MoveInData = { ...row.data, finishedAt: now.toISOString() }
    await tx.update(MoveInRow, { id }, { state: 'done', data })
  })
}

/** Undoes a move, unless something of it was edited meanwhile: that stays, and the move with it. */
async function undo(deps: MoveInWorkDeps, { id }: MoveInRow, signal: AbortSignal) {
  const { db, clock, folder } = deps
  while ((await undoSome(deps, id)) > 0) if (signal.aborted) return
  const outcome = In(['published', 'draft'])
  const isKept = await db.read.existsBy(MoveInItemRow, { moveIn: id, outcome })
  if (!isKept) await removeSourceFiles(folder, id)
  const undoneAt = clock().toISOString()
  await db.writePrivate(async (tx) => {
    const row = await tx.findOneBy(MoveInRow, { id })
    if (row?.state !== 'undoing') return
    const data = isKept ? row.data : { ...row.data, undoneAt }
    await tx.update(MoveInRow, { id }, { state: isKept ? 'done' : 'undone', data })
  })
}
