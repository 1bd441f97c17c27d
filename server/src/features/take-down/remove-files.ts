import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { type EntityManager, In } from 'typeorm'
import {
  EntryChangeRow,
  EntryRow,
  FileOwnerRow,
  PageTextRow,
  type StoredFile,
  VersionRow,
} from '../../db/entities.ts'
import {
  excerptColumn,
  fileColumns,
  filesOfRow,
  readBody,
  storedFilesOf,
  writeBody,
} from '../../db/entry-content.ts'
import { indexEntry } from '../../db/search-index.ts'
import { deleteResultsWith } from '../../http/idempotency.ts'
import { changeWithout, staysWithout, withoutFiles } from '../photo-requests/hide-photo.ts'
import { recordPurge, recordTakenDown } from '../verify/published-files.ts'
import { deleteVersionsOf } from '../versions/version-commands.ts'

/** Returns the entries that have, or had, one of these files, also those in the trash. */
export async function ownersOf(read: EntityManager, stems: readonly string[]): Promise<EntryRow[]> {
  const further = await read.findBy(FileOwnerRow, { stem: In([...stems]) })
  return read.find(EntryRow, {
    where: [{ fileStem: In([...stems]) }, { seq: In(further.map(({ entrySeq }) => entrySeq)) }],
  })
}

/**
 * Removes files from the records of an entry as if they had never been there: from the entry, its
 * former versions and its unpublished change, with their recognised text. Deletes the entry, or a
 * version, of which nothing is left.
 * @param at time of the removal
 * @returns whether the entry is deleted
 */
export async function removeFiles(
  tx: EntityManager,
  row: EntryRow,
  stems: ReadonlySet<string>,
  at: string,
): Promise<boolean> {
  const { seq, id, collection } = row
  await recordTakenDown(tx, { entryId: id, stems, at })
  await tx.delete(PageTextRow, { entrySeq: seq, stem: In([...stems]) })
  await tx.delete(FileOwnerRow, { stem: In([...stems]) })
  // Stored responses to the uploads name the files.
  for (const stem of stems) await deleteResultsWith(tx, stem)
  const before = { body: await readBody(tx, row), files: filesOfRow(row) }
  const after = withoutFiles(before, stems)
  const isGone = after.files.length < before.files.length && !staysWithout(collection, after)
  if (isGone) {
    await deleteEntry(tx, row, at)
    return true
  }
  if (after.files.length < before.files.length) {
    const columns = { ...fileColumns(after.files), ...excerptColumn(after.body) }
    await tx.update(EntryRow, { seq }, { ...columns, version: row.version + 1 })
    await writeBody(tx, seq, after.body)
  }
  await indexEntry(tx, { ...row, body: after.body })
  await removeFromVersions(tx, { collection, id }, stems)
  await removeFromChange(tx, seq, stems, after.files.length < before.files.length)
  return false
}

async function removeFromVersions(
  tx: EntityManager,
  { collection, id }: { collection: CollectionName; id: string },
  stems: ReadonlySet<string>,
): Promise<void> {
  for (const version of await tx.findBy(VersionRow, { recordType: collection, recordId: id })) {
    if (!version.files?.some(({ stem }) => stems.has(stem))) continue
    const { recordType, recordId, n } = version
    const left = changeWithout(version, stems)
    const body = 'body' in left.data && typeof left.data.body === 'string' ? left.data.body : ''
    const stays = staysWithout(collection, { body, files: left.files ?? [] })
    if (stays) await tx.update(VersionRow, { recordType, recordId, n }, left)
    else await tx.delete(VersionRow, { recordType, recordId, n })
  }
}

async function removeFromChange(
  tx: EntityManager,
  entrySeq: number,
  stems: ReadonlySet<string>,
  hasNextVersion: boolean,
): Promise<void> {
  const change = await tx.findOneBy(EntryChangeRow, { entrySeq })
  if (!change) return
  const base = hasNextVersion ? { baseVersion: change.baseVersion + 1 } : {}
  await tx.update(EntryChangeRow, { entrySeq }, { ...changeWithout(change, stems), ...base })
}

/** Returns all files that an entry has, or had. */
export async function filesEverOf(read: EntityManager, row: EntryRow): Promise<StoredFile[]> {
  const { seq, id, collection } = row
  const change = await read.findOneBy(EntryChangeRow, { entrySeq: seq })
  const versions = await read.findBy(VersionRow, { recordType: collection, recordId: id })
  return [
    ...storedFilesOf(row),
    ...(change?.files ?? []),
    ...versions.flatMap((one) => one.files ?? []),
  ]
}

/** Returns the stem of a photo with those of the same photo before and after each blur. */
export function withBlurred(files: readonly StoredFile[], stem: string): Set<string> {
  const stems = new Set([stem])
  for (let before = 0; before < stems.size; ) {
    before = stems.size
    for (const { stem: own, blurredFrom } of files) {
      if (blurredFrom === undefined) continue
      if (stems.has(own)) stems.add(blurredFrom)
      if (stems.has(blurredFrom)) stems.add(own)
    }
  }
  return stems
}

/** Deletes an entry for good, with its former versions and the stored responses that name it. */
export async function deleteEntry(tx: EntityManager, row: EntryRow, at: string): Promise<void> {
  await recordPurge(tx, [row], at)
  await tx.delete(EntryRow, { seq: row.seq })
  await deleteVersionsOf(tx, [row])
  await deleteResultsWith(tx, row.id)
}
