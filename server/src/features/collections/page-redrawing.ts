import { type CollectionName, hasPapers } from '@bidyaloy/shared/collections/registry'
import { type EntityManager, IsNull, Not } from 'typeorm'
import type { Database } from '../../db/database.ts'
import { EntryChangeRow, EntryRow, type StoredFile, VersionRow } from '../../db/entities.ts'
import { fileColumns, filesOfRow } from '../../db/entry-content.ts'
import { pageNames } from '../../storage/file-names.ts'
import { DRAWING } from '../../storage/page-pictures.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { assertMayDecide, type Writer } from './approval.ts'
import { findUndeleted } from './find-entry.ts'

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
    const { pages: _, parts, pageCount, drawing, drawTries, drawFault, ...stored } = file
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
  { writer, now }: { writer: Pick<Writer, 'by' | 'mayApprove'>; now: Date },
): Promise<EntryRow> {
  const row = await findUndeleted(tx, collection, id)
  assertMayDecide(row.draft, writer)
  if (!filesOfRow(row).some(isGivenUp)) return row
  await takeUp(tx, row, 'soon')
  const { title } = row
  const event = { action: 'changed', subject: collection, title, recordId: id } as const
  await recordActivity(tx, { by: writer.by, now }, event)
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

/** Number of times that a document may crash its process, or the server, before it is given up. */
export const MAX_TRIES = 3

/** Whether the pages of a file were rendered by an earlier version, and may be rendered again. */
export function isOutdated({ pages = [], drawing = 1, drawTries = 0 }: StoredFile): boolean {
  return pages.length > 0 && drawing < DRAWING && drawTries < MAX_TRIES
}

/** Returns the sequence numbers of the entries with outdated pages, newest first. */
export async function findOutdated(read: EntityManager): Promise<number[]> {
  const rows = await read
    .createQueryBuilder(EntryRow, 'entry')
    .where('(entry.file LIKE :some OR entry.more_files LIKE :some)', { some: '%"pages":[[%' })
    .orderBy('entry.seq', 'DESC')
    .getMany()
  return rows.filter((row) => filesOfRow(row).some(isOutdated)).map(({ seq }) => seq)
}

/** Returns the page pictures that former versions and unpublished changes of an entry have. */
export async function pageNamesElsewhere(
  read: EntityManager,
  { id, seq }: EntryRow,
): Promise<Set<string>> {
  const versions = await read.findBy(VersionRow, { recordId: id, files: Not(IsNull()) })
  const changes = await read.findBy(EntryChangeRow, { entrySeq: seq })
  return new Set([...versions, ...changes].flatMap(({ files }) => (files ?? []).flatMap(pageNames)))
}
