import type { Sheet, Worksheet } from './sheet-file.ts'

/** Cells that a workbook shows as one, by the indexes of its first and last row and column. */
export interface MergedRange {
  top: number
  left: number
  bottom: number
  right: number
}

/** More than any table for people has. */
const MAX_RANGES = 5000

/**
 * Returns the merged ranges of each worksheet of a workbook, by its name.
 * @param partOf returns the text of a part of the file; undefined or null: there is none
 */
export function mergedRanges(
  partOf: (name: string) => string | null | undefined,
): Map<string, MergedRange[]> {
  const targets = new Map<string, string>()
  for (const tag of tagsOf(partOf('xl/_rels/workbook.xml.rels') ?? '', 'Relationship')) {
    const target = attributeOf(tag, 'Target') ?? ''
    targets.set(
      attributeOf(tag, 'Id') ?? '',
      target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    )
  }
  const ranges = new Map<string, MergedRange[]>()
  for (const tag of tagsOf(partOf('xl/workbook.xml') ?? '', 'sheet')) {
    const part = partOf(targets.get(attributeOf(tag, '[^ ]*:id') ?? '') ?? '') ?? ''
    const found = tagsOf(part, 'mergeCell')
      .slice(0, MAX_RANGES)
      .flatMap((cell) => rangeOf(attributeOf(cell, 'ref') ?? '') ?? [])
    ranges.set(unescaped(attributeOf(tag, 'name') ?? ''), found)
  }
  return ranges
}

/** Returns the rows of a worksheet with the value of each merged range in all its cells. */
export function filledRows({ rows, merged }: Worksheet): Sheet {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const filled = rows.map((row) => [...row])
  for (const { top, left, bottom, right } of merged) {
    const value = rows[top]?.[left]
    for (let y = top; y <= Math.min(bottom, rows.length - 1); y += 1) {
      for (let x = left; x <= Math.min(right, width - 1); x += 1) {
        const row = filled[y]
        if (row) row[x] = value
      }
    }
  }
  return filled
}

const tagsOf = (xml: string, name: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? []

const attributeOf = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`).exec(tag)?.[2]

/** Parses a range such as `B2:D4`. */
function rangeOf(ref: string): MergedRange | undefined {
  const [, left, top, right, bottom] = /^([A-Z]{1,3})(\d+):([A-Z]{1,3})(\d+)$/.exec(ref) ?? []
  if (!left || !top || !right || !bottom) return undefined
  return {
    top: Number(top) - 1,
    left: columnIndex(left),
    bottom: Number(bottom) - 1,
    right: columnIndex(right),
  }
}

const columnIndex = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&amp;': '&',
}

const unescaped = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES[entity] ?? entity)
