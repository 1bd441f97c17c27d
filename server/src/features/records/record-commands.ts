import { type Language, Problem } from '@bidyaloy/shared/api/problem'
import type { RecordName } from '@bidyaloy/shared/features'
import { type EntityManager, type FindOperator, IsNull, Not } from 'typeorm'
import type * as z from 'zod'
import { RecordRow } from '../../db/entities.ts'
import { fieldName, isReadable, reportUnreadable } from '../../db/stored-values.ts'
import { readTolerantly } from '../../db/tolerant-reader.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { newId } from '../../ids.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import { storeVersion } from '../versions/version-commands.ts'

/** A type of record of which a school has many. */
export interface RecordModel<D extends object = object> {
  name: RecordName
  /** Schema of the data. Also used to parse stored rows, tolerantly. */
  schema: z.ZodType<D>
  /** Returns the key, unique among the records outside the trash. */
  keyOf(data: D): string
  /** Returns the title in the activity and the trash. */
  titleOf(data: D, language?: Language): string
  /** Order of lists. */
  compare(a: D, b: D): number
  /** Error text when the key exists. */
  taken?: { bn: string; en: string }
  /**
   * Keeps what follows from a record in step: called in the transaction of each write, with the record
   * after it, or null when it is in the trash.
   */
  follow?(tx: EntityManager, change: Followed<D>, context: ActionContext): Promise<void>
}

/** A write of a record. */
interface Followed<D> {
  id: string
  after: D | null
}

/** A record with the fields that the server adds. */
export type Stored<D> = D & { _id: string; __v: number; updatedAt: string }

/** Lists the records of a type outside the trash. */
export async function listRecords<D extends object>(
  read: EntityManager,
  model: RecordModel<D>,
): Promise<Stored<D>[]> {
  const rows = await read.findBy(RecordRow, { type: model.name, deletedAt: IsNull() })
  return rows.flatMap((row) => readableRecord(read, model, row) ?? []).sort(model.compare)
}

/** Lists records in the order of their keys: those of which `keys` is true, at most `take` of them. */
export async function listRecordsByKey<D extends object>(
  read: EntityManager,
  model: RecordModel<D>,
  {
    keys,
    order = 'ASC',
    ...part
  }: { keys: FindOperator<string>; order?: 'ASC' | 'DESC'; take?: number; skip?: number },
): Promise<Stored<D>[]> {
  const rows = await read.find(RecordRow, {
    where: { type: model.name, key: keys, deletedAt: IsNull() },
    order: { key: order },
    ...part,
  })
  return rows.flatMap((row) => readableRecord(read, model, row) ?? [])
}

/** Returns the record with a key, or null if it does not exist or cannot be read. */
export async function findRecordByKey<D extends object>(
  read: EntityManager,
  model: RecordModel<D>,
  key: string,
): Promise<Stored<D> | null> {
  const row = await read.findOneBy(RecordRow, { type: model.name, key, deletedAt: IsNull() })
  return row && readableRecord(read, model, row)
}

/** Returns the record with an id. @throws Problem `not_found`, also if it cannot be read */
export async function getRecord<D extends object>(
  read: EntityManager,
  model: RecordModel<D>,
  id: string,
): Promise<Stored<D>> {
  const row = await read.findOneBy(RecordRow, { id, type: model.name, deletedAt: IsNull() })
  const record = row && readableRecord(read, model, row)
  if (!record) throw new Problem('not_found')
  return record
}

/** Creates a record. @throws Problem `conflict` if another one has its key */
export async function createRecord<D extends object>(
  tx: EntityManager,
  model: RecordModel<D>,
  data: D,
  context: ActionContext,
): Promise<Stored<D>> {
  const key = model.keyOf(data)
  await assertKeyFree(tx, model, key)
  const id = newId()
  const updatedAt = context.now.toISOString()
  await tx.insert(RecordRow, { id, type: model.name, key, data, version: 0, updatedAt })
  await model.follow?.(tx, { id, after: data }, context)
  return { ...data, _id: id, __v: 0, updatedAt }
}

/**
 * Changes the given fields, and keeps the former version.
 * @throws Problem `not_found`, `conflict`
 */
export async function updateRecord<D extends object>(
  tx: EntityManager,
  model: RecordModel<D>,
  id: string,
  { __v: seen, ...change }: { [F in keyof D]?: D[F] | undefined } & { __v?: number | undefined },
  { by, now }: ActionContext,
): Promise<Stored<D>> {
  const { _id, __v: version, updatedAt: _, ...former } = await getRecord(tx, model, id)
  assertVersion(version, seen)
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const data = model.schema.parse({ ...former, ...Object.fromEntries(given) })
  const key = model.keyOf(data)
  await assertKeyFree(tx, model, key, id)
  await storeVersion(
    tx,
    { by, now },
    { recordType: model.name, recordId: id, n: version, data: former },
  )
  const updatedAt = now.toISOString()
  await tx.update(RecordRow, { id }, { key, data, version: version + 1, updatedAt })
  await model.follow?.(tx, { id, after: data }, { by, now })
  return { ...data, _id: id, __v: version + 1, updatedAt }
}

/** Moves a record to the trash. @throws Problem `not_found` */
export async function deleteRecord<D extends object>(
  tx: EntityManager,
  model: RecordModel<D>,
  id: string,
  { now, by }: ActionContext,
): Promise<Stored<D>> {
  const record = await getRecord(tx, model, id)
  await tx.update(RecordRow, { id }, { deletedAt: now.toISOString(), deletedBy: by })
  await model.follow?.(tx, { id, after: null }, { by, now })
  return record
}

/** Returns a record as the API shows it. Null if its data cannot be read. */
export function readableRecord<D extends object>(
  read: EntityManager,
  model: RecordModel<D>,
  row: RecordRow,
): Stored<D> | null {
  if (!isReadable(row)) return null
  const data = readTolerantly(model.schema, row.data, (path) =>
    reportUnreadable(read, { record: `record ${row.id}`, field: fieldName(['data', ...path]) }),
  )
  return data ? { ...data, _id: row.id, __v: row.version, updatedAt: row.updatedAt } : null
}

/** @param own id of the record that may have the key. @throws Problem `conflict` if another one has it */
export async function assertKeyFree<D extends object>(
  tx: EntityManager,
  model: RecordModel<D>,
  key: string,
  own = '',
): Promise<void> {
  const other = { type: model.name, key, id: Not(own), deletedAt: IsNull() }
  if (!(await tx.existsBy(RecordRow, other))) return
  throw new Problem('conflict', model.taken && { sentence: model.taken })
}
