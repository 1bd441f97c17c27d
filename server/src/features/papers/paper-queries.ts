import { Problem } from '@bidyaloy/shared/api/problem'
import { shownText, surenessOf, wholeText } from '@bidyaloy/shared/lib/ocr/shown-text'
import { type EntryText, MAX_READ_PAGES } from '@bidyaloy/shared/papers/entry-text'
import type { EntityManager } from 'typeorm'
import type { EntryRow, StoredFile } from '../../db/entities.ts'
import { type FoundPageText, filesOfRow, pageTextsOf } from '../../db/entry-content.ts'
import { isVisible } from '../../db/entry-times.ts'
import { readingForVisitors } from '../../db/letterhead.ts'
import { CONVERTED } from '../../lib/office/convert-office.ts'
import { fileName } from '../../storage/file-names.ts'
import { findByAddress } from '../collections/collection-queries.ts'

/** Returns the text of the files of an entry as visitors see it. @throws Problem `not_found` */
export async function getEntryText(
  read: EntityManager,
  { collection, id }: Pick<EntryRow, 'collection' | 'id'>,
  now: Date,
): Promise<EntryText> {
  const row = await findByAddress(read, collection, id)
  if (!isVisible(row, now)) throw new Problem('not_found')
  return shownEntryText(read, row)
}

/** Returns the text of the files of an entry as visitors see it once they see the entry. */
export async function shownEntryText(read: EntityManager, row: EntryRow): Promise<EntryText> {
  const textOf = await readingForVisitors(read)
  const { pages, ...state } = await presentText(read, row, (page, file) =>
    isOffice(file) ? { text: shownText(page), lines: page.lines } : { text: textOf(page) },
  )
  return { ...state, pages: pages.filter(({ text }) => text !== '') }
}

/** Returns the whole text that was found in the files of an entry, with its words if it may be wrong. */
export function wholeEntryText(read: EntityManager, row: EntryRow): Promise<EntryText> {
  return presentText(read, row, (page, file) => ({
    text: wholeText(page),
    ...((page.source === 'read' || isOffice(file)) && { lines: page.lines }),
  }))
}

async function presentText(
  read: EntityManager,
  row: EntryRow,
  textOf: (
    page: FoundPageText,
    file: StoredFile,
  ) => Pick<EntryText['pages'][number], 'text' | 'lines'>,
): Promise<EntryText> {
  const texts = await pageTextsOf(read, row.seq)
  const pages = filesOfRow(row).flatMap((file) =>
    texts
      .filter(({ stem }) => stem === file.stem)
      .map((page) => ({
        file: pathOf(file),
        page: page.page,
        source: page.source,
        ...textOf(page, file),
        sureness: surenessOf(page),
      })),
  )
  return {
    pending: row.reading !== null,
    ...(row.reading === 'night' && { atNight: true as const }),
    pages,
  }
}

function pathOf(file: StoredFile): string {
  return `${file.folder}/${fileName(file)}`
}

/** Returns the file of an entry with this path, if it has such a page. */
export function fileWithPage(
  row: EntryRow,
  { file, page }: { file: string; page: number },
): StoredFile | undefined {
  const found = filesOfRow(row).find((one) => pathOf(one) === file)
  return found && page <= pagesToRead(found) ? found : undefined
}

/** Pictures that may be of a paper. */
const PICTURES = ['jpg', 'png', 'webp']
/** Types of Office files whose text is read; those of older versions with an installed LibreOffice. */
export const OLDER_OFFICE = Object.keys(CONVERTED)
export const OFFICE_EXTENSIONS = Object.values(CONVERTED)

/** Whether a file is a document of Word, Excel or PowerPoint. */
export const isOffice = ({ extension }: Pick<StoredFile, 'extension'>) =>
  OFFICE_EXTENSIONS.includes(extension) || isOlderOffice({ extension })

export const isOlderOffice = ({ extension }: Pick<StoredFile, 'extension'>) =>
  OLDER_OFFICE.includes(extension)

/**
 * Returns the number of pages of a file that are read: of a PDF 0 before its pages are rendered, of an
 * Office file more than it may have.
 */
export function pagesToRead(file: StoredFile): number {
  const { extension, pages = [] } = file
  if (PICTURES.includes(extension)) return 1
  if (isOffice(file)) return MAX_READ_PAGES
  return extension === 'pdf' ? Math.min(pages.length, MAX_READ_PAGES) : 0
}
