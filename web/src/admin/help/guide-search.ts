import { foldForSearch } from '@bidyaloy/shared/bengali/search-text'
import type { GuideTopic } from './guide.ts'
import { type GuidePiece, wordsOf } from './guide-pieces.ts'

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
