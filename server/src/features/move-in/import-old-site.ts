import { isDeepStrictEqual } from 'node:util'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { MoveIn, MoveInChoice, MoveInItem } from '@bidyaloy/shared/features/move-in/move-in'
import {
  type MovedCollection,
  type MoveInState,
  movedCollections,
} from '@bidyaloy/shared/features/move-in/reasons'
import type { MoveInItemRow, MoveInRow } from '../../db/entities.ts'
import { columnsOf } from './look.ts'
import { bringMoveIn, continueMoveIn, startLook, undoMoveIn } from './move-in-commands.ts'
import { MOVE_IN_LEASE, type MoveInWorkDeps, openSourceOf, runOne } from './move-in-work.ts'
import { checkItem } from './prepare-item.ts'
import {
  findMoveIn,
  listItems,
  listMoveIns,
  presentItem,
  presentMoveIn,
} from './present-move-in.ts'
import { isRefused, type SourceItem } from './sources/source.ts'

/* The command `import`: the same steps as in the dashboard, one after the other. */

export interface ImportOptions {
  /** Address, or absolute path of a file or folder. */
  source: { url: string } | { folder: string }
  /** For all items; undefined: as each is proposed. */
  collection: MovedCollection | undefined
  as: MoveInChoice['as']
  /** Username of the publisher. */
  by: string
  signal: AbortSignal
}

/**
 * Looks at a source without storing anything, and checks what would become of each item; of a site, whose
 * files are not brought for that, only what the look finds.
 * @throws SourceError if it cannot be read
 */
export async function tryImport(
  deps: MoveInWorkDeps,
  { source: given, collection, as, by, signal }: ImportOptions,
): Promise<MoveInItem[]> {
  const choice: MoveInChoice = { collections: [], years: [], as, kinds: [] }
  const data = { source: given, by, startedAt: '', progress: null, choice }
  const move: MoveInRow = { id: '', state: 'looking', data }
  const source = await openSourceOf(deps, move)
  const maxBytes = deps.config.maxUploadBytes
  const refusalOfTry = async (found: SourceItem, row: MoveInItemRow) => {
    const [first] = found.files
    const name = JSON.stringify([found.title, found.day, first?.name ?? found.body])
    if (brought.has(name)) return { reason: 'duplicate' as const, detail: null }
    const isChecked = found.page === null && !('url' in given)
    const checked = isChecked
      ? await checkItem({ ...deps, maxBytes, source, signal }, { move, row })
      : null
    if (checked) return { reason: checked.reason, detail: checked.detail ?? null }
    brought.add(name)
    return null
  }
  const items: MoveInItem[] = []
  const keys = new Set<string>()
  /** Titles, days and first files or else texts of those that would be brought. */
  const brought = new Set<string>()
  try {
    for (let from: string | null = null, isEnd = false; !isEnd; ) {
      const part = await source.look(from, signal)
      for (const found of part.found) {
        if (keys.has(found.key)) continue
        keys.add(found.key)
        const columns = columnsOf(found, collection)
        const row: MoveInItemRow = {
          moveIn: '',
          n: items.length,
          key: found.key,
          entryId: null,
          ...columns,
        }
        const refused = isRefused(found) ? null : await refusalOfTry(found, row)
        const outcome = refused ? { ...refused, outcome: 'refused' as const } : {}
        items.push(presentItem({ ...row, ...outcome }))
      }
      from = part.next
      isEnd = from === null
    }
  } finally {
    await source.close()
  }
  return items
}

/** A finished import. */
export interface Imported {
  move: MoveIn
  items: MoveInItem[]
}

/**
 * Works while no other process does: a server on the same database would take up what it finds.
 * @throws Problem `conflict` if one works already
 */
async function alone<T>(
  { db }: MoveInWorkDeps,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lease = await db.leases.take(MOVE_IN_LEASE)
  if (!lease) throw new Problem('conflict')
  try {
    return await work(AbortSignal.any([signal, lease.lost]))
  } finally {
    await lease.release()
  }
}

/**
 * Looks at a source and brings all of it, or goes on with what has stopped.
 * @throws SourceError, Problem `conflict`
 */
export function importOldSite(deps: MoveInWorkDeps, options: ImportOptions): Promise<Imported> {
  return alone(deps, options.signal, (signal) => bringAll(deps, { ...options, signal }))
}

/** `bringing`: the command was killed. */
const STOPPED: readonly MoveInState[] = ['paused', 'bringing']

async function bringAll(
  deps: MoveInWorkDeps,
  { source, collection, as, by, signal }: ImportOptions,
): Promise<Imported> {
  const moves = await listMoveIns(deps.db.read)
  const stopped = moves.find(
    ({ state, data }) => STOPPED.includes(state) && isDeepStrictEqual(data.source, source),
  )
  const { id } = stopped
    ? await continueMoveIn(deps, stopped.id)
    : await startLook(deps, { source, files: [], by, into: collection })
  const looked = await advance(deps, id, signal)
  if (looked.state === 'found') {
    const { groups, categories } = await presentMoveIn(deps, looked)
    const years = [...new Set(groups.map(({ year }) => year))]
    const kinds = categories.filter(({ kind }) => kind !== null)
    const choice = { collections: [...movedCollections], years, as, kinds }
    if (groups.length > 0) await bringMoveIn(deps, id, { choice, by })
  }
  const move = await presentMoveIn(deps, await advance(deps, id, signal))
  return { move, items: await allItems(deps, id) }
}

/** States in which something may be left to undo; `undoing`: the command was killed. */
const UNDONE: readonly MoveInState[] = ['done', 'paused', 'undoing']

/** Undoes the newest import, or goes on with it. @returns null without one @throws Problem `conflict` */
export async function undoLastImport(
  deps: MoveInWorkDeps,
  { by, signal }: Pick<ImportOptions, 'by' | 'signal'>,
): Promise<MoveIn | null> {
  const moves = await listMoveIns(deps.db.read)
  const last = moves.find(({ state }) => UNDONE.includes(state))
  if (!last) return null
  const before = await presentMoveIn(deps, last)
  await alone(deps, signal, async (only) => {
    if (last.state !== 'undoing') await undoMoveIn(deps, last.id, by)
    await advance(deps, last.id, only)
  })
  return before
}

/** Runs the work of a move until it waits for a person. */
async function advance(deps: MoveInWorkDeps, id: string, signal: AbortSignal): Promise<MoveInRow> {
  await runOne(deps, await findMoveIn(deps.db.read, id), signal)
  return findMoveIn(deps.db.read, id)
}

const AT_A_TIME = 1000

async function allItems({ db }: MoveInWorkDeps, id: string): Promise<MoveInItem[]> {
  const items: MoveInItem[] = []
  for (;;) {
    const page = await listItems(db.read, id, { limit: AT_A_TIME, offset: items.length })
    items.push(...page.items)
    if (page.items.length === 0 || items.length >= page.total) return items
  }
}
