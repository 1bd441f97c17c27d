import type { ReadWord } from '@bidyaloy/shared/lib/ocr/read-page'

type Line = readonly Pick<ReadWord, 'as'>[]

/** Neighbouring lines of one kind; those of cells are a table. */
export interface OfficeBlock<L extends Line> {
  kind: 'heading' | 'item' | 'cell' | 'paragraph'
  lines: L[]
  /** Place of the first line among those of the page, from 0. */
  start: number
}

/** Returns the blocks of a page of an Office file. */
export function officeBlocks<L extends Line>(lines: readonly L[]): OfficeBlock<L>[] {
  const blocks: OfficeBlock<L>[] = []
  for (const [start, line] of lines.entries()) {
    const last = blocks.at(-1)
    const kind = line[0]?.as ?? 'paragraph'
    if (last?.kind === kind) last.lines.push(line)
    else blocks.push({ kind, lines: [line], start })
  }
  return blocks
}
