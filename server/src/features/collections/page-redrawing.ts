import { type CollectionName, hasPapers } from '@bidyaloy/shared/collections/registry'
import { type EntityManager, IsNull } from 'typeorm'
import type { Database } from '../../db/database.ts'
import { EntryRow, type StoredFile } from '../../db/entities.ts'
import { fileColumns, filesOfRow } from '../../db/entry-parts.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { findUndeleted } from './collection-queries.ts'

/* PDFs that were given up: their `pages` are empty, and `drawFault` says why. */

const isGivenUp = ({ pages }: StoredFile) => pages?.length === 0

/** Returns the entries with a PDF that has no page pictures, newest first. */
export async function findWithoutPages(
  read: EntityManager,
  { take, withTrash = false }: { take?: number; withTrash?: boolean } = {},
): Promise<EntryRow[]> {
  const found = read
    .createQueryBuilder(EntryRow, 'entry')
    // As `simple-json` writes it.
    .where('(entry.file LIKE :empty OR entry.more_files LIKE :empty)', { empty: '%"pages":[]%' })
    .orderBy('entry.seq', 'DESC')
    .take(take)
  if (!withTrash) found.andWhere({ deletedAt: IsNull() })
  return found.getMany()
}

/** Has the pages of the PDFs of an entry rendered again that `isAsked` selects, and then read. */
async function takeUp(
  tx: EntityManager,
  row: EntryRow,
  when: 'soon' | 'night',
  isAsked = isGivenUp,
): Promise<void> {
  const { seq, collection, reading } = row
  const files = filesOfRow(row).map((file) => {
    if (!isAsked(file)) return file
    const { pages: _, pageCount, drawTries, drawFault, ...stored } = file
    return stored
  })
  await tx.update(
    EntryRow,
    { seq },
    { ...fileColumns(files), ...(hasPapers(collection) && { reading: reading ?? when }) },
  )
}

/** Has the pages of all PDFs rendered again that have none. @returns the entries */
export async function redrawAll(db: Database): Promise<EntryRow[]> {
  const rows = await findWithoutPages(db.read)
  await db.write(async (tx) => {
    for (const row of await findWithoutPages(tx)) await takeUp(tx, row, 'soon')
  })
  return rows
}

/**
 * Has the pages of an entry's PDFs rendered again that have none.
 * @throws Problem `not_found`
 */
export async function redrawEntry(
  tx: EntityManager,
  { collection, id }: { collection: CollectionName; id: string },
  context: ActionContext,
): Promise<EntryRow> {
  const row = await findUndeleted(tx, collection, id)
  if (!filesOfRow(row).some(isGivenUp)) return row
  await takeUp(tx, row, 'soon')
  const { title } = row
  const event = { action: 'changed', subject: collection, title, recordId: id } as const
  await recordActivity(tx, context, event)
  return findUndeleted(tx, collection, id)
}

/**
 * Takes up the PDFs that earlier versions gave up, also because of a busy machine: they stored no
 * fault. Their text is read at night.
 */
export async function takeUpFormer(db: Database): Promise<void> {
  const isFormer = (file: StoredFile) => isGivenUp(file) && file.drawFault === undefined
  const find = async (read: EntityManager) =>
    (await findWithoutPages(read, { withTrash: true })).filter((row) =>
      filesOfRow(row).some(isFormer),
    )
  if ((await find(db.read)).length === 0) return
  await db.write(async (tx) => {
    for (const row of await find(tx)) await takeUp(tx, row, 'night', isFormer)
  })
}
