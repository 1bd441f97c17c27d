import { pictureMarkdown, tableMarkdown } from '@bidyaloy/shared/lib/markdown'
import type { Node } from 'prosemirror-model'
import { TableMap } from 'prosemirror-tables'
import { hrefOf, isStrong, schema, writtenHref } from './schema.ts'

const { nodes } = schema

/** Writes a document in Markdown. Blank blocks are left out. */
export function writeMarkdown(doc: Node): string {
  const isBlank = (text: string) => text.trim() === ''
  return doc.children
    .map(writeBlock)
    .filter((text) => !isBlank(text))
    .join('\n\n')
}

/** Writes a block in Markdown; returns '' for a blank one. */
export function writeBlock(block: Node): string {
  switch (block.type) {
    case nodes.heading: {
      const text = inlineText(block, ' ')
      return text.trim() && `${block.attrs.level === 2 ? '##' : '###'} ${text}`
    }
    case nodes.list: {
      const items = block.children.map((item) => inlineText(item.child(0), ' '))
      return items
        .filter((text) => text.trim() !== '')
        .map((text) => `- ${text}`)
        .join('\n')
    }
    case nodes.table:
      return tableText(block)
    case nodes.picture:
      return pictureMarkdown(String(block.attrs.description), Number(block.attrs.file))
    default:
      return inlineText(block, '\n')
  }
}

function tableText(table: Node): string {
  const { map, width, height } = TableMap.get(table)
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => {
      const at = row * width + column
      const place = map[at] ?? 0
      // A merged cell is written at its first place.
      const cell = map.indexOf(place) === at ? table.nodeAt(place) : null
      return cell ? inlineText(cell.child(0), ' ') : ''
    }),
  )
  const filled = rows.flat().filter((cell) => cell.trim() !== '')
  if (filled.length === 0) return ''
  // A single row is no table.
  return height > 1 ? tableMarkdown(rows) : filled.join(' ')
}

/** Text between two changes of bold: of a link, or of what is between links. */
interface Run {
  text: string
  isBold: boolean
}

function inlineText(block: Node, lineBreak: '\n' | ' '): string {
  const runs: Run[] = []
  const { children } = block
  for (let at = 0; at < children.length; ) {
    const first = children[at]
    if (!first) break
    const href = first.isText ? hrefOf(first) : undefined
    let end = at + 1
    if (href !== undefined) {
      while (children[end]?.isText && hrefOf(children[end] ?? first) === href) end += 1
      runs.push(linkRun(children.slice(at, end), href))
    } else {
      const text = first.type === nodes.hard_break ? lineBreak : (first.text ?? '')
      runs.push({ text, isBold: isStrong(first) })
    }
    at = end
  }
  return joined(runs)
}

/** A link that is bold as a whole is inside the marks; another has them in its label. */
function linkRun(children: readonly Node[], href: string): Run {
  const runs = children.map((node) => ({
    text: (node.text ?? '').replaceAll('[', '(').replaceAll(']', ')'),
    isBold: isStrong(node),
  }))
  const isBold = runs.every((run) => run.isBold)
  const label = isBold ? runs.map(({ text }) => text).join('') : joined(runs)
  return { text: `[${label}](${writtenHref(href)})`, isBold }
}

function joined(runs: readonly Run[]): string {
  let text = ''
  let isBold = false
  for (const run of runs) {
    if (run.isBold !== isBold) text += '**'
    isBold = run.isBold
    text += run.text
  }
  return isBold ? `${text}**` : text
}
