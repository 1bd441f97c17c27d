import { EXCERPT_LENGTH } from '@bidyaloy/shared/collections/entry'
import { excerptOf } from '@bidyaloy/shared/lib/markdown'
import type { PageText } from '@bidyaloy/shared/lib/ocr/shown-text'
import { type EntityManager, In, IsNull, Not } from 'typeorm'
import { upsert } from './engine.ts'
import { EntryBodyRow, EntryRow, FileOwnerRow, PageTextRow, type StoredFile } from './entities.ts'

/* How the text and the files of an entry are stored: see `migrations/0001-first-schema.ts`. */

/** Returns all files of an entry in order. */
export function filesOfRow({
  file,
  moreFiles,
}: Pick<EntryRow, 'file' | 'moreFiles'>): StoredFile[] {
  return file ? [file, ...(moreFiles ?? [])] : []
}

/** Returns all stored files of an entry: its own, and the preview of its video. */
export function storedFilesOf(
  row: Pick<EntryRow, 'file' | 'moreFiles' | 'videoPicture'>,
): StoredFile[] {
  return [...filesOfRow(row), ...(row.videoPicture ? [row.videoPicture] : [])]
}

type FileColumns = Pick<EntryRow, 'file' | 'fileStem' | 'moreFiles' | 'pagesPending'>

/** Returns the columns that store these files. */
export function fileColumns(files: readonly StoredFile[]): FileColumns {
  const [file = null, ...more] = files
  return {
    file,
    fileStem: file?.stem ?? null,
    moreFiles: more.length > 0 ? more : null,
    pagesPending: files.some(isWithoutPages),
  }
}

/** Whether a file is a PDF whose pages are not rendered yet. */
export function isWithoutPages({ extension, pages }: StoredFile): boolean {
  return extension === 'pdf' && !pages
}

/** Records that these files belong or belonged to an entry; the first file needs no record. */
export async function recordFileOwner(
  tx: EntityManager,
  entrySeq: number,
  files: readonly StoredFile[],
): Promise<void> {
  await upsert(
    tx,
    FileOwnerRow,
    files.map(({ stem }) => ({ stem, entrySeq })),
    ['stem'],
  )
}

/** Returns the text of an entry, or an empty one. */
export async function readBody(read: EntityManager, { seq, excerpt }: EntryRow): Promise<string> {
  if (excerpt === null) return ''
  return (await read.findOneBy(EntryBodyRow, { entrySeq: seq }))?.body ?? ''
}

/** Stores the text of an entry; an empty one is removed. */
export async function writeBody(tx: EntityManager, entrySeq: number, body: string): Promise<void> {
  if (body === '') await tx.delete(EntryBodyRow, { entrySeq })
  else await upsert(tx, EntryBodyRow, { entrySeq, body }, ['entrySeq'])
}

/** Returns the excerpt that lists show of a text. */
export function excerptColumn(body: string): Pick<EntryRow, 'excerpt'> {
  return { excerpt: body === '' ? null : excerptOf(body, EXCERPT_LENGTH) }
}

/** A page whose text is known, of a file of an entry. */
export type FoundPageText = PageTextRow & Required<Pick<PageText, 'source'>>

/** Returns the texts of the present files of an entry, in order; without pages without a text. */
export async function pageTextsOf(read: EntityManager, entrySeq: number): Promise<FoundPageText[]> {
  const found = await foundTextsOf(read, [entrySeq])
  if (found.length === 0) return []
  const entry = await read.findOneBy(EntryRow, { seq: entrySeq })
  const files = entry ? filesOfRow(entry) : []
  return files.flatMap(({ stem }) => found.filter((text) => text.stem === stem))
}

/** Returns the texts of the present and former files of entries, by page. */
export async function foundTextsOf(
  read: EntityManager,
  entrySeqs: readonly number[],
): Promise<FoundPageText[]> {
  const rows = await read.find(PageTextRow, {
    where: { entrySeq: In([...entrySeqs]), source: Not(IsNull()) },
    order: { page: 'ASC' },
  })
  return rows.filter(hasText)
}

function hasText(row: PageTextRow): row is FoundPageText {
  return row.source !== null
}
