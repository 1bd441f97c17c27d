import { validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { linesAsWritten, linesOfText } from '@bidyaloy/shared/lib/ocr/shown-text'
import type {
  EntryText,
  EntryTextChange,
  EntryTextReading,
} from '@bidyaloy/shared/papers/entry-text'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { upsert } from '../../db/engine.ts'
import { EntryRow, PageTextRow, type StoredFile } from '../../db/entities.ts'
import { readBody } from '../../db/entry-content.ts'
import { indexEntry } from '../../db/search-index.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { findUndeleted } from '../collections/find-entry.ts'
import { fileWithPage, isOffice, wholeEntryText } from './paper-queries.ts'

interface EntryPlace {
  collection: CollectionName
  id: string
}

/**
 * Stores the text of pages as a person has written it.
 * @throws Problem `not_found`, `validation_failed` for a page that the entry does not have, or for lines
 *   of another file than one of Office
 */
export async function updateEntryText(
  tx: EntityManager,
  { collection, id }: EntryPlace,
  { pages }: z.output<typeof EntryTextChange>,
  context: ActionContext,
): Promise<EntryText> {
  const row = await findUndeleted(tx, collection, id)
  for (const { file, page, text, lines } of pages) {
    const stored = fileOf(row, { file, page })
    if (lines && !isOffice(stored)) throw notOfEntry()
    const { stem } = stored
    await writePageText(tx, row, {
      stem,
      page,
      source: 'hand',
      lines: lines ? linesAsWritten(lines) : linesOfText(text),
      reader: context.by,
      readAt: context.now.toISOString(),
    })
  }
  await indexAgain(tx, row)
  await recordTextChange(tx, row, context)
  return wholeEntryText(tx, row)
}

/**
 * Forgets the text of pages, which are then read once more.
 * @throws Problem `not_found`, `validation_failed` for a page that the entry does not have
 */
export async function readEntryAgain(
  tx: EntityManager,
  { collection, id }: EntryPlace,
  { pages }: EntryTextReading,
  context: ActionContext,
): Promise<EntryText> {
  const row = await findUndeleted(tx, collection, id)
  for (const { file, page } of pages) {
    const { stem } = fileOf(row, { file, page })
    await tx.delete(PageTextRow, { stem, page })
  }
  await tx.update(EntryRow, { seq: row.seq }, { reading: 'soon' })
  await indexAgain(tx, row)
  await recordTextChange(tx, row, context)
  return wholeEntryText(tx, { ...row, reading: 'soon' })
}

function fileOf(row: EntryRow, place: { file: string; page: number }): StoredFile {
  const file = fileWithPage(row, place)
  if (!file) throw notOfEntry()
  return file
}

const notOfEntry = () =>
  new Problem('validation_failed', { fields: { pages: validationText('valid.choice') } })

async function recordTextChange(
  tx: EntityManager,
  { id, collection, title }: EntryRow,
  context: ActionContext,
): Promise<void> {
  const event = { action: 'changed', subject: collection, title, recordId: id } as const
  await recordActivity(tx, context, event)
}

/** Stores the text of a page of a file of an entry, or an attempt to read it. */
export async function writePageText(
  tx: EntityManager,
  { seq }: Pick<EntryRow, 'seq'>,
  text: Omit<PageTextRow, 'entrySeq'>,
): Promise<void> {
  await upsert(tx, PageTextRow, { ...text, entrySeq: seq }, ['stem', 'page'])
}

/** Stores the words of an entry for the search after the text of a page has changed. */
export async function indexAgain(tx: EntityManager, row: EntryRow): Promise<void> {
  await indexEntry(tx, { ...row, body: await readBody(tx, row) })
}

/** Deletes the texts of files that neither their entry nor one of its former versions has. */
export async function deleteUnusedTexts(db: Database): Promise<void> {
  await db.writePrivate((tx) =>
    tx.query(
      `DELETE FROM page_text WHERE stem NOT IN (
         SELECT file_stem FROM entry WHERE file_stem IS NOT NULL
         UNION SELECT further.value ->> 'stem' FROM entry, json_each(entry.more_files) AS further
         UNION SELECT former.value ->> 'stem' FROM version, json_each(version.more_files) AS former
       )`,
    ),
  )
}
