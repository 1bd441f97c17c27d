import { type FoldedWord, foldedWords } from '@bidyaloy/shared/lib/bengali/search-fold'
import { foundAt, queryWords, type SearchWord } from '@bidyaloy/shared/lib/bengali/search-query'
import pictureSizes from '../../../../docs/pictures/sizes.json'
import { type HelpTopic, helpTopics } from '../components/help-topics.ts'
import { type GuidePiece, type GuideText, parseGuideText, textOf } from './guide-pieces.ts'

/** A topic of the guide. */
export interface GuideTopic extends GuideText {
  name: HelpTopic
}

interface GuidePicture {
  src: string
  /** CSS pixels. */
  width: number
  height: number
}

/** Both the repository and the dashboard show the texts of this folder, but the one for who runs the server. */
const texts = import.meta.glob<string>(
  ['../../../../docs/bn/*.md', '!../../../../docs/bn/hosting.md'],
  { query: '?raw', import: 'default', eager: true },
)
const pictures = import.meta.glob<string>('../../../../docs/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

function isTopic(name: string): name is HelpTopic {
  return Object.hasOwn(helpTopics, name)
}

const names = Object.keys(helpTopics).filter(isTopic)

/** All topics in reading order. */
export const guide: readonly GuideTopic[] = names.map((name) => {
  const text = texts[`../../../../docs/bn/${name}.md`]
  if (text === undefined) throw new Error(`The guide lacks ${name}`)
  return { name, ...parseGuideText(text) }
})

/** Returns the topic of this name, or undefined. */
export function findTopic(name: string | undefined): GuideTopic | undefined {
  return guide.find((topic) => topic.name === name)
}

const sizes: Readonly<Record<string, { width: number; height: number } | undefined>> = pictureSizes

/** Returns a picture of the guide. @param file such as `notices.webp` @throws Error if it is missing */
export function guidePicture(file: string): GuidePicture {
  const src = pictures[`../../../../docs/pictures/${file}`]
  const size = sizes[file]
  if (src === undefined || size === undefined)
    throw new Error(`The guide lacks the picture ${file}`)
  return { src, ...size }
}

/** A search result. */
interface GuideHit {
  topic: GuideTopic
  /** Number of the section's heading, counted from 1; 0 before the first heading. */
  section: number
  heading: string | null
  /** The line with the most matching words. */
  line: string
}

function linesOf(piece: GuidePiece): string[] {
  if (piece.kind === 'heading' || piece.kind === 'picture') return []
  return 'items' in piece ? piece.items.map(textOf) : [textOf(piece.parts)]
}

/** Yields the lead, then the lines of each section. */
function* sectionsOf(topic: GuideTopic): Generator<{ heading: string | null; lines: string[] }> {
  let current: { heading: string | null; lines: string[] } = { heading: null, lines: [topic.lead] }
  for (const piece of topic.pieces) {
    if (piece.kind === 'heading') {
      yield current
      current = { heading: piece.text, lines: [] }
    } else {
      current.lines.push(...linesOf(piece))
    }
  }
  yield current
}

/** Whether a word of a query, one of its other forms or a synonym occurs in a folded text. */
const isIn = (word: SearchWord, text: readonly FoldedWord[]) =>
  text.some((_, at) => foundAt(word, text, at) > 0)

const fold = (...lines: string[]) => [...foldedWords(lines.join('\n'))]

/**
 * Returns the sections that contain at least two words of a query, or its only one. Words that occur
 * nowhere do not count, so that a question finds its answer: «পাসওয়ার্ড ভুলে গেছি, কী করব?» Sections
 * with the most words in their heading rank first, then those with the most words.
 */
export function searchGuide(guide: readonly GuideTopic[], query: string): GuideHit[] {
  const sections = guide.flatMap((topic) =>
    Array.from(sectionsOf(topic), ({ heading, lines }, section) => {
      const title = heading ?? topic.title
      // A match in the topic's title alone does not count for each of its sections.
      return { topic, section, heading, lines, head: fold(title), own: fold(title, ...lines) }
    }),
  )
  const words = queryWords(query).filter((word) => sections.some(({ own }) => isIn(word, own)))
  const count = (text: readonly FoldedWord[]) => words.filter((word) => isIn(word, text)).length
  const hits = sections.flatMap(({ topic, section, heading, lines, head, own }) => {
    const found = words.filter((word) => isIn(word, own) || isIn(word, fold(topic.title))).length
    if (found < Math.min(2, words.length) || count(own) === 0) return []
    const line = lines.reduce(
      (best, next) => (count(fold(next)) > count(fold(best)) ? next : best),
      lines[0] ?? '',
    )
    return { hit: { topic, section, heading, line }, inHead: count(head), found }
  })
  hits.sort((a, b) => b.inHead - a.inHead || b.found - a.found)
  return hits.map(({ hit }) => hit)
}
