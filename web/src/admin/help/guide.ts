import { foldForSearch } from '@bidyaloy/shared/bengali/search-text'
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

/** Both the repository and the dashboard show the texts of this folder. */
const texts = import.meta.glob<string>('../../../../docs/bn/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
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

/** Returns the sections that contain all words of a query. Matches in headings rank first. */
export function searchGuide(guide: readonly GuideTopic[], query: string): GuideHit[] {
  const words = foldForSearch(query).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const hits: { hit: GuideHit; rank: number }[] = []
  for (const topic of guide) {
    for (const [section, { heading, lines }] of [...sectionsOf(topic)].entries()) {
      const folded = foldForSearch(heading ?? topic.title)
      const text = foldForSearch([topic.title, heading, ...lines].join(' '))
      if (!words.every((word) => text.includes(word))) continue
      // A match in the topic's title alone does not count for each of its sections.
      const own = foldForSearch([heading ?? topic.title, ...lines].join(' '))
      if (!words.some((word) => own.includes(word))) continue
      const inLine = (line: string) => words.filter((word) => foldForSearch(line).includes(word))
      const line = lines.reduce(
        (best, next) => (inLine(next).length > inLine(best).length ? next : best),
        lines[0] ?? '',
      )
      const rank = words.filter((word) => folded.includes(word)).length
      hits.push({ hit: { topic, section, heading, line }, rank })
    }
  }
  return hits.sort((a, b) => b.rank - a.rank).map(({ hit }) => hit)
}
