/*
 * The part of Markdown in which the office's guide is written: «# » title, «## » sections,
 * paragraphs, «1. » and «- » lists, «> » advice, pictures in lines of their own, **bold** for what
 * stands on the screen, [text](address). One paragraph or item is one line.
 */

/** A stretch of text. Bold is the name of something on the screen. */
export type GuidePart =
  | { kind: 'text' | 'name'; text: string }
  | { kind: 'link'; text: string; href: string }

/** A piece of a topic, from top to bottom. */
export type GuidePiece =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph' | 'advice'; parts: GuidePart[] }
  | { kind: 'steps' | 'list'; items: GuidePart[][] }
  | { kind: 'picture'; file: string; text: string }

/** A topic of the guide, taken apart. */
export interface GuideText {
  title: string
  /** What the topic is about, in a sentence or two. */
  lead: string
  pieces: GuidePiece[]
}

const MARKS = /\*\*([^*]+)\*\*|\[([^[\]]+)\]\(([^()\s]+)\)/g

function guideParts(line: string): GuidePart[] {
  const parts: GuidePart[] = []
  let done = 0
  const addText = (end: number) => {
    if (end > done) parts.push({ kind: 'text', text: line.slice(done, end) })
  }
  for (const { 0: whole, 1: name, 2: label, 3: href, index } of line.matchAll(MARKS)) {
    addText(index)
    if (name !== undefined) parts.push({ kind: 'name', text: name })
    else if (label !== undefined && href !== undefined) {
      parts.push({ kind: 'link', text: label, href })
    }
    done = index + whole.length
  }
  addText(line.length)
  return parts
}

const LINES: readonly [RegExp, (rest: string, file: string) => GuidePiece][] = [
  [/^## (.+)$/, (text) => ({ kind: 'heading', text })],
  [/^\d+\. (.+)$/, (item) => ({ kind: 'steps', items: [guideParts(item)] })],
  [/^- (.+)$/, (item) => ({ kind: 'list', items: [guideParts(item)] })],
  [/^> (.+)$/, (text) => ({ kind: 'advice', parts: guideParts(text) })],
  [
    /^!\[([^\]]+)\]\((?:[^()\s]*\/)?([^()\s/]+)\)$/,
    (text, file) => ({ kind: 'picture', file, text }),
  ],
  [/^(.+)$/, (text) => ({ kind: 'paragraph', parts: guideParts(text) })],
]

function pieceOf(line: string): GuidePiece {
  for (const [pattern, make] of LINES) {
    const [, first, second = ''] = pattern.exec(line) ?? []
    if (first !== undefined) return make(first, second)
  }
  throw new Error(`Not a line of the guide: ${line}`)
}

/** Takes a topic apart. Throws where title or lead are missing. */
export function readGuideText(markdown: string): GuideText {
  const lines = markdown.split('\n').map((line) => line.trimEnd())
  const [title, lead, ...rest] = lines.filter((line) => line !== '')
  if (!title?.startsWith('# ') || !lead)
    throw new Error(`No title and lead: ${markdown.slice(0, 40)}`)
  const pieces: GuidePiece[] = []
  for (const line of rest) {
    const piece = pieceOf(line)
    const last = pieces.at(-1)
    if ('items' in piece && last && 'items' in last && last.kind === piece.kind) {
      last.items.push(...piece.items)
    } else {
      pieces.push(piece)
    }
  }
  return { title: title.slice(2), lead, pieces }
}

/** The words alone. */
export function wordsOf(parts: readonly GuidePart[]): string {
  return parts.map(({ text }) => text).join('')
}
