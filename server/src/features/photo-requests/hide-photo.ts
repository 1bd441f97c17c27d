import { Problem } from '@bidyaloy/shared/api/problem'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { collections } from '@bidyaloy/shared/collections/registry'
import type { PhotoAddress } from '@bidyaloy/shared/features/photo-requests/photo-address'
import { renumberPictures } from '@bidyaloy/shared/lib/renumber-pictures'
import { type EntityManager, IsNull } from 'typeorm'
import { EntryChangeRow, EntryRow, type StoredFile, VersionRow } from '../../db/entities.ts'
import { filesOfRow } from '../../db/entry-content.ts'
import type { HiddenPhoto } from '../../db/visitor-entities.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { restoreEntry, stateOf, writeState } from '../collections/entry-state.ts'
import { restoreTrashedEntry } from '../trash/trashed-entries.ts'

/* Hides a photo from visitors, so that this can be taken back. */

/** A photo of an entry outside the trash. */
export interface FoundPhoto {
  row: EntryRow
  file: StoredFile
  /** From 1. */
  place: number
}

/** Returns a picture of an entry outside the trash, visible or not; null without one. */
export async function findPhoto(
  read: EntityManager,
  { collection, id, stem }: PhotoAddress,
): Promise<FoundPhoto | null> {
  const row = await read.findOneBy(EntryRow, { id, collection, deletedAt: IsNull() })
  const files = row ? filesOfRow(row) : []
  const at = files.findIndex((one) => one.stem === stem)
  const file = files[at]
  return row && file?.mimeType.startsWith('image/') ? { row, file, place: at + 1 } : null
}

/** Whether an entry still has content after files are removed. */
export function staysWithout(
  collection: CollectionName,
  { body, files }: { body: string; files: readonly unknown[] },
): boolean {
  const { fileRequired, layout } = collections[collection]
  // A photo of a gallery is its entry; a person without a photo is still a person.
  const mayBeEmpty = !fileRequired && layout !== 'gallery'
  return files.length > 0 || body !== '' || mayBeEmpty
}

/** Leaves files out, and their pictures out of the text. */
export function withoutFiles<S extends { body: string; files: StoredFile[] }>(
  state: S,
  stems: ReadonlySet<string>,
): S {
  const files = state.files.filter(({ stem }) => !stems.has(stem))
  const idsOf = (list: readonly StoredFile[]) => list.map(({ stem }) => stem)
  return {
    ...state,
    files,
    body: renumberPictures(state.body, idsOf(state.files), idsOf(files)),
  }
}

/**
 * Leaves a photo out of its entry, with a former version, or moves an entry that is only this photo to
 * the trash. Records the activity.
 * @returns how it is taken back, and files that nothing references any more
 */
export async function hidePhoto(
  tx: EntityManager,
  { row, file }: FoundPhoto,
  context: ActionContext,
): Promise<{ hidden: HiddenPhoto; unused: StoredFile[] }> {
  const { seq, collection, id, title, version } = row
  const event = { action: 'photoHidden', subject: collection, title, recordId: id } as const
  await recordActivity(tx, context, event)
  const stems = new Set([file.stem])
  const before = await stateOf(tx, row)
  const after = withoutFiles(before, stems)
  if (!staysWithout(collection, after)) {
    const deleted = { deletedAt: context.now.toISOString(), deletedBy: context.by }
    await tx.update(EntryRow, { seq }, { ...deleted, approved: null })
    return { hidden: { kind: 'entry' }, unused: [] }
  }
  const { unused } = await writeState(tx, row, { before, after, context, draft: row.draft })
  await leaveOutOfChange(tx, row, stems)
  return { hidden: { kind: 'file', n: version, version: version + 1 }, unused }
}

/** Leaves files out of the change of an entry that is not published yet; its base is the next version. */
async function leaveOutOfChange(
  tx: EntityManager,
  { seq, version }: EntryRow,
  stems: ReadonlySet<string>,
): Promise<void> {
  const change = await tx.findOneBy(EntryChangeRow, { entrySeq: seq })
  if (!change) return
  await tx.update(
    EntryChangeRow,
    { entrySeq: seq },
    {
      ...changeWithout(change, stems),
      ...(change.baseVersion === version && { baseVersion: version + 1 }),
    },
  )
}

/** Returns the columns of a change, or of a former version, without some of its files. */
export function changeWithout(
  { data, files }: Pick<EntryChangeRow, 'data' | 'files'>,
  stems: ReadonlySet<string>,
): Pick<EntryChangeRow, 'data' | 'files'> {
  const body = 'body' in data && typeof data.body === 'string' ? data.body : ''
  const left = withoutFiles({ body, files: files ?? [] }, stems)
  return {
    data: { ...data, ...('body' in data && { body: left.body }) },
    files: left.files.length > 0 ? left.files : null,
  }
}

/**
 * Shows a hidden photo again, as it was before.
 * @returns files that nothing references any more
 * @throws Problem `conflict` if the entry was changed since, `not_found` if it is gone
 */
export async function showAgain(
  tx: EntityManager,
  { collection, entryId: id }: { collection: CollectionName; entryId: string },
  hidden: HiddenPhoto,
  context: ActionContext,
): Promise<StoredFile[]> {
  if (hidden.kind === 'entry') {
    const restored = await restoreTrashedEntry(tx, id, context.now)
    if (!restored) throw new Problem('not_found')
    const { subject, title } = restored
    await recordActivity(tx, context, { action: 'restored', subject, title, recordId: id })
    return []
  }
  const row = await tx.findOneBy(EntryRow, { id, collection, deletedAt: IsNull() })
  const key = { recordType: collection, recordId: id, n: hidden.n }
  const former = row && (await tx.findOneBy(VersionRow, key))
  if (!former) throw new Problem('not_found')
  if (row.version !== hidden.version) throw new Problem('conflict')
  const { title, unused } = await restoreEntry(tx, { collection, id }, former, context)
  const event = { action: 'reverted', subject: collection, title, recordId: id } as const
  await recordActivity(tx, context, event)
  return unused
}
