import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Parts of a trained data file of Tesseract, by number. */
const WORD_GRAPH = 19
const CHARACTERS = 21
/** Words of more letters are mostly several words. */
const MAX_LETTERS = 30

/**
 * Returns the words in the dictionary of a language of Tesseract (Apache-2.0): words that occur often on
 * the web, in the forms and with the capitals that occur.
 * @param language `ben` or `eng`
 */
export function traineddataWords(language) {
  const file = import.meta.resolve(
    `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`,
  )
  const data = gunzipSync(readFileSync(new URL(file)))
  const [, ...characters] = partOf(data, CHARACTERS).toString('utf8').split('\n')
  const letters = characters.map((line) => line.slice(0, line.indexOf(' ')))
  return wordsOf(partOf(data, WORD_GRAPH), letters)
}

function partOf(data, part) {
  const count = data.readInt32LE(0)
  const starts = Array.from({ length: count }, (_, at) => Number(data.readBigInt64LE(4 + 8 * at)))
  const start = starts[part]
  const end = Math.min(...starts.filter((other) => other > start), data.length)
  return data.subarray(start, end)
}

/** Walks a graph of words: each edge is a letter, two flags and the node it leads to. */
function wordsOf(graph, letters) {
  const size = graph.readInt32LE(2)
  const flagBits = BigInt(Math.ceil(Math.log2(size + 1)))
  const edgeAt = (at) => {
    const edge = graph.readBigUInt64LE(10 + 8 * at)
    const flags = Number((edge >> flagBits) & 7n)
    return {
      letter: letters[Number(edge & ((1n << flagBits) - 1n))],
      isLast: (flags & 1) !== 0,
      endsWord: (flags & 4) !== 0,
      next: Number(edge >> (flagBits + 3n)),
    }
  }
  const words = []
  const walk = (node, before, length) => {
    for (let at = node; length < MAX_LETTERS; at += 1) {
      const { letter, isLast, endsWord, next } = edgeAt(at)
      const word = before + letter
      if (endsWord) words.push(word)
      if (next !== 0) walk(next, word, length + 1)
      if (isLast) return
    }
  }
  walk(0, '', 0)
  return words
}
