// A lazy chunk: carries the Bijoy converter.
import { suggestUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'

/**
 * Converts cells typed in Bijoy to Unicode; returns null if none were. All cells are judged
 * together, because a short text alone does not show its encoding.
 */
export function convertCells(rows: readonly (readonly string[])[]): string[][] | null {
  // Single spaces, so that line ends and tabs separate the cells again afterwards.
  const plain = rows.map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ')))
  const converted = suggestUnicode(plain.map((cells) => cells.join('\t')).join('\n'))
    ?.split('\n')
    .map((line) => line.split('\t'))
  if (converted?.length !== rows.length) return null
  return rows.map((cells, row) =>
    cells.map((cell, column) => {
      const unicode = converted[row]?.[column] ?? ''
      return unicode === plain[row]?.[column] ? cell : unicode
    }),
  )
}

const BLOCKS = 'tr, p, li, h1, h2, h3, h4, caption'

/**
 * Converts the Bijoy text of a page to Unicode; returns null without Bijoy text. Sanitizing removes
 * the fonts that would mark Bijoy, so the text of the whole page is judged together.
 * @param html sanitized
 */
export function convertHtml(html: string): string | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const blocks = new Map<Node, Node[]>()
  while (walker.nextNode()) {
    const text = walker.currentNode
    // The cells of a table row belong together, even if each contains a paragraph.
    const block = text.parentElement?.closest('tr') ?? text.parentElement?.closest(BLOCKS) ?? body
    const texts = blocks.get(block) ?? []
    blocks.set(block, texts)
    texts.push(text)
  }
  const rows = [...blocks.values()]
  const converted = convertCells(rows.map((texts) => texts.map(({ nodeValue }) => nodeValue ?? '')))
  for (const [row, nodes] of rows.entries()) {
    for (const [column, node] of nodes.entries()) {
      node.nodeValue = converted?.[row]?.[column] ?? node.nodeValue
    }
  }
  return converted && body.innerHTML
}
