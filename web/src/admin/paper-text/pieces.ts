import { ReadWord } from '@bidyaloy/shared/lib/ocr/read-page'
import type { EntryText } from '@bidyaloy/shared/papers/entry-text'
import * as z from 'zod'

/** A paragraph of an Office file, or a cell. */
const Piece = ReadWord.pick({ text: true, as: true })
const Lines = z.array(z.array(Piece))
export type Pieces = z.infer<typeof Lines>

/** Returns the paragraphs and rows of a page of an Office file; undefined for other pages. */
export function piecesOf(
  page: Pick<EntryText['pages'][number], 'source' | 'lines'> | undefined,
): Pieces | undefined {
  if (!page?.lines || page.source === 'read' || page.lines.length === 0) return undefined
  return page.lines.map((line) => {
    if (line[0]?.as === 'cell') return line.map(({ text, as }) => ({ text, as }))
    return [{ text: line.map(({ text }) => text).join(' '), as: line[0]?.as }]
  })
}

/** Returns the pieces as a text, which is stored as a draft. */
export const packPieces = (lines: Pieces): string => JSON.stringify(lines)

/** @returns undefined if a stored text is something else */
export function unpackPieces(text: string): Pieces | undefined {
  try {
    return Lines.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
