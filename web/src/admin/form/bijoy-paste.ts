/** Fonts of the family, not those that hold Unicode and end in OMJ. */
const BIJOY_FONT = /(?:^|[^O])MJ\b|bijoy/i

/** What was pasted, as far as its look tells of Bijoy. */
export interface BijoyPaste {
  /** Where in the field it went. */
  start: number
  text: string
  /** The words that stood in a Bijoy font. */
  words: ReadonlySet<string>
}

/**
 * What the clipboard's HTML says of the fonts of pasted text: Word names the font of each piece.
 * Null where no piece stands in a Bijoy font.
 */
export function readBijoyPaste(clipboard: DataTransfer, start: number): BijoyPaste | null {
  const html = clipboard.getData('text/html')
  if (!BIJOY_FONT.test(html)) return null
  // A document of its own that runs nothing and loads nothing; its styles the browser would refuse
  // aloud, here they are only read.
  const unstyled = html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/\sstyle\s*=/gi, ' data-style=')
  const { body } = new DOMParser().parseFromString(unstyled, 'text/html')
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const words = new Set<string>()
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode
    if (!parentElement || !BIJOY_FONT.test(fontOf(parentElement))) continue
    for (const word of (textContent ?? '').split(/\s+/)) if (word) words.add(word)
  }
  return words.size > 0 ? { start, text: clipboard.getData('text/plain'), words } : null
}

/** The font that the nearest element around a text names. */
function fontOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const styled = /font-family\s*:([^;]*)/i.exec(at.getAttribute('data-style') ?? '')?.[1]
    const named = styled ?? at.getAttribute('face')
    if (named) return named
  }
  return ''
}

/** The pasted text with the words of the Bijoy font read as what they show. */
export function convertPaste(
  { text, words }: BijoyPaste,
  bijoyToUnicode: (text: string) => string,
): string {
  // Runs of such words in one go, so that marks see what stands beside them.
  let written = ''
  let run = ''
  for (const piece of text.split(/(\s+)/)) {
    if (piece.trim() === '' || words.has(piece)) run += piece
    else {
      written += bijoyToUnicode(run) + piece
      run = ''
    }
  }
  return written + bijoyToUnicode(run)
}
