import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import type { PhotoBlur } from '@bidyaloy/shared/features/blur/blur'
import type { EntityManager } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { EntryChangeRow, type EntryRow, type StoredFile } from '../../db/entities.ts'
import { filesOfRow, recordFileOwner } from '../../db/entry-content.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import { fileName } from '../../storage/file-names.ts'
import { removeUnlessCommitted, type Storage } from '../../storage/storage.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { assertMayDecide, type Writer } from '../collections/approval.ts'
import { versionOfChange } from '../collections/entry-changes.ts'
import { stateOf, writeState } from '../collections/entry-state.ts'
import { findUndeleted } from '../collections/find-entry.ts'
import { unreferencedFiles } from '../versions/version-commands.ts'

interface BlurInput {
  collection: CollectionName
  id: string
  blur: PhotoBlur
  writer: Writer
  runOnce: IdempotentWrite
}

interface BlurDeps {
  db: Database
  storage: Storage
  clock: Clock
}

/**
 * Replaces a photo by one in which areas are blurred: in the entry, and in its change that is not
 * published yet. A former version stores the photo before the blur, unless the entry is a draft that was
 * never sent for approval.
 * @throws Problem `not_found`, `forbidden`, `validation_failed`; StorageUnavailable
 */
export async function blurPhoto(
  { db, storage, clock }: BlurDeps,
  { collection, id, blur, writer, runOnce }: BlurInput,
): Promise<Entry> {
  const seen = await findPhoto(db.read, { collection, id }, blur.file, writer)
  const blurred = await storage.blur(seen.photo, blur.areas)
  let unused: StoredFile[] = []
  const entry = await removeUnlessCommitted(storage, [blurred], async () => {
    const { result, replayed } = await runOnce(async (tx) => {
      const found = await findPhoto(tx, { collection, id }, blur.file, writer)
      const replaced = await replacePhoto(tx, { ...found, blurred }, { writer, now: clock() })
      unused = replaced.unused
      return replaced.entry
    })
    return { result, used: !replayed }
  })
  for (const file of unused) await storage.remove(file)
  return entry
}

interface FoundPhoto {
  row: EntryRow
  change: EntryChangeRow | null
  photo: StoredFile
}

/** @throws Problem `not_found`, `forbidden`; `validation_failed` if the entry has no such photo */
async function findPhoto(
  read: EntityManager,
  { collection, id }: Pick<BlurInput, 'collection' | 'id'>,
  filePath: string,
  writer: Writer,
): Promise<FoundPhoto> {
  const row = await findUndeleted(read, collection, id)
  const change = row.draft ? null : await read.findOneBy(EntryChangeRow, { entrySeq: row.seq })
  const isAsked = (file: StoredFile) => `${file.folder}/${fileName(file)}` === filePath
  const own = filesOfRow(row).find(isAsked)
  const photo = own ?? change?.files?.find(isAsked)
  if (!photo?.width) throw invalidField('file', validationText('valid.choice'))
  if (own && !row.draft && !writer.mayPublish) throw new Problem('forbidden')
  assertMayDecide(row.draft ?? change?.draft ?? null, writer)
  return { row, change, photo }
}

/** @returns the entry, and files that nothing references any more */
async function replacePhoto(
  tx: EntityManager,
  { row, change, photo, blurred }: FoundPhoto & { blurred: StoredFile },
  { writer: { by }, now }: { writer: Writer; now: Date },
): Promise<{ entry: Entry; unused: StoredFile[] }> {
  const { collection, id, seq, title, draft } = row
  const replaced = (file: StoredFile) => (file.stem === photo.stem ? blurred : file)
  const before = await stateOf(tx, row)
  const isOwn = before.files.some(({ stem }) => stem === photo.stem)
  const context = { by, now }
  if (!draft) {
    const event = { action: 'fileReplaced', subject: collection, title, recordId: id } as const
    await recordActivity(tx, context, event)
  }
  const after = { ...before, files: before.files.map(replaced) }
  // Only its writer has seen a draft that was never sent for approval.
  const storesVersion = isOwn && draft?.status !== 'draft'
  const written = await writeState(tx, row, { before, after, context, draft, storesVersion })
  if (change?.files) {
    const isCurrent = change.baseVersion === row.version
    await tx.update(
      EntryChangeRow,
      { entrySeq: seq },
      {
        files: change.files.map(replaced),
        draft: { ...change.draft, version: versionOfChange(change) + 1 },
        ...(isCurrent && { baseVersion: row.version + 1 }),
      },
    )
  }
  await recordFileOwner(tx, seq, [photo, blurred])
  const unused = await unreferencedFiles(tx, [id], [photo])
  return { entry: written.entry, unused: [...written.unused, ...unused] }
}
