import { Problem } from '@bidyaloy/shared/api/problem'
import type { Subject } from '@bidyaloy/shared/school/activity'
import type { Versioned } from '@bidyaloy/shared/school/versions'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { SingleRecordRow, type StoredFile, type VersionRow } from '../../db/entities.ts'
import { fieldName, reportUnreadable } from '../../db/stored-values.ts'
import { readRecord } from '../../db/tolerant-reader.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { newId } from '../../ids.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import { storeVersion } from '../versions/version-commands.ts'

/** A type of record of which a school has one. */
export interface SingleModel<S extends z.ZodObject = z.ZodObject> {
  type: { name: Subject; segment: Versioned }
  /** Schema of the data. It is also read by it, tolerantly: an old row must not leak another shape. */
  schema: S
  /** What replaces fields that can be neither read nor empty. */
  instead: Partial<z.output<S>>
  /** Changes it back to a former version, where more than its data belongs to it. */
  restore?(
    tx: EntityManager,
    version: Pick<VersionRow, 'data' | 'files'>,
    context: ActionContext & { unused: StoredFile[] },
  ): Promise<void>
}

/** A record with the fields that the server adds. */
export type Stored<S extends z.ZodObject> = z.output<S> & {
  _id: string
  __v: number
  updatedAt: string
}

/** Whether the record was ever saved. */
export function isSaved(reader: EntityManager, { type: { name } }: SingleModel): Promise<boolean> {
  return reader.existsBy(SingleRecordRow, { name })
}

/** Returns the record, or null before it is saved. */
export async function findSingle<S extends z.ZodObject>(
  reader: EntityManager,
  model: SingleModel<S>,
): Promise<Stored<S> | null> {
  const row = await reader.findOneBy(SingleRecordRow, { name: model.type.name })
  return row && present(reader, model, row)
}

/** Returns the record. @throws Problem `not_found` before it is saved */
export async function getSingle<S extends z.ZodObject>(
  reader: EntityManager,
  model: SingleModel<S>,
): Promise<Stored<S>> {
  const found = await findSingle(reader, model)
  if (!found) throw new Problem('not_found')
  return found
}

/** Saves the record for the first time. @throws Problem `conflict` if it exists */
export async function createSingle<S extends z.ZodObject>(
  tx: EntityManager,
  model: SingleModel<S>,
  data: z.output<S>,
  now: Date,
): Promise<Stored<S>> {
  const { name } = model.type
  if (await tx.existsBy(SingleRecordRow, { name })) throw new Problem('conflict')
  const row = { name, id: newId(), data: asJson(data), version: 0, updatedAt: now.toISOString() }
  await tx.insert(SingleRecordRow, row)
  return present(tx, model, row)
}

interface Update extends ActionContext {
  /** The record's id, if the path contains it. */
  id?: string
  version: number | undefined
  /** What belongs to the former version besides the data, and the files of it. */
  former?: { data: object; files: readonly StoredFile[] }
  /** Receives files that nothing references any more; the caller removes them after the commit. */
  unused?: StoredFile[]
}

/**
 * Changes the record, and keeps its former version.
 * @throws Problem `not_found`, `conflict`
 */
export async function updateSingle<S extends z.ZodObject>(
  tx: EntityManager,
  model: SingleModel<S>,
  data: z.output<S>,
  { id, version, by, now, former, unused }: Update,
): Promise<Stored<S>> {
  const { name, segment: recordType } = model.type
  const row = await tx.findOneBy(SingleRecordRow, { name })
  if (!row || (id !== undefined && row.id !== id)) throw new Problem('not_found')
  assertVersion(row.version, version)
  const kept = await storeVersion(
    tx,
    { by, now },
    {
      recordType,
      recordId: row.id,
      n: row.version,
      data: { ...asJson(row.data), ...former?.data },
      files: former?.files ?? [],
    },
  )
  unused?.push(...kept)
  const changed = { data: asJson(data), version: row.version + 1, updatedAt: now.toISOString() }
  await tx.update(SingleRecordRow, { name }, changed)
  return present(tx, model, { ...row, ...changed })
}

/** Narrows a record to the type of TypeORM's JSON columns. */
function asJson(data: unknown): object {
  if (typeof data !== 'object' || data === null) throw new TypeError('A record is an object')
  return data
}

function present<S extends z.ZodObject>(
  manager: EntityManager,
  { type: { name }, schema, instead }: SingleModel<S>,
  row: Pick<SingleRecordRow, 'id' | 'data' | 'version' | 'updatedAt'>,
): Stored<S> {
  const data = readRecord(schema, row.data, instead, (path) =>
    reportUnreadable(manager, { record: `single_record ${name}`, field: fieldName(path) }),
  )
  return Object.assign({}, data, { _id: row.id, __v: row.version, updatedAt: row.updatedAt })
}
