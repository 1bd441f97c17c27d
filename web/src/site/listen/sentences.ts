/** Longest text that is spoken at once, in characters: engines refuse more than some thousands. */
const MAX_SPOKEN = 400

/** A danda, ?, ! or a line feed, with the quotes and brackets that close after it. */
const END = /[।॥?!]+["'”’»)\]]*|\n/gu

/** A part of a text, from `start` to before `end`. */
export interface Span {
  start: number
  end: number
}

/**
 * Splits a text into sentences. A full stop ends none: in Bengali it is that of an abbreviation (ড.) or
 * of a number. What has no letter and no digit is left out.
 */
export function sentencesOf(text: string): Span[] {
  const ends = [...text.matchAll(END)].map((end) => end.index + end[0].length)
  const starts = [0, ...ends]
  return starts
    .flatMap((start, i) => piecesOf(text, { start, end: ends[i] ?? text.length }))
    .filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)))
}

/** Splits what is too long for one breath at spaces, without the space around each piece. */
function piecesOf(text: string, { start, end }: Span): Span[] {
  const sentence = text.slice(start, end)
  const from = start + sentence.length - sentence.trimStart().length
  const to = start + sentence.trimEnd().length
  if (to - from <= MAX_SPOKEN) return from < to ? [{ start: from, end: to }] : []
  const space = text.lastIndexOf(' ', from + MAX_SPOKEN)
  const cut = space > from ? space : from + MAX_SPOKEN
  return [{ start: from, end: cut }, ...piecesOf(text, { start: cut, end: to })]
}
