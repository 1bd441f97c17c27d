/*
 * What the lines of a printed page are to each other. Only their words are known: a text layer and a
 * recognised picture give one line for a row of a table.
 */

/** Length of a line from which on it reaches the right edge, relative to the longest one. */
const FULL = 0.75
/** Shorter lines, in characters, do not reach it on any paper. */
const MIN_FULL = 40
/** Memo numbers, dates and subjects, which stand above the first sentence of a letter. */
const ABOVE_SENTENCES = /স্মারক|তারিখ\s*[:ঃ]|^বিষয়/u
const SENTENCE_END = /[।?!:;ঃ…]["”’)\]]*$/u
/** Beginnings of points of a list: ১. (ক) ক) – • */
const POINT = /^(?:[(]?[\p{N}\p{L}]{1,2}[.)]|[–•*-])\s/u
/** Shorter lines are headings, or rows of tables. */
const SENTENCE_WORDS = 4
/** The length of excerpts of typed texts. */
const MAX_LENGTH = 200
/** A row has at least so many words; lines of a signature or an address have fewer. */
const ROW_WORDS = 4
/** So many rows are a table. */
const TABLE_ROWS = 3

const isAboveSentences = (line: string) => ABOVE_SENTENCES.test(line.normalize('NFC'))

/** Returns the length from which on a line reaches the right edge. */
const fullLength = (lines: readonly string[]) =>
  Math.max(MIN_FULL, FULL * Math.max(...lines.map((line) => line.length)))

/**
 * Whether a text has a table, whose columns are lost in it: several lines after the first sentence that
 * neither end one nor reach the right edge.
 */
export function hasTable(text: string): boolean {
  const lines = text.split('\n')
  const full = fullLength(lines)
  let rows = 0
  let isInLetter = false
  for (const line of lines) {
    if (SENTENCE_END.test(line)) {
      isInLetter = true
      rows = 0
    } else if (isInLetter && line.split(' ').length >= ROW_WORDS && line.length < full) rows += 1
    if (rows === TABLE_ROWS) return true
  }
  return false
}

/** Joins the lines of each paragraph: those that reach the right edge within a sentence, and the next. */
export function joinLines(text: string): string {
  if (hasTable(text)) return text
  const lines = text.split('\n')
  const full = fullLength(lines)
  let isOpen = false
  return lines.reduce((joined, line, at) => {
    const isNext = isOpen && line !== '' && !POINT.test(line)
    isOpen = line.length >= full && !SENTENCE_END.test(line) && !isAboveSentences(line)
    return at === 0 ? line : joined + (isNext ? ' ' : '\n') + line
  }, '')
}

/** Returns the first sentence of the text of a paper; undefined if it has only headings and tables. */
export function firstSentence(text: string): string | undefined {
  const lines = text
    .split('\n')
    .filter((line) => line.trim().split(/\s+/).length >= SENTENCE_WORDS && !isAboveSentences(line))
  const [sentence] = /^.*?।|^.+/u.exec(lines.join(' ')) ?? []
  return sentence && sentence.length > MAX_LENGTH
    ? `${sentence.slice(0, MAX_LENGTH).replace(/\s+\S*$/, '')}…`
    : sentence
}
