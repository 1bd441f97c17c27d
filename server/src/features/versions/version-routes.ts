import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { Problem } from '@bidyaloy/shared/api/problem'
import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import {
  isRecordName,
  isSingleSegment,
  type SingleSegment,
  singleTypeOf,
} from '@bidyaloy/shared/features'
import type { FormerVersion, Versioned } from '@bidyaloy/shared/school/versions'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { SingleRecordRow, type StoredFile, VersionRow } from '../../db/entities.ts'
import { modelOf, singleModels } from '../../features.ts'
import { assertRight } from '../../http/require-admin.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Storage } from '../../storage/storage.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { restoreEntry } from '../collections/entry-state.ts'
import { findUndeleted } from '../collections/find-entry.ts'
import { presentFile } from '../collections/present-entry.ts'
import { getRecord, updateRecord } from '../records/record-commands.ts'
import { type SingleModel, updateSingle } from '../records/single-record-commands.ts'

/** `/api/:recordType/:id/versions`: the former versions of a record. */
export function versionRoutes(router: ApiRouter, deps: RouteDeps & { storage: Storage }): void {
  const { db, clock, storage } = deps
  route(router, deps, 'listVersions', async ({ params: { recordType, id } }) => {
    const recordId = await recordIdOf(db.read, recordType, id)
    const rows = await db.read.find(VersionRow, {
      where: { recordType, recordId },
      order: { n: 'DESC' },
    })
    return rows.map(presentVersion)
  })
  route(
    router,
    deps,
    'restoreVersion',
    async ({ params: { recordType, id, n }, runOnce, admin }) => {
      const single = singleTypeOf(recordType)
      if (single) assertRight(admin, endpoints[single.update].right)
      let unused: StoredFile[] = []
      await runOnce(async (tx) => {
        const context = { by: admin.username, now: clock() }
        const recordId = await recordIdOf(tx, recordType, id)
        const version = await tx.findOneBy(VersionRow, { recordType, recordId, n })
        if (!version) throw new Problem('not_found')
        const restored = await restore(tx, { recordType, recordId }, version, context)
        unused = restored.unused ?? []
        const subject = isSingleSegment(recordType) ? singleOf(recordType).type.name : recordType
        const { title = '' } = restored
        await recordActivity(tx, context, { action: 'reverted', subject, title, recordId })
      })
      for (const file of unused) await storage.remove(file)
      return undefined
    },
  )
}

/** Returns the model of a single record by its segment in paths. */
function singleOf(segment: SingleSegment): SingleModel {
  const found = singleModels.find(({ type }) => type.segment === segment)
  if (!found) throw new Error(`${segment} has no feature in features.ts`)
  return found
}

/**
 * Returns the id under which the versions of an existing record are stored.
 * @throws Problem `not_found`
 */
async function recordIdOf(read: EntityManager, recordType: Versioned, id: string): Promise<string> {
  if (isCollectionName(recordType)) return (await findUndeleted(read, recordType, id)).id
  if (isRecordName(recordType)) return (await getRecord(read, modelOf(recordType), id))._id
  const row = await read.findOneBy(SingleRecordRow, { name: singleOf(recordType).type.name })
  if (!row || (id !== 'current' && id !== row.id)) throw new Problem('not_found')
  return row.id
}

async function restore(
  tx: EntityManager,
  { recordType, recordId }: { recordType: Versioned; recordId: string },
  version: VersionRow,
  context: ActionContext,
): Promise<{ title?: string; unused?: StoredFile[] }> {
  if (isCollectionName(recordType)) {
    return restoreEntry(tx, { collection: recordType, id: recordId }, version, context)
  }
  if (isRecordName(recordType)) {
    const model = modelOf(recordType)
    const data = model.schema.parse(version.data)
    return { title: model.titleOf(await updateRecord(tx, model, recordId, data, context)) }
  }
  const model = singleOf(recordType)
  if (!model.restore) return restoreSingle(tx, model, version, context)
  const unused: StoredFile[] = []
  await model.restore(tx, version, { ...context, unused })
  return { unused }
}

async function restoreSingle<S extends z.ZodObject>(
  tx: EntityManager,
  model: SingleModel<S>,
  { data }: VersionRow,
  context: ActionContext,
): Promise<object> {
  // An earlier version of the program may have stored another shape.
  const parsed = model.schema.safeParse(data)
  if (!parsed.success) throw new Problem('validation_failed', { cause: parsed.error })
  return updateSingle(tx, model, parsed.data, { version: undefined, ...context })
}

function presentVersion({ n, replacedAt, replacedBy, data, files }: VersionRow): FormerVersion {
  return {
    n,
    replacedAt,
    replacedBy,
    data: { ...data },
    ...(files && { files: files.map(presentFile) }),
  }
}
