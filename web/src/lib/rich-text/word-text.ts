import { bijoyToUnicode } from '@bidyaloy/shared/lib/bijoy/bijoy'
import { strFromU8, unzipSync } from 'fflate'
import { DOMParser as SchemaReader } from 'prosemirror-model'
import { schema } from './schema.ts'
import { writeMarkdown } from './write-markdown.ts'

const MAX_FILE_BYTES = 25_000_000
/** Some hundred pages. */
const MAX_XML_BYTES = 4_000_000
const DOCUMENT = 'word/document.xml'

/**
 * Reads a DOCX file: its paragraphs, headings, lists, tables and bold words, without pictures.
 * @returns Markdown; empty if it has no text or is too large
 * @throws Error if it is damaged
 */
export async function readWordText(file: Blob): Promise<string> {
  if (file.size > MAX_FILE_BYTES) return ''
  const { [DOCUMENT]: part } = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter: ({ name, originalSize }) => name === DOCUMENT && originalSize <= MAX_XML_BYTES,
  })
  if (!part) return ''
  const { documentElement } = new DOMParser().parseFromString(strFromU8(part), 'application/xml')
  const { body } = document.implementation.createHTMLDocument()
  appendBlocks(body, documentElement)
  return writeMarkdown(SchemaReader.fromSchema(schema).parse(body)).trim()
}

function appendBlocks(to: HTMLElement, word: Element): void {
  for (const block of word.children) {
    if (block.localName === 'p') appendParagraph(to, block)
    else if (block.localName === 'tbl') to.append(tableOf(block))
    // Others hold blocks, such as a table of contents.
    else appendBlocks(to, block)
  }
}

function appendParagraph(to: HTMLElement, word: Element): void {
  const style = valOf(descendant(word, 'pStyle')) ?? ''
  const isItem = descendant(word, 'numPr') !== undefined
  const isTop = /^(?:title|heading1)$/i.test(style)
  const element = document.createElement(
    isItem ? 'li' : isTop ? 'h2' : /^heading/i.test(style) ? 'h3' : 'p',
  )
  element.append(...textNodes(word))
  if (element.textContent.trim() === '') return
  if (!isItem) {
    to.append(element)
    return
  }
  const last = to.lastElementChild
  const list = last instanceof HTMLUListElement ? last : document.createElement('ul')
  list.append(element)
  to.append(list)
}

function tableOf(word: Element): HTMLElement {
  const table = document.createElement('table')
  for (const row of descendants(word, 'tr')) {
    const cells = table.insertRow()
    for (const cell of descendants(row, 'tc')) {
      const lines = descendants(cell, 'p').map(textNodes)
      cells.insertCell().append(...lines.flatMap((nodes) => [...nodes, ' ']))
    }
  }
  return table
}

interface Run {
  text: string
  isBold: boolean
  isBijoy: boolean
}

/** Fonts whose names end in OMJ contain Unicode. */
const BIJOY_FONT = /[^O]MJ$/

/** Returns the text of a paragraph. Word cuts it anywhere, also within a letter of Bijoy. */
function textNodes(paragraph: Element): (string | HTMLElement)[] {
  const runs: Run[] = []
  for (const word of descendants(paragraph, 'r')) {
    if (word.closest('*|Fallback')) continue
    const text = [...word.children].map(textOf).join('')
    const isBold = !['0', 'false', undefined].includes(valOf(descendant(word, 'b'), 'true'))
    const isBijoy = [...(descendant(word, 'rFonts')?.attributes ?? [])].some(
      ({ localName, value }) => localName === 'ascii' && BIJOY_FONT.test(value),
    )
    const last = runs.at(-1)
    if (last?.isBold === isBold && last.isBijoy === isBijoy) last.text += text
    else runs.push({ text, isBold, isBijoy })
  }
  return runs.flatMap(({ text, isBold, isBijoy }) => {
    const lines = (isBijoy ? bijoyToUnicode(text) : text).split('\n')
    return lines.flatMap((line, at) => {
      const element = document.createElement(isBold ? 'strong' : 'span')
      element.textContent = line
      return at > 0 ? [document.createElement('br'), element] : [element]
    })
  })
}

function textOf({ localName, textContent }: Element): string {
  if (localName === 't') return textContent
  if (localName === 'tab') return ' '
  return localName === 'br' || localName === 'cr' ? '\n' : ''
}

const descendants = (element: Element, name: string) => [
  ...element.getElementsByTagNameNS('*', name),
]
const descendant = (element: Element, name: string) => descendants(element, name)[0]

/** Returns the attribute `val` of a property; `unset` if it has none. */
const valOf = (element: Element | undefined, unset?: string) =>
  element && ([...element.attributes].find(({ localName }) => localName === 'val')?.value ?? unset)
