import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import { hasKinds, kindsOf } from '@bidyaloy/shared/collections/kinds'
import type { MoveInChoice } from '@bidyaloy/shared/features/move-in/move-in'
import {
  type MovedCollection,
  type MoveInState,
  PASSING,
} from '@bidyaloy/shared/features/move-in/reasons'
import { type EntityManager, In } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { type MoveInData, MoveInItemRow, MoveInRow } from '../../db/entities.ts'
import type { StagedFile } from '../../http/multipart-upload.ts'
import { newId } from '../../ids.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { getSettings } from '../settings/settings-commands.ts'
import { findEdited, findMoveIn, listMoveIns } from './present-move-in.ts'
import { removeSourceFiles, storeSourceFiles } from './source-folder.ts'

/* What admins do with moves from older sites. The work itself is done in the background. */

interface MoveInDeps {
  db: Database
  folder: DataFolder
  clock: Clock
}

/** States in which nothing was brought, or nothing is left of it. */
const FORGETTABLE: readonly MoveInState[] = ['looking', 'found', 'failed', 'undone']
/** States in which the background work has something to do. */
export const ACTIVE: readonly MoveInState[] = ['looking', 'bringing', 'undoing']

/** States of which there is one at a time; `done` ones stay as reports. */
const CURRENT: readonly MoveInState[] = [...ACTIVE, 'found', 'paused', 'failed']

/**
 * Starts a look. An earlier look of which nothing was brought is forgotten.
 * @throws Problem `validation_failed`; `conflict` while something is brought or undone
 */
export async function startLook(
  { db, folder, clock }: MoveInDeps,
  {
    source: given,
    files,
    by,
    into,
  }: {
    /** An address, or a path of the command line; null if files are given. */
    source: MoveInData['source'] | null
    files: readonly StagedFile[]
    by: string
    into?: MovedCollection | undefined
  },
): Promise<MoveInRow> {
  if ((given === null) !== files.length > 0) {
    throw invalidField('url', validationText('valid.required'))
  }
  const id = newId()
  const source = given ?? { files: files.map(({ name, size }) => ({ name, size })) }
  try {
    if (files.length > 0) await storeSourceFiles(folder, id, files)
    const { row, forgotten } = await db.writePrivate(async (tx) => {
      const current = (await listMoveIns(tx)).filter(({ state }) => CURRENT.includes(state))
      if (current.some(({ state }) => !FORGETTABLE.includes(state))) throw new Problem('conflict')
      for (const one of current) await deleteMoveIn(tx, one.id)
      const data: MoveInData = {
        source,
        by,
        startedAt: clock().toISOString(),
        progress: null,
        ...(into && { into }),
      }
      const row = { id, state: 'looking' as const, data }
      await tx.insert(MoveInRow, row)
      return { row, forgotten: current }
    })
    for (const one of forgotten) await removeSourceFiles(folder, one.id)
    return row
  } catch (error) {
    await removeSourceFiles(folder, id)
    throw error
  }
}

async function deleteMoveIn(tx: EntityManager, id: string): Promise<void> {
  await tx.delete(MoveInItemRow, { moveIn: id })
  await tx.delete(MoveInRow, { id })
}

/** Changes the state of a move. @throws Problem `not_found`; `conflict` in another state than `from` */
async function changeMoveIn(
  tx: EntityManager,
  id: string,
  from: readonly MoveInState[],
  change: (row: MoveInRow) => { state: MoveInState; data?: Partial<MoveInData> },
): Promise<MoveInRow> {
  const row = await findMoveIn(tx, id)
  if (!from.includes(row.state)) throw new Problem('conflict')
  const { problem, ...data } = row.data
  const { state, data: changed } = change(row)
  const after = { ...row, state, data: { ...data, ...changed } }
  await tx.update(MoveInRow, { id }, { state, data: after.data })
  return after
}

/** Chooses what is brought, and begins. @throws Problem `not_found`, `conflict`, `validation_failed` */
export async function bringMoveIn(
  { db, clock }: MoveInDeps,
  id: string,
  { choice, by }: { choice: MoveInChoice; by: string },
): Promise<MoveInRow> {
  await assertKinds(db.read, choice)
  return db.writePrivate(async (tx) => {
    const row = await changeMoveIn(tx, id, ['found'], () => ({
      state: 'bringing',
      data: { choice, by, broughtFrom: clock().toISOString() },
    }))
    const years = choice.years.filter((year) => year !== null)
    const chosen = tx
      .createQueryBuilder()
      .update(MoveInItemRow)
      .where('move_in = :id AND outcome = :outcome', { id, outcome: 'found' })
    await chosen
      .clone()
      .set({ outcome: 'waiting' })
      .andWhere('collection IN (:...collections)', choice)
      .andWhere(
        [
          ...(years.length > 0 ? ['year IN (:...years)'] : []),
          ...(choice.years.includes(null) ? ['year IS NULL'] : []),
        ]
          .join(' OR ')
          .replace(/^(.*)$/, '($1)'),
        { years },
      )
      .execute()
    await chosen.clone().set({ outcome: 'skipped' }).execute()
    const count = await tx.countBy(MoveInItemRow, { moveIn: id, outcome: 'waiting' })
    if (count === 0) throw invalidField('collections', validationText('valid.required'))
    const event = { action: 'imported', subject: 'moveIn', count, recordId: id } as const
    await recordActivity(tx, { by, now: clock() }, event)
    return row
  })
}

/** @throws Problem `validation_failed` for a kind that its collection does not have */
async function assertKinds(read: EntityManager, { kinds }: MoveInChoice): Promise<void> {
  const settings = await getSettings(read)
  for (const { collection, to = collection, kind } of kinds) {
    if (kind === null) continue
    const known = hasKinds(to) ? kindsOf(to, settings) : []
    if (!known.some(({ id }) => id === kind)) {
      throw invalidField('kinds', validationText('valid.choice'))
    }
  }
}

/** Pauses bringing, unless it has ended meanwhile. @throws Problem `not_found`, `conflict` */
export function pauseMoveIn({ db }: MoveInDeps, id: string): Promise<MoveInRow> {
  return db.writePrivate(async (tx) => {
    const row = await findMoveIn(tx, id)
    if (row.state === 'paused' || row.state === 'done') return row
    return changeMoveIn(tx, id, ['bringing'], () => ({ state: 'paused' }))
  })
}

/**
 * Goes on with a paused bringing or a failed look, and tries again what an older site had not sent.
 * @throws Problem `not_found`, `conflict`
 */
export function continueMoveIn({ db }: MoveInDeps, id: string): Promise<MoveInRow> {
  return db.writePrivate(async (tx) => {
    const row = await findMoveIn(tx, id)
    if (row.state === 'bringing' || row.state === 'looking') return row
    const again = { moveIn: id, outcome: 'refused' as const, reason: In(PASSING) }
    if (row.state === 'done' && !(await tx.existsBy(MoveInItemRow, again))) return row
    const after = await changeMoveIn(tx, id, ['paused', 'failed', 'done'], ({ state }) => ({
      state: state === 'failed' ? 'looking' : 'bringing',
    }))
    const waiting = { outcome: 'waiting' as const, reason: null, detail: null }
    if (after.state === 'bringing') await tx.update(MoveInItemRow, again, waiting)
    return after
  })
}

/** Lets a refused item be. @throws Problem `not_found`, `conflict` */
export function dismissItem({ db }: MoveInDeps, id: string, n: number): Promise<MoveInItemRow> {
  return db.writePrivate(async (tx) => {
    const item = await tx.findOneBy(MoveInItemRow, { moveIn: id, n })
    if (!item) throw new Problem('not_found')
    if (item.outcome === 'dismissed') return item
    if (item.outcome !== 'refused') throw new Problem('conflict')
    await tx.update(MoveInItemRow, { moveIn: id, n }, { outcome: 'dismissed' })
    return { ...item, outcome: 'dismissed' }
  })
}

/** Begins to undo a move. @throws Problem `not_found`; `conflict` after an edit, or while something is brought */
export function undoMoveIn({ db, clock }: MoveInDeps, id: string, by: string): Promise<MoveInRow> {
  return db.writePrivate(async (tx) => {
    const row = await changeMoveIn(tx, id, ['done', 'paused'], () => ({ state: 'undoing' }))
    if ((await findEdited(tx, id)).length > 0) throw new Problem('conflict')
    const outcome = In(['published', 'draft'])
    const count = await tx.countBy(MoveInItemRow, { moveIn: id, outcome })
    // Of a paused move.
    const skipped = { outcome: 'skipped', reason: null, detail: null } as const
    await tx.update(MoveInItemRow, { moveIn: id, outcome: 'waiting' }, skipped)
    const event = { action: 'reverted', subject: 'moveIn', count, recordId: id } as const
    await recordActivity(tx, { by, now: clock() }, event)
    return row
  })
}

/** Forgets a look, or a move of which nothing is left. @throws Problem `not_found`, `conflict` */
export async function forgetMoveIn({ db, folder }: MoveInDeps, id: string): Promise<void> {
  await db.writePrivate(async (tx) => {
    const { state } = await findMoveIn(tx, id)
    if (!FORGETTABLE.includes(state)) throw new Problem('conflict')
    await deleteMoveIn(tx, id)
  })
  await removeSourceFiles(folder, id)
}
