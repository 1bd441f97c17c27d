import { unicodeTexts } from './unicode-texts.ts'

/**
 * The page with its Bijoy text in Unicode; null where there is none. The font that tells Bijoy from
 * English is lost in harmless HTML, so that the page is judged by its words as a whole.
 * @param html harmless
 */
export function unicodeHtml(html: string): string | null {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  const converted = unicodeTexts(texts.map(({ nodeValue }) => nodeValue ?? ''))
  if (!converted) return null
  for (const [at, text] of texts.entries()) text.nodeValue = converted[at] ?? text.nodeValue
  return body.innerHTML
}
