import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import type { EntityManager } from 'typeorm'
import { EntryChangeRow, type EntryRow, type StoredFile, VersionRow } from '../../db/entities.ts'
import { filesOfRow } from '../../db/entry-content.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { findUndeleted } from '../collections/find-entry.ts'
import { unreferencedFiles } from '../versions/version-commands.ts'

/* Photos before a blur, which only former versions have. */

interface Unblurred {
  versions: VersionRow[]
  /** The photo that takes the place of each, by the stem of the one before. */
  successors: ReadonlyMap<string, StoredFile>
}

/** Finds former versions of an entry with photos that were blurred later. */
async function findUnblurred(
  read: EntityManager,
  {
    seq,
    collection,
    id,
    ...row
  }: Pick<EntryRow, 'seq' | 'collection' | 'id' | 'file' | 'moreFiles'>,
): Promise<Unblurred> {
  const change = await read.findOneBy(EntryChangeRow, { entrySeq: seq })
  const versions = await read.findBy(VersionRow, { recordType: collection, recordId: id })
  const present = [...filesOfRow(row), ...(change?.files ?? [])]
  const all = [...versions.flatMap(({ files }) => files ?? []), ...present]
  const next = new Map(all.flatMap((file) => (file.blurredFrom ? [[file.blurredFrom, file]] : [])))
  // What was restored on purpose stays.
  for (const { stem } of present) next.delete(stem)
  const lastOf = (file: StoredFile): StoredFile => {
    const after = next.get(file.stem)
    return after ? lastOf(after) : file
  }
  const successors = new Map([...next].map(([stem, file]) => [stem, lastOf(file)]))
  return {
    versions: versions.filter((version) => stemsIn(version, successors).length > 0),
    successors,
  }
}

const stemsIn = ({ files }: VersionRow, successors: Unblurred['successors']): StoredFile[] =>
  (files ?? []).filter(({ stem }) => successors.has(stem))

/** Returns how many photos only former versions have. @throws Problem `not_found` */
export async function countUnblurred(
  read: EntityManager,
  { collection, id }: { collection: CollectionName; id: string },
): Promise<number> {
  const found = await findUnblurred(read, await findUndeleted(read, collection, id))
  return photosOf(found).length
}

/** Returns the photos before the blur, each once. */
function photosOf({ versions, successors }: Unblurred): StoredFile[] {
  const files = versions.flatMap((version) => stemsIn(version, successors))
  return [...new Map(files.map((file) => [file.stem, file])).values()]
}

/**
 * Puts the blurred photos into the former versions of an entry.
 * @returns the photos before the blur, which the caller removes after the commit
 * @throws Problem `not_found`
 */
export async function deleteUnblurred(
  tx: EntityManager,
  { collection, id }: { collection: CollectionName; id: string },
  context: ActionContext,
): Promise<StoredFile[]> {
  const row = await findUndeleted(tx, collection, id)
  const found = await findUnblurred(tx, row)
  const { versions, successors } = found
  if (versions.length === 0) return []
  for (const { recordType, recordId, n, files } of versions) {
    const replaced = (files ?? []).map((file) => successors.get(file.stem) ?? file)
    await tx.update(VersionRow, { recordType, recordId, n }, { files: replaced })
  }
  const event = {
    action: 'fileReplaced',
    subject: collection,
    title: row.title,
    recordId: id,
  } as const
  await recordActivity(tx, context, event)
  return unreferencedFiles(tx, [id], photosOf(found))
}
