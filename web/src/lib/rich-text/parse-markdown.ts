import { type MarkdownBlock, markdownBlocks, type TextPart } from '@bidyaloy/shared/lib/markdown'
import type { Mark, Node } from 'prosemirror-model'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** Returns the document of a text in Markdown. */
export function parseMarkdown(markdown: string): Node {
  const blocks = parseBlocks(markdown)
  // Nothing could be written before or after a table or picture without a paragraph there.
  const isWritable = (block: Node | undefined) => block?.isTextblock || block?.type === nodes.list
  if (!isWritable(blocks[0])) blocks.unshift(nodes.paragraph.create())
  if (!isWritable(blocks.at(-1))) blocks.push(nodes.paragraph.create())
  return nodes.doc.create(null, blocks)
}

/** Returns the blocks of a text in Markdown; none of an empty text. */
export function parseBlocks(markdown: string): Node[] {
  return markdownBlocks(markdown).map(blockOf)
}

function blockOf(block: MarkdownBlock): Node {
  switch (block.kind) {
    case 'paragraph':
      return paragraphOf(block.parts)
    case 'heading':
    case 'subheading':
      return nodes.heading.create(
        { level: block.kind === 'heading' ? 2 : 3 },
        inlineOf(block.parts),
      )
    case 'list':
      return nodes.list.create(
        null,
        block.items.map((parts) => nodes.item.create(null, paragraphOf(parts))),
      )
    case 'picture':
      return nodes.picture.create({ file: block.file, description: block.description })
    case 'table':
      return tableOf(block.rows.map((row) => row.map(paragraphOf)))
  }
}

/** Returns a table of cells; the first row has the headings, short rows are filled. */
export function tableOf(rows: readonly (readonly Node[])[]): Node {
  const columns = Math.max(...rows.map(({ length }) => length))
  return nodes.table.create(
    null,
    rows.map((cells, row) => {
      const type = row === 0 ? nodes.table_header : nodes.table_cell
      return nodes.table_row.create(
        null,
        Array.from({ length: columns }, (_, at) =>
          type.create(null, cells[at] ?? nodes.paragraph.create()),
        ),
      )
    }),
  )
}

function paragraphOf(parts: readonly TextPart[]): Node {
  return nodes.paragraph.create(null, inlineOf(parts))
}

function inlineOf(parts: readonly TextPart[], outer: readonly Mark[] = []): Node[] {
  return parts.flatMap((part) => {
    if (part.kind === 'bold') return inlineOf(part.parts, marks.strong.create().addToSet(outer))
    if (part.kind === 'link') {
      return inlineOf(part.parts, marks.link.create({ href: part.href }).addToSet(outer))
    }
    return part.text
      .split('\n')
      .flatMap((line, at) => [
        ...(at > 0 ? [nodes.hard_break.create(null, null, outer)] : []),
        ...(line === '' ? [] : [schema.text(line, outer)]),
      ])
  })
}
