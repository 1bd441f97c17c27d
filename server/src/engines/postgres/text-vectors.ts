import { FOLDING_VERSION } from '@bidyaloy/shared/lib/bengali/search-fold'
import { query, type SearchFields, type TextIndex } from '../../db/engine.ts'

const WEIGHTS: Record<SearchFields, string> = { all: '', text: 'AB', title: 'A' }
const OF_SCHOOL = 'name = present_school()'

/** The full-text search of PostgreSQL. The weight A is that of titles, B of texts, C of files. */
export const textVectors: TextIndex = {
  matching: 'SELECT seq FROM entry_search WHERE words @@ CAST(? AS tsquery)',
  expression(words, fields, mode = 'all') {
    const weights = WEIGHTS[fields]
    const matches = words.map(({ forms }) => {
      const phrases = forms.map(({ words: parts, isBeginning }) =>
        parts
          .map((part, at) => {
            const flags = `${isBeginning && at === parts.length - 1 ? '*' : ''}${weights}`
            return `'${part}'${flags && `:${flags}`}`
          })
          .join(' <-> '),
      )
      return `(${phrases.map((phrase) => `(${phrase})`).join(' | ')})`
    })
    return matches.join(mode === 'all' ? ' & ' : ' | ')
  },
  rows: 'SELECT seq FROM entry_search',
  version: `SELECT search_version FROM school WHERE ${OF_SCHOOL}`,
  async write(tx, seq, words) {
    await query(
      tx,
      `INSERT INTO entry_search (seq, words) VALUES (?, ?::tsvector)
        ON CONFLICT (school, seq) DO UPDATE SET words = excluded.words`,
      [seq, vectorOf(words)],
    )
  },
  // It has the words of all entries: foreign keys see to it.
  async ensure(tx, indexAll, log) {
    const [school] = await query<{ version: number }>(
      tx,
      `SELECT search_version AS version FROM school WHERE ${OF_SCHOOL}`,
    )
    if (school?.version === FOLDING_VERSION) return
    log?.info('building the search index')
    await tx.query('DELETE FROM entry_search')
    await indexAll()
    await query(tx, `UPDATE school SET search_version = ? WHERE ${OF_SCHOOL}`, [FOLDING_VERSION])
  },
}

/** Limits of a vector: bytes of a word, bytes in all, position of a word, positions of one word. */
const MAX_WORD_BYTES = 2046
const MAX_VECTOR_BYTES = 1_000_000
const MAX_POSITION = 16_383
const MAX_POSITIONS_OF_WORD = 255

/** Returns title, text and files as a `tsvector`, as far as it holds them. */
function vectorOf(texts: readonly string[]): string {
  const positions = new Map<string, string[]>()
  let position = 0
  let bytes = 0
  texts.forEach((text, field) => {
    for (const word of text.split(' ')) {
      const length = Buffer.byteLength(word)
      if (length === 0 || length > MAX_WORD_BYTES) continue
      position = Math.min(position + 1, MAX_POSITION)
      const found = positions.get(word) ?? []
      if (found.length === MAX_POSITIONS_OF_WORD) continue
      // Four bytes of bookkeeping for a word, and two for a position.
      bytes += (found.length === 0 ? length + 4 : 0) + 2
      if (bytes > MAX_VECTOR_BYTES) return
      positions.set(word, found)
      found.push(`${position}${'ABC'.charAt(field)}`)
    }
    // No phrase reaches from one text into another.
    position += 1
  })
  return Array.from(positions, ([word, at]) => `'${word}':${at.join(',')}`).join(' ')
}
