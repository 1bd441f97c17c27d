import { Problem } from '@bidyaloy/shared/api/problem'
import { type CollectionName, isCollectionName } from '@bidyaloy/shared/collections/registry'
import { isRecordName, type RecordName } from '@bidyaloy/shared/features'
import type { FormerVersion, Versioned } from '@bidyaloy/shared/school/versions'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { SingleRecordRow, type StoredFile, VersionRow } from '../../db/entities.ts'
import { modelOf } from '../../features.ts'
import { assertRight } from '../../http/require-admin.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Storage } from '../../storage/storage.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { restoreEntry } from '../collections/entry-state.ts'
import { findUndeleted } from '../collections/find-entry.ts'
import { presentFile } from '../collections/present-entry.ts'
import { getRecord, updateRecord } from '../records/record-commands.ts'
import { restoreSettings, settingsRecord } from '../site-records/settings-commands.ts'
import { type SingleRecord, updateSingle } from '../site-records/single-record-commands.ts'
import { contactRecord, schoolInfoRecord } from '../site-records/single-record-routes.ts'
import { teacherPageRecord } from '../site-records/teacher-page-routes.ts'

/** `/api/:thing/:id/versions`: the former versions of a record. */
export function versionRoutes(router: ApiRouter, deps: RouteDeps & { storage: Storage }): void {
  const { db, clock, storage } = deps
  route(router, deps, 'listVersions', async ({ params: { thing, id } }) => {
    const recordId = await recordIdOf(db.read, thing, id)
    const rows = await db.read.find(VersionRow, {
      where: { thing, recordId },
      order: { n: 'DESC' },
    })
    return rows.map(presentVersion)
  })
  route(router, deps, 'restoreVersion', async ({ params: { thing, id, n }, runOnce, admin }) => {
    if (thing === 'settings') assertRight(admin, 'settings')
    let unused: StoredFile[] = []
    await runOnce(async (tx) => {
      const context = { by: admin.username, now: clock() }
      const recordId = await recordIdOf(tx, thing, id)
      const version = await tx.findOneBy(VersionRow, { thing, recordId, n })
      if (!version) throw new Problem('not_found')
      const restored = await restore(tx, { thing, recordId }, version, context)
      unused = restored.unused ?? []
      const subject = thing === 'contactus' ? 'contact' : thing
      const { title = '' } = restored
      await recordActivity(tx, context, { action: 'reverted', subject, title, recordId })
    })
    for (const file of unused) await storage.remove(file)
    return undefined
  })
}

const SINGLES: Record<
  Exclude<Versioned, CollectionName | RecordName>,
  SingleRecord<z.ZodObject>
> = {
  schoolInfo: schoolInfoRecord,
  contactus: contactRecord,
  settings: settingsRecord,
  teacherPage: teacherPageRecord,
}

/**
 * Returns the id under which the versions of an existing record are stored.
 * @throws Problem `not_found`
 */
async function recordIdOf(read: EntityManager, thing: Versioned, id: string): Promise<string> {
  if (isCollectionName(thing)) return (await findUndeleted(read, thing, id)).id
  if (isRecordName(thing)) return (await getRecord(read, modelOf(thing), id))._id
  const row = await read.findOneBy(SingleRecordRow, { name: SINGLES[thing].name })
  if (!row || (id !== 'current' && id !== row.id)) throw new Problem('not_found')
  return row.id
}

async function restore(
  tx: EntityManager,
  { thing, recordId }: { thing: Versioned; recordId: string },
  version: VersionRow,
  context: ActionContext,
): Promise<{ title?: string; unused?: StoredFile[] }> {
  if (isCollectionName(thing)) {
    return restoreEntry(tx, { collection: thing, id: recordId }, version, context)
  }
  if (isRecordName(thing)) {
    const model = modelOf(thing)
    const data = model.schema.parse(version.data)
    return { title: model.titleOf(await updateRecord(tx, model, recordId, data, context)) }
  }
  if (thing === 'settings') {
    const unused: StoredFile[] = []
    await restoreSettings(tx, version, { ...context, unused })
    return { unused }
  }
  return restoreSingle(tx, SINGLES[thing], version, context)
}

async function restoreSingle<S extends z.ZodObject>(
  tx: EntityManager,
  record: SingleRecord<S>,
  { data }: VersionRow,
  context: ActionContext,
): Promise<object> {
  // An earlier version of the program may have stored another shape.
  const parsed = record.schema.safeParse(data)
  if (!parsed.success) throw new Problem('validation_failed', { cause: parsed.error })
  return updateSingle(tx, record, parsed.data, { version: undefined, ...context })
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
