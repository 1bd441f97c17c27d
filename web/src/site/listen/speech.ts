import { sentencesOf } from './sentences.ts'

/* Reads a page aloud. Loaded where the device has a voice for it. */

/** What is read: the title, the text, and the shown text of papers. */
const SPOKEN = 'h1, .prose, .pagetext__lines'
const BLOCK = 'h1, h2, h3, h4, p, li, th, td, figcaption, .prose, .pagetext__lines'
const SILENT = 'nav, figure, details:not([open]), [aria-hidden="true"], .vh'
/** Name of the highlight in `listen.css`. */
const HIGHLIGHT = 'saying'

interface Sentence {
  text: string
  block: Element
  range: Range
}

/** A piece of text within a block, and where it begins in the text of the block. */
interface Piece {
  node: Text
  start: number
}

/** Returns the sentences of the page, in its order. */
function sentencesOfPage(page: Element): Sentence[] {
  const blocks = new Map<Element, { text: string; pieces: Piece[] }>()
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!(node instanceof Text) || !parent?.closest(SPOKEN) || parent.closest(SILENT)) continue
    const block = parent.closest(BLOCK) ?? parent
    const { text, pieces } = blocks.get(block) ?? { text: '', pieces: [] }
    pieces.push({ node, start: text.length })
    blocks.set(block, { text: text + node.data, pieces })
  }
  return [...blocks].flatMap(([block, { text, pieces }]) =>
    sentencesOf(text).map(({ start, end }) => {
      const range = new Range()
      const pieceAt = (at: number) => pieces.filter((piece) => piece.start <= at).at(-1)
      const first = pieceAt(start)
      const last = pieceAt(end - 1)
      if (first && last) {
        range.setStart(first.node, start - first.start)
        range.setEnd(last.node, end - last.start)
      }
      return { text: text.slice(start, end), block, range }
    }),
  )
}

/** Marks a sentence, or where browsers cannot, its paragraph; returns what takes the mark away. */
function mark({ block, range }: Sentence): () => void {
  if ('highlights' in CSS) {
    CSS.highlights.set(HIGHLIGHT, new Highlight(range))
    return () => CSS.highlights.delete(HIGHLIGHT)
  }
  block.classList.add('saying')
  return () => block.classList.remove('saying')
}

/**
 * Reads the shown page, sentence by sentence, until its end, a failure, or the document is left.
 * @param onEnd called once, unless it is stopped
 * @returns stops it
 */
export function readPage(voiceURI: string, onEnd: () => void): () => void {
  const synthesis = globalThis.speechSynthesis
  const voice = synthesis.getVoices().find((one) => one.voiceURI === voiceURI)
  const page = document.getElementById('main')
  const sentences = page ? sentencesOfPage(page) : []
  let unmark = () => {}
  // Chromium forgets what is spoken, and its end, unless something refers to it.
  let spoken: SpeechSynthesisUtterance | undefined
  const stop = () => {
    if (spoken) Object.assign(spoken, { onend: null, onerror: null })
    unmark()
    synthesis.cancel()
    removeEventListener('pagehide', leave)
  }
  const leave = () => {
    stop()
    onEnd()
  }
  const say = ([sentence, ...rest]: readonly Sentence[]) => {
    unmark()
    if (!sentence) return leave()
    unmark = mark(sentence)
    spoken = new SpeechSynthesisUtterance(sentence.text)
    spoken.lang = voice?.lang ?? 'bn-BD'
    if (voice) spoken.voice = voice
    spoken.onend = () => say(rest)
    spoken.onerror = leave
    synthesis.speak(spoken)
  }
  addEventListener('pagehide', leave)
  // Of another page of this browser.
  synthesis.cancel()
  say(sentences)
  return stop
}
