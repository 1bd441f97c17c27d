import { OFFICE_ENGINE, type ReadLine, type ReadPage } from '@bidyaloy/shared/lib/ocr/read-page'
import { JobError } from '../worker-entry.ts'
import { readDocx } from './docx.ts'
import { type OfficeParts, withOfficeParts } from './office-parts.ts'
import { readPptx } from './pptx.ts'
import { readXlsx } from './xlsx.ts'

/** A job of the office worker. */
export interface OfficeJob {
  /** The file itself: the process that reads it may open no file. */
  bytes: Uint8Array
  extension: string
  /** Counted from 1: of a workbook a worksheet, of a presentation a slide, of a document some pages. */
  page: number
  /** Longest text of a page, in UTF-16 units. */
  maxText: number
  /** Number of pages that are read at most. */
  maxPages: number
}

type Limits = Pick<OfficeJob, 'maxText' | 'maxPages'>

const readers: Readonly<
  Record<string, (parts: OfficeParts, limits: Limits) => Promise<ReadLine[][]>>
> = {
  docx: async (parts, { maxText, maxPages }) =>
    cutIntoPages(await readDocx(parts, maxText * maxPages), maxText).slice(0, maxPages),
  xlsx: async (parts, { maxText, maxPages }) =>
    (await readXlsx(parts, maxPages)).map((lines) => firstPage(lines, maxText)),
  pptx: async (parts, { maxText, maxPages }) =>
    (await readPptx(parts, maxPages)).map((lines) => firstPage(lines, maxText)),
}

/**
 * Reads the text of one page of an Office file.
 * @returns a page without lines if it has none; `source` is null behind the last page that is read
 * @throws JobError `unreadable` if the file is damaged, encrypted or too large
 */
export async function readOffice({
  bytes,
  extension,
  page,
  ...limits
}: OfficeJob): Promise<ReadPage> {
  try {
    const read = readers[extension]
    if (!read) throw new RangeError(`Files of type ${extension} have no reader`)
    const pages = await withOfficeParts(bytes, (parts) => read(parts, limits))
    const lines = pages[page - 1]
    return {
      pageCount: Math.max(pages.length, 1),
      source: lines ? 'office' : null,
      engine: OFFICE_ENGINE,
      lines: lines ?? [],
    }
  } catch (error) {
    throw new JobError('unreadable', error)
  }
}

const firstPage = (lines: readonly ReadLine[], maxText: number) =>
  cutIntoPages(lines, maxText)[0] ?? []

/** Cuts a text into pages at the ends of lines. */
function cutIntoPages(lines: readonly ReadLine[], maxText: number): ReadLine[][] {
  const pages: ReadLine[][] = []
  let left = 0
  for (const line of lines.flatMap((one) => cutLine(one, maxText))) {
    const length = lengthOf(line)
    if (length > left) {
      pages.push([])
      left = maxText
    }
    pages.at(-1)?.push(line)
    left -= length
  }
  return pages
}

const lengthOf = (line: ReadLine) => line.reduce((sum, { text }) => sum + text.length + 1, 0)

/** Cuts a line that is longer than a page into paragraphs. */
function cutLine(line: ReadLine, maxText: number): ReadLine[] {
  if (lengthOf(line) <= maxText) return [line]
  return line.flatMap(({ as: _, ...word }) => {
    const parts = word.text.match(new RegExp(`.{1,${maxText - 1}}`, 'gsu')) ?? []
    return parts.map((text) => [{ ...word, text }])
  })
}
