import { foldForSearch } from '@bidyaloy/shared/bengali/search-text'
import pictureSizes from '../../../../docs/pictures/sizes.json'
import { type HelpTopic, helpTopics } from '../components/screens.ts'
import { type GuidePiece, type GuideText, readGuideText, wordsOf } from './guide-pieces.ts'

/** A topic and its name. */
export interface GuideTopic extends GuideText {
  name: HelpTopic
}

interface GuidePicture {
  src: string
  /** In the pixels of the page. */
  width: number
  height: number
}

/** The folder is the one source, for readers of the repository and of the dashboard alike. */
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

/** All topics, in the order in which they are read. */
export const guide: readonly GuideTopic[] = names.map((name) => {
  const text = texts[`../../../../docs/bn/${name}.md`]
  if (text === undefined) throw new Error(`The guide lacks ${name}`)
  return { name, ...readGuideText(text) }
})

/** The topic that an address or a link in the guide names, or undefined. */
export function findTopic(name: string | undefined): GuideTopic | undefined {
  return guide.find((topic) => topic.name === name)
}

const sizes: Readonly<Record<string, { width: number; height: number } | undefined>> = pictureSizes

/** A picture of the guide; throws where there is none of that name. @param file such as `notices.webp` */
export function guidePicture(file: string): GuidePicture {
  const src = pictures[`../../../../docs/pictures/${file}`]
  const size = sizes[file]
  if (src === undefined || size === undefined)
    throw new Error(`The guide lacks the picture ${file}`)
  return { src, ...size }
}

/** A place of the guide that speaks of what was asked. */
interface GuideHit {
  topic: GuideTopic
  /** Which of the topic's headings stands above it, counted from 1; 0: none yet. */
  section: number
  heading: string | null
  /** The line that speaks of it. */
  line: string
}

function linesOf(piece: GuidePiece): string[] {
  if (piece.kind === 'heading' || piece.kind === 'picture') return []
  return 'items' in piece ? piece.items.map(wordsOf) : [wordsOf(piece.parts)]
}

/** Title and lead, then what stands under each heading. */
function* placesOf(topic: GuideTopic): Generator<{ heading: string | null; lines: string[] }> {
  let place: { heading: string | null; lines: string[] } = { heading: null, lines: [topic.lead] }
  for (const piece of topic.pieces) {
    if (piece.kind === 'heading') {
      yield place
      place = { heading: piece.text, lines: [] }
    } else {
      place.lines.push(...linesOf(piece))
    }
  }
  yield place
}

/** Every place that holds all words of the query; those with a word in their headline first. */
export function searchGuide(guide: readonly GuideTopic[], query: string): GuideHit[] {
  const words = foldForSearch(query).split(' ').filter(Boolean)
  if (words.length === 0) return []
  const hits: { hit: GuideHit; rank: number }[] = []
  for (const topic of guide) {
    for (const [section, { heading, lines }] of [...placesOf(topic)].entries()) {
      const headline = foldForSearch(heading ?? topic.title)
      const text = foldForSearch([topic.title, heading, ...lines].join(' '))
      if (!words.every((word) => text.includes(word))) continue
      // A topic's name alone says nothing about each of its sections.
      const own = foldForSearch([heading ?? topic.title, ...lines].join(' '))
      if (!words.some((word) => own.includes(word))) continue
      const inLine = (line: string) => words.filter((word) => foldForSearch(line).includes(word))
      const line = lines.reduce(
        (best, next) => (inLine(next).length > inLine(best).length ? next : best),
        lines[0] ?? '',
      )
      const rank = words.filter((word) => headline.includes(word)).length
      hits.push({ hit: { topic, section, heading, line }, rank })
    }
  }
  return hits.sort((a, b) => b.rank - a.rank).map(({ hit }) => hit)
}
