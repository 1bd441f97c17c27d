import type { ReadLine, ReadWord, WordBox } from '@bidyaloy/shared/lib/ocr/read-page'
import type { GreyImage } from '@bidyaloy/shared/lib/scan/grey-image'
import { compareDigits } from './digit-shapes.ts'
import { doubtNumbers, type Reading } from './doubt-numbers.ts'
import { mendWord } from './mend-words.ts'
import type { Box, FoundWord } from './recognise.ts'

/** The words of the passes, by places in the same picture. */
interface Passes {
  bengali: readonly FoundWord[]
  mixed: readonly FoundWord[]
  /** Words in coloured ink, of which the passes saw only the edges. */
  headings: readonly FoundWord[]
}

/** Words that cover the same place in both passes: as a rule one and one. */
interface Place {
  line: number
  left: number
  bengali: FoundWord[]
  mixed: FoundWord[]
}

/**
 * Joins the words of two passes by place: one with the Bengali data alone, which reads Bengali better,
 * and one with Bengali and English. The surer reading of a place counts.
 * @param page the picture in whose pixels the places are
 */
export function joinPasses(
  page: GreyImage,
  { bengali, mixed, headings }: Passes,
  boxOf: (place: Box) => WordBox,
): ReadLine[] {
  const isBeside = (word: FoundWord) => !headings.some((heading) => overlaps(word, heading))
  const print = mixed.filter(isBeside)
  const places = [
    ...placesOf(bengali.filter(isBeside), print),
    ...headings.map((word) => ({
      line: lineOf(word, print),
      left: word.left,
      bengali: [word],
      mixed: [],
    })),
  ]
  const lines = new Map<number, { left: number; readings: Reading[] }[]>()
  for (const place of places) {
    const readings = readingsOf(place, boxOf)
    const line = lines.get(place.line)
    if (line) line.push({ left: place.left, readings })
    else lines.set(place.line, [{ left: place.left, readings }])
  }
  const readings = [...lines.values()].flat().flatMap((places) => places.readings)
  compareDigits(page, readings)
  doubtNumbers(readings)
  return [...lines.entries()]
    .sort(([first], [second]) => first - second)
    .map(([, places]) =>
      places
        .sort((first, second) => first.left - second.left)
        .flatMap(({ readings }) => readings.map(({ word }) => word)),
    )
    .filter((words) => !isNoise(words))
}

/** Whether a line is the rest of a stamp, a signature or a picture. */
function isNoise(words: readonly ReadWord[]): boolean {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const sureness = words.reduce((sum, { text, sureness }) => sum + sureness * text.length, 0)
  return sureness < NOISE * letters && words.every((word) => word.sureness < LIKELY)
}

/** Mean sureness below which a line without a likely word is noise. */
const NOISE = 45
const LIKELY = 75

/** Groups the words that overlap. Lines are those of the mixed pass. */
function placesOf(bengali: readonly FoundWord[], mixed: readonly FoundWord[]): Place[] {
  const places: Place[] = mixed.map((word) => ({
    line: word.line,
    left: word.left,
    bengali: [],
    mixed: [word],
  }))
  for (const word of bengali) {
    const [first, ...others] = places.filter((place) =>
      [...place.mixed, ...place.bengali].some((other) => overlaps(word, other)),
    )
    if (first) {
      first.bengali.push(word)
      for (const other of others) {
        first.bengali.push(...other.bengali)
        first.mixed.push(...other.mixed)
        first.left = Math.min(first.left, other.left)
        places.splice(places.indexOf(other), 1)
      }
      continue
    }
    places.push({ line: lineOf(word, mixed), left: word.left, bengali: [word], mixed: [] })
  }
  return places
}

/** Returns the line of the mixed pass at a word's height, or one of its own between two. */
function lineOf(word: FoundWord, mixed: readonly FoundWord[]): number {
  const middle = (word.top + word.bottom) / 2
  const beside = mixed.find(({ top, bottom }) => top < middle && middle < bottom)
  if (beside) return beside.line
  const above = mixed.filter(({ top, bottom }) => (top + bottom) / 2 < middle)
  const before = Math.max(-1, ...above.map(({ line }) => line))
  return before + 0.5 + word.line / 1e4
}

function overlaps(first: FoundWord, second: FoundWord): boolean {
  const across = Math.min(first.right, second.right) - Math.max(first.left, second.left)
  const down = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top)
  const width = Math.min(first.right - first.left, second.right - second.left)
  const height = Math.min(first.bottom - first.top, second.bottom - second.top)
  return across > 0.4 * width && down > 0.4 * height
}

const textOf = (words: readonly FoundWord[]) => words.map(({ text }) => mendWord(text)).join(' ')
const hasDigit = (text: string) => /\p{Nd}/u.test(text)
const isLatin = (text: string) => /[A-Za-z]/.test(text)

/** Sureness of a reading: the mean, weighted by length. */
function surenessOf(words: readonly FoundWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return words.reduce((sum, { text, sureness }) => sum + sureness * text.length, 0) / (letters || 1)
}

/** Sureness of both passes from which a number can be trusted. */
const SURE_NUMBER = 90
/** A Latin reading counts if it is this sure; less sure ones are misread Bengali. */
const SURE_LATIN = 80

function readingsOf({ bengali, mixed }: Place, boxOf: (place: Box) => WordBox): Reading[] {
  const [first, second] = [bengali, mixed].map((words) =>
    [...words].sort((one, other) => one.left - other.left),
  )
  if (!first || !second) return []
  const isSame = textOf(first).replaceAll(' ', '') === textOf(second).replaceAll(' ', '')
  const least = Math.min(surenessOf(first), surenessOf(second))
  const isAgreed = isSame && least >= SURE_NUMBER
  const latin = isLatin(textOf(second))
  const chosen =
    first.length === 0
      ? second
      : second.length === 0
        ? first
        : latin
          ? surenessOf(second) >= SURE_LATIN || surenessOf(second) > surenessOf(first) + 40
            ? second
            : first
          : surenessOf(first) > surenessOf(second)
            ? first
            : second
  return chosen.map((found) => {
    const text = mendWord(found.text)
    const sureness = Math.round(isSame ? found.sureness : Math.min(found.sureness, 95))
    const word = {
      text,
      sureness,
      ...(hasDigit(text) && { agreed: isAgreed && text === found.text }),
      box: boxOf(found),
    }
    return { word, found, other: textOf(chosen === first ? second : first), least }
  })
}
