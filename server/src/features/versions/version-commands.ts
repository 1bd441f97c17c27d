import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { MAX_VERSIONS, VERSION_DAYS, type Versioned } from '@bidyaloy/shared/school/versions'
import { type EntityManager, In, LessThan } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { query } from '../../db/engine.ts'
import {
  EntryChangeRow,
  EntryRow,
  SitePictureRow,
  type StoredFile,
  VersionRow,
} from '../../db/entities.ts'
import { storedFilesOf } from '../../db/entry-content.ts'
import { isReadable } from '../../db/stored-values.ts'
import type { Storage } from '../../storage/storage.ts'
import type { ActionContext } from '../activity/activity-commands.ts'

/** A record before a change. */
interface FormerState {
  recordType: Versioned
  recordId: string
  /** Its version. */
  n: number
  /** Everything that a restore needs, besides the files. */
  data: object
  files?: readonly StoredFile[]
}

/**
 * Stores the state of a record in the transaction that changes it, and deletes its oldest version if
 * there are too many. To be called before the change.
 * @returns the files of the deleted version; the caller removes those that nothing references,
 *   after the commit
 */
export async function storeVersion(
  tx: EntityManager,
  { by, now }: ActionContext,
  { recordType, recordId, n, data, files = [] }: FormerState,
): Promise<StoredFile[]> {
  await tx.insert(VersionRow, {
    recordType,
    recordId,
    n,
    replacedAt: now.toISOString(),
    replacedBy: by,
    data,
    files: files.length > 0 ? [...files] : null,
  })
  const oldest = await tx.find(VersionRow, {
    where: { recordType, recordId },
    order: { n: 'DESC' },
    skip: MAX_VERSIONS,
  })
  return deleteVersions(tx, oldest)
}

/** Deletes the versions of entries that are deleted for good. @returns their files */
export async function deleteVersionsOf(
  tx: EntityManager,
  entries: readonly Pick<EntryRow, 'id' | 'collection'>[],
): Promise<StoredFile[]> {
  const found: VersionRow[] = []
  // One after the other: they share the connection of the transaction.
  for (const { id, collection } of entries) {
    found.push(...(await tx.findBy(VersionRow, { recordType: collection, recordId: id })))
  }
  return deleteVersions(tx, found)
}

/** Deletes versions older than a year, with the files that only they had. */
export async function deleteOldVersions({
  db,
  storage,
  clock,
}: {
  db: Database
  storage: Storage
  clock: Clock
}): Promise<void> {
  const limit = new Date(clock().getTime() - VERSION_DAYS * DAY_MS).toISOString()
  // Visitors see no versions, so cached pages stay valid.
  const files = await db.writePrivate(async (tx) =>
    deleteVersions(tx, await tx.findBy(VersionRow, { replacedAt: LessThan(limit) })),
  )
  for (const file of files) await storage.remove(file)
}

/** Returns the size in bytes of the files that only former versions have, without their copies. */
export async function formerFileBytes(read: EntityManager): Promise<number> {
  const rows = await query<{ bytes: number }>(
    read,
    `WITH former AS (
       SELECT DISTINCT file.value ->> 'stem' AS stem, CAST(file.value ->> 'size' AS INTEGER) AS size
       FROM version, json_each(version.more_files) AS file
     ), present AS (
       SELECT file_stem AS stem FROM entry WHERE file_stem IS NOT NULL
       UNION SELECT file.value ->> 'stem' FROM entry, json_each(entry.more_files) AS file
       UNION SELECT file_stem FROM site_picture
     )
     SELECT coalesce(sum(size), 0) AS bytes FROM former WHERE stem NOT IN (SELECT stem FROM present)`,
  )
  return rows[0]?.bytes ?? 0
}

/** Deletes versions. @returns their files that neither their record nor another version has */
async function deleteVersions(
  tx: EntityManager,
  versions: readonly VersionRow[],
): Promise<StoredFile[]> {
  for (const { recordType, recordId, n } of versions)
    await tx.delete(VersionRow, { recordType, recordId, n })
  const ids = [...new Set(versions.map(({ recordId }) => recordId))]
  return unreferencedFiles(
    tx,
    ids,
    versions.flatMap((one) => one.files ?? []),
  )
}

/**
 * Returns those of the former files of records that neither the records, their former versions, nor
 * changes of them that are not published yet still have.
 */
export async function unreferencedFiles(
  tx: EntityManager,
  ids: readonly string[],
  former: readonly StoredFile[],
): Promise<StoredFile[]> {
  const files = new Map(former.map((file) => [file.stem, file]))
  if (files.size === 0) return []
  const entries = await tx.findBy(EntryRow, { id: In([...ids]) })
  const changes = await tx.findBy(EntryChangeRow, { entrySeq: In(entries.map(({ seq }) => seq)) })
  const left = await tx.findBy(VersionRow, { recordId: In([...ids]) })
  const pictures = await tx.find(SitePictureRow)
  const used = [
    ...entries.flatMap(storedFilesOf),
    ...pictures.filter(isReadable).map(({ file }) => file),
    ...[...left, ...changes].flatMap((one) => one.files ?? []),
  ]
  for (const { stem } of used) files.delete(stem)
  return [...files.values()]
}
