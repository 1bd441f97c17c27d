/** Memo numbers, dates and subjects, which stand above the first sentence of a letter. */
const ABOVE_SENTENCES = /স্মারক|তারিখ\s*[:ঃ]|^বিষয়/u
/** Shorter lines are headings, or rows of tables. */
const MIN_WORDS = 4
/** The length of excerpts of typed texts. */
const MAX_LENGTH = 200

/** Returns the first sentence of the text of a paper; undefined if it has only headings and tables. */
export function firstSentence(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => {
    return (
      line.trim().split(/\s+/).length >= MIN_WORDS && !ABOVE_SENTENCES.test(line.normalize('NFC'))
    )
  })
  const [sentence] = /^.*?।|^.+/u.exec(lines.join(' ')) ?? []
  return sentence && sentence.length > MAX_LENGTH
    ? `${sentence.slice(0, MAX_LENGTH).replace(/\s+\S*$/, '')}…`
    : sentence
}
