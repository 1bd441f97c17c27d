import { unicodeTexts } from './unicode-texts.ts'

/** What a reader takes in at once: a row of a table, a paragraph, an item of a list. */
const LINE = 'tr, p, li, h1, h2, h3, h4, caption'

/**
 * The page with its Bijoy text in Unicode; null where there is none. The font that tells Bijoy from
 * English is lost in harmless HTML, so that the page is judged by its words as a whole.
 * @param html harmless
 */
export function unicodeHtml(html: string): string | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const lines = linesOf(body)
  const converted = unicodeTexts(
    lines.map((texts) => texts.map(({ nodeValue }) => nodeValue ?? '')),
  )
  if (!converted) return null
  for (const [at, texts] of lines.entries()) {
    for (const [place, text] of texts.entries()) {
      text.nodeValue = converted[at]?.[place] ?? text.nodeValue
    }
  }
  return body.innerHTML
}

/** The texts of a page by the line that they stand in. */
function linesOf(body: HTMLElement): Node[][] {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const lines = new Map<Node, Node[]>()
  while (walker.nextNode()) {
    const text = walker.currentNode
    // A cell of a table often holds a paragraph; the row is the line.
    const line = text.parentElement?.closest('tr') ?? text.parentElement?.closest(LINE) ?? body
    const texts = lines.get(line) ?? []
    lines.set(line, texts)
    texts.push(text)
  }
  return [...lines.values()]
}
