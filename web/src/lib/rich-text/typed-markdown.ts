import type { Node } from 'prosemirror-model'
import { Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { parseBlocks } from './parse-markdown.ts'
import { hrefOf, isStrong, schema } from './schema.ts'
import { writeBlock } from './write-markdown.ts'

/**
 * Gives marks that were typed or pasted their look: «- » begins a list, «**» closes bold words. A
 * block that its Markdown does not describe is replaced by what that Markdown means, so that the
 * editor never shows what visitors would not see.
 */
export function typedMarkdown(): Plugin {
  let view: EditorView | null = null
  let settled: Node | null = null
  return new Plugin({
    view: (created) => {
      view = created
      settled = created.state.doc
      return {}
    },
    props: {
      handleDOMEvents: {
        // During a composition the text must not change under the keyboard.
        compositionend: (ended) => {
          setTimeout(() => !ended.isDestroyed && ended.dispatch(ended.state.tr), AFTER_COMPOSITION)
        },
      },
    },
    appendTransaction: (_, __, { doc, tr }) => {
      if (view?.composing || doc === settled) return null
      const known = new Set(settled?.children)
      doc.forEach((block, position) => {
        if (!known.has(block)) settle(tr, block, tr.mapping.map(position))
      })
      const last = tr.doc.lastChild
      if (last && (last.type === schema.nodes.table || last.type === schema.nodes.picture)) {
        tr.insert(tr.doc.content.size, schema.nodes.paragraph.create())
      }
      settled = tr.doc
      return tr.docChanged ? tr : null
    },
  })
}

/** ProseMirror reads what a composition wrote within 20 ms. */
const AFTER_COMPOSITION = 50

/** Replaces a block unless its Markdown describes it; the cursor stays before the same words. */
function settle(tr: Transaction, block: Node, from: number): void {
  const markdown = writeBlock(block)
  if (markdown.trim() === '') return
  const blocks = parseBlocks(markdown)
  if (looksOf(blocks) === looksOf([block])) return
  const to = from + block.nodeSize
  const { head } = tr.selection
  const after = head > from && head < to ? textLength(tr.doc, head, to) : null
  tr.replaceWith(from, to, blocks)
  if (after === null) return
  const end = from + blocks.reduce((size, one) => size + one.nodeSize, 0)
  const position = positionBefore(tr.doc, from, end, after)
  tr.setSelection(TextSelection.near(tr.doc.resolve(position), -1))
}

function textLength(doc: Node, from: number, to: number): number {
  return doc.textBetween(from, to, '', '\n').length
}

/** Returns the position between `from` and `to` that so many characters follow. */
export function positionBefore(doc: Node, from: number, to: number, after: number): number {
  const fields: { start: number; size: number }[] = []
  doc.nodesBetween(from, to, (node, position) => {
    if (node.isTextblock) fields.unshift({ start: position + 1, size: node.content.size })
    return !node.isTextblock
  })
  let left = after
  for (const { start, size } of fields) {
    if (left <= size) return start + size - left
    left -= size
  }
  return fields.at(-1)?.start ?? from
}

/** Describes blocks without what cannot be seen: blank ones, and spaces at the ends of lines. */
export function looksOf(blocks: readonly Node[]): string {
  return JSON.stringify(blocks.filter((block) => writeBlock(block).trim() !== '').map(lookOf))
}

function lookOf(node: Node): unknown {
  if (node.isTextblock) return [node.type.name, node.attrs, linesOf(node)]
  const children =
    node.type === schema.nodes.list
      ? node.children.filter((item) => item.textContent.trim() !== '')
      : node.children
  return [node.type.name, node.attrs, children.map(lookOf)]
}

/** Returns the lines of a block, each as its characters with their marks. */
function linesOf(block: Node): string[][] {
  const lines: string[][] = [[]]
  for (const node of block.children) {
    if (!node.isText) lines.push([])
    const marks = `${isStrong(node) ? '*' : ''}${hrefOf(node) ?? ''}`
    for (const sign of node.text ?? '') lines.at(-1)?.push(sign.trim() && sign + marks)
  }
  const isShown = (sign: string) => sign !== ''
  return lines
    .map((line) => line.slice(line.findIndex(isShown), line.findLastIndex(isShown) + 1))
    .filter((line) => line.length > 0)
}
