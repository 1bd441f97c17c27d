import { searchKinds } from '@bidyaloy/shared/collections/search'
import { foldedWords, stemOf } from '@bidyaloy/shared/lib/bengali/search-fold'
import { knownWords, type SearchWord, widened } from '@bidyaloy/shared/lib/bengali/search-query'
import {
  editDistance,
  skeletonOf,
  skeletonsNear,
  soundOf,
} from '@bidyaloy/shared/lib/bengali/sounds'
import type { Database } from '../../db/database.ts'
import { query } from '../../db/engine.ts'
import { IS_VISIBLE } from '../../db/entry-times.ts'

/* Words that a query may have meant: those of titles, of people, and those with synonyms. */

/** A word without its ending, folded. */
interface KnownWord {
  stem: string
  sound: string
}

export interface Vocabulary {
  /** By the consonants of their sound. */
  bySkeleton: ReadonlyMap<string, readonly KnownWord[]>
  stems: ReadonlySet<string>
}

/** Most words that one word of a query is taken for. */
const MOST_NEAR = 6
/** Shorter beginnings and ends of words say nothing. */
const SHORTEST = 3

const kept = new WeakMap<object, { committed: number; vocabulary: Promise<Vocabulary> }>()

/** Returns the words of what is visible; read once for each state of the database. */
export function vocabularyOf(
  db: Pick<Database, 'read' | 'committed'>,
  now: Date,
): Promise<Vocabulary> {
  const { committed } = db
  const last = kept.get(db)
  if (last?.committed === committed) return last.vocabulary
  const vocabulary = readVocabulary(db.read, now)
  kept.set(db, { committed, vocabulary })
  vocabulary.catch(() => kept.delete(db))
  return vocabulary
}

const KINDS = searchKinds.map((kind) => `'${kind}'`).join(', ')

async function readVocabulary(read: Database['read'], now: Date): Promise<Vocabulary> {
  const at = now.toISOString()
  const rows = await query<{ title: string; fields: string | null }>(
    read,
    `SELECT title, fields FROM entry WHERE ${IS_VISIBLE} AND collection IN (${KINDS})`,
    [at, at],
  )
  const stems = new Set(knownWords)
  for (const { title, fields } of rows) {
    const more = fields === null ? [] : Object.values(JSON.parse(fields) as Record<string, string>)
    for (const { word } of foldedWords([title, ...more].join(' '))) stems.add(stemOf(word))
  }
  const bySkeleton = new Map<string, KnownWord[]>()
  for (const stem of stems) {
    const sound = soundOf(stem)
    const skeleton = skeletonOf(sound)
    if (!skeleton || stem.length < 2) continue
    const alike = bySkeleton.get(skeleton) ?? []
    alike.push({ stem, sound })
    bySkeleton.set(skeleton, alike)
  }
  return { bySkeleton, stems }
}

/**
 * Returns a word that those are found for, too, which sound like it.
 * @param isFound whether something has the word as typed: then only its other spellings are added
 */
export function withNearWords(
  word: SearchWord,
  { bySkeleton, stems }: Vocabulary,
  isFound: boolean,
): SearchWord {
  const [{ words }] = word.forms
  const [typed = ''] = words
  if (words.length > 1 || /\p{N}/u.test(typed)) return word
  const sound = soundOf(typed)
  const skeleton = skeletonOf(sound)
  const candidates: { stem: string; distance: number }[] = []
  for (const near of isFound ? [skeleton] : new Set(skeletonsNear(skeleton))) {
    for (const known of bySkeleton.get(near) ?? []) {
      const distance = editDistance(sound, known.sound)
      if (known.stem === typed || distance > mostDistance(typed, skeleton, near === skeleton))
        continue
      if (!isFound || distance === 0) {
        candidates.push({ stem: known.stem, distance: distance + (near === skeleton ? 0 : 1) })
      }
    }
  }
  const nearest = Math.min(...candidates.map(({ distance }) => distance))
  const others = candidates.filter(({ distance }) => distance === nearest).map(({ stem }) => stem)
  const parts = isFound ? [] : [...compoundsWith(typed, stems), ...partsOf(typed, stems)]
  return widened(word, [...others.slice(0, MOST_NEAR), ...parts])
}

/**
 * Returns how much a word may differ from a word with the same consonants or with others, in sounds.
 * In Latin letters, people write the inherent vowel, too.
 */
function mostDistance(typed: string, { length }: string, isSame: boolean): number {
  if (isSame) return Math.min(length - 1, /^[a-z]/.test(typed) ? 3 : 2) - (length === 3 ? 1 : 0)
  return length >= 4 ? 2 : length - 2
}

/** Returns words that end with a word: দুর্গাপূজা for পূজা. */
function compoundsWith(typed: string, stems: ReadonlySet<string>): string[] {
  if (typed.length < SHORTEST) return []
  return [...stems].filter((stem) => stem.endsWith(typed) && stem !== typed).slice(0, MOST_NEAR)
}

/** Returns the two words that a word consists of: দুর্গা পূজা for দুর্গাপূজা. */
function partsOf(typed: string, stems: ReadonlySet<string>): string[] {
  for (let at = typed.length - SHORTEST; at >= SHORTEST; at -= 1) {
    const [first, second] = [typed.slice(0, at), typed.slice(at)]
    if (stems.has(first) && stems.has(second)) return [`${first} ${second}`]
  }
  return []
}
