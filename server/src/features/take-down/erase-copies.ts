import fs from 'node:fs/promises'
import path from 'node:path'
import { type EntityManager, In, IsNull } from 'typeorm'
import { FileOwnerRow, WithdrawnFileRow } from '../../db/entities.ts'
import type { Instance } from '../../scopes.ts'
import { UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import { deleteCards } from '../share/share-cards.ts'
import { filesEverOf, ownersOf, removeFiles } from './remove-files.ts'

const STEM_LENGTH = 20

type Deps = Pick<Instance, 'db' | 'clock' | 'files' | 'folder' | 'log'>

/**
 * Deletes all copies of the withdrawn files that are not erased yet: in the folders of uploads or the
 * bucket, among files without a record, and on share cards. Then has the database
 * overwrite deleted rows.
 * @throws StorageUnavailable; the daily work tries again
 */
export async function eraseCopies({ db, clock, files, folder, log }: Deps): Promise<void> {
  const rows = await db.read.findBy(WithdrawnFileRow, { erasedAt: IsNull() })
  if (rows.length === 0) return
  const stems = rows.map(({ stem }) => stem)
  const isCopy = (name: string) => stems.includes(name.slice(0, STEM_LENGTH))
  for (const place of UPLOAD_FOLDERS) {
    for (const name of (await files.names(place)).filter(isCopy)) await files.erase(place, name)
  }
  await removeLocalCopies({ db, folder })
  // All of them: no record says which cards show the photo.
  await deleteCards(folder)
  await db.erase?.()
  const erasedAt = clock().toISOString()
  await db.writePrivate((tx) => tx.update(WithdrawnFileRow, { stem: In(stems) }, { erasedAt }))
  log.info({ files: stems.length }, 'withdrawn files were erased')
}

/**
 * Deletes local copies of withdrawn files that the file store does not know: files without a record, and
 * copies of bucket objects that another process has erased.
 */
export async function removeLocalCopies({
  db,
  folder,
}: Pick<Deps, 'db' | 'folder'>): Promise<void> {
  const rows = await db.read.find(WithdrawnFileRow)
  if (rows.length === 0) return
  const stems = new Set(rows.map(({ stem }) => stem))
  const isCopy = (name: string) => stems.has(name.slice(0, STEM_LENGTH))
  for (const directory of [folder.uploads, folder.galleryUploads, folder.orphans]) {
    await removeIn(directory, isCopy)
  }
}

async function removeIn(directory: string, isMeant: (name: string) => boolean): Promise<void> {
  for (const name of (await fs.readdir(directory)).filter(isMeant)) {
    await fs.rm(path.join(directory, name), { force: true })
  }
}

/** Removes withdrawn files from the records that a restored backup has brought back. */
export async function removeWithdrawn(tx: EntityManager): Promise<void> {
  const withdrawn = await tx.find(WithdrawnFileRow)
  const stems = new Set(withdrawn.map(({ stem }) => stem))
  const owners = await ownersOf(tx, [...stems])
  if (owners.length === 0) return
  for (const row of owners) {
    const own = new Set((await filesEverOf(tx, row)).map(({ stem }) => stem))
    const of = withdrawn.filter(({ stem }) => own.has(stem))
    const at = of.map((one) => one.at).sort()[0] ?? row.updatedAt
    await removeFiles(tx, row, new Set(of.map(({ stem }) => stem)), at)
  }
  await tx.delete(FileOwnerRow, { stem: In([...stems]) })
  await tx.update(WithdrawnFileRow, { stem: In([...stems]) }, { erasedAt: null })
}

/**
 * Takes files down again that a restored backup has brought back, and finishes what a crash
 * interrupted. Runs when the records are opened.
 */
export async function withdrawAgain(deps: Deps): Promise<void> {
  const { db, log } = deps
  const withdrawn = await db.read.find(WithdrawnFileRow)
  if (withdrawn.length === 0) return
  const owners = await ownersOf(
    db.read,
    withdrawn.map(({ stem }) => stem),
  )
  if (owners.length > 0) await db.write(removeWithdrawn)
  await removeLocalCopies(deps)
  await eraseCopies(deps).catch((err: unknown) =>
    log.error({ err }, 'erasing withdrawn files failed; it is tried again every day'),
  )
}
