/*
 * Parses the subset of Markdown in which the guide is written: `# ` title, `## ` headings,
 * paragraphs, `1. ` and `- ` lists, `> ` advice, pictures on lines of their own, **names of screen
 * elements** and [links](address). Each line is a paragraph or an item. The dashboard does not
 * depend on a Markdown library, which would be larger than the guide's own code.
 */

/** A run of text. `name` is the name of something on the screen. */
export type GuidePart =
  | { kind: 'text' | 'name'; text: string }
  | { kind: 'link'; text: string; href: string }

/** A block of a topic. */
export type GuidePiece =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph' | 'advice'; parts: GuidePart[] }
  | { kind: 'steps' | 'list'; items: GuidePart[][] }
  | { kind: 'picture'; file: string; text: string }

/** A parsed topic of the guide. */
export interface GuideText {
  title: string
  /** One or two sentences about the topic. */
  lead: string
  pieces: GuidePiece[]
}

const MARKS = /(\*\*[^*]+\*\*|\[[^[\]]+\]\([^()\s]+\))/
const MARK = /^(?:\*\*(.+)\*\*|\[(.+)\]\((.+)\))$/

function guideParts(line: string): GuidePart[] {
  const tokens = line.split(MARKS).filter((token) => token !== '')
  return tokens.map((token) => {
    const [, name, label, href] = MARK.exec(token) ?? []
    if (name) return { kind: 'name', text: name }
    return label && href ? { kind: 'link', text: label, href } : { kind: 'text', text: token }
  })
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

function parseLine(line: string): GuidePiece {
  for (const [pattern, make] of LINES) {
    const [, first, second = ''] = pattern.exec(line) ?? []
    if (first !== undefined) return make(first, second)
  }
  throw new Error(`Not a line of the guide: ${line}`)
}

/** Parses a topic. @throws Error without a title and a lead */
export function parseGuideText(markdown: string): GuideText {
  const lines = markdown.split('\n').map((line) => line.trimEnd())
  const [title, lead, ...rest] = lines.filter((line) => line !== '')
  if (!title?.startsWith('# ') || !lead) {
    throw new Error(`No title and lead: ${markdown.slice(0, 40)}`)
  }
  const pieces: GuidePiece[] = []
  for (const piece of rest.map(parseLine)) {
    const last = pieces.at(-1)
    if ('items' in piece && last && 'items' in last && last.kind === piece.kind) {
      last.items.push(...piece.items)
    } else {
      pieces.push(piece)
    }
  }
  return { title: title.slice(2), lead, pieces }
}

/** Returns the text without marks. */
export function textOf(parts: readonly GuidePart[]): string {
  return parts.map(({ text }) => text).join('')
}
