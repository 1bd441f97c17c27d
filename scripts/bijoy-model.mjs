import fs from 'node:fs'
import {
  bengaliLines,
  bengaliWords,
  GENERATIONS,
  glyphTable,
  isHeldOut,
  typed,
} from './bijoy-model/bengali-texts.mjs'
import { eachLatinWord, englishLevel } from './bijoy-model/latin-words.mjs'
import { END, evidenceOf, Pieces, START } from './bijoy-model/pieces.mjs'

/**
 * `npm run bijoy:model`: learns which letters follow one another in Bijoy and in everything else, and
 * writes `shared/src/lib/bijoy/bijoy-model.json`. Takes about a minute.
 *
 * Sources: the dictionaries of Tesseract (Apache-2.0), the SCOWL word lists (permissive), messages of
 * TypeScript (Apache-2.0) and the texts of this project. What `isHeldOut` selects is left for
 * `npm run bench -- bijoy`.
 */
const target = new URL('../shared/src/lib/bijoy/bijoy-model.json', import.meta.url)

/** Evidence is clamped to ± this, and rounded to the step. */
const MOST = 8
const STEP = 0.5
/** The character of zero evidence; each step is the next one. All are printable ASCII. */
const ZERO = '@'.charCodeAt(0)
/** Minimum of a piece's share times what it changes, by length. */
const MIN_WORTH = { 2: 2e-5, 3: 1e-4 }
/** Amid Bijoy, words with less evidence than this stay unchanged without a list. */
const FOLLOWS = -11
/** How often a word of the project's texts counts at most. */
const MOST_OFTEN = 300
/** The levels of SCOWL that are common enough for the list. */
const COMMON = [10, 20, 35]

const another = sameGlyphs()
const bijoy = new Pieces()
const latin = new Pieces()
const running = addBijoyWords()
eachLatinWord((text, weight) => {
  for (const word of text.match(/[^\s0-9.,;:?!()[\]{}/\\\-+=*%#@<>"|$ÒÓÔÕÑ\u0980-\u09ff]+/g) ??
    []) {
    latin.add(word, weight)
  }
})

const evidence = new Map()
const counts = [1, 2, 3].map((length) => {
  const before = evidence.size
  for (const piece of new Set([...bijoy.keys(), ...latin.keys()])) {
    if (piece.length === length && isOfFont(piece)) keep(piece)
  }
  return evidence.size - before
})
const english = COMMON.flatMap(englishLevel).filter(needsListing).sort()
fs.writeFileSync(
  target,
  `${JSON.stringify(
    {
      about:
        'Written by `npm run bijoy:model`. Groups of pieces of one, two and three letters: the letters before, then each last letter with its evidence.',
      letters: packed(1),
      pairs: packed(2),
      triples: packed(3),
      english: english.join(' '),
    },
    null,
    2,
  )}\n`,
)
const size = fs.statSync(target).size
console.log(`${counts.join(' + ')} pieces, ${english.length} English words: ${size} bytes`)

/** Adds the words in both generations, as typed; returns those of running text. */
function addBijoyWords() {
  const often = new Map()
  for (const line of bengaliLines().filter((text) => !isHeldOut(text))) {
    for (const word of line.match(/[\u0985-\u09df][\u0981-\u09df\u200c\u200d]*/g) ?? []) {
      often.set(word, (often.get(word) ?? 0) + 1)
    }
  }
  const found = new Set()
  for (const generation of GENERATIONS) {
    for (const word of bengaliWords()) {
      if (!isHeldOut(word)) addTyped(typed(word, generation), 1)
    }
    for (const [word, times] of often) {
      const codes = typed(word, generation)
      addTyped(codes, Math.min(times, MOST_OFTEN) / 2)
      found.add(codes)
    }
  }
  return found
}

function addTyped(codes, weight) {
  if (!codes) return
  bijoy.add(codes, weight)
  // Typists use any of the codes that draw the same, several signs in any order, and the visarga as
  // a colon.
  bijoy.add([...codes].map((code) => another.get(code) ?? code).join(''), weight * 0.3)
  bijoy.add(codes.replace(/^†/, '‡').replace(/([©¨])([vxyz~])/g, '$2$1'), weight * 0.3)
  bijoy.add(`${codes}t`, weight * 0.03)
}

/** Returns for each code the next one that draws the same. */
function sameGlyphs() {
  const next = new Map()
  for (const table of Object.values(glyphTable)) {
    const codes = table.split(' ').map((word) => [word.charAt(0), word.slice(1)])
    for (const [code, text] of codes) {
      const same = codes.filter(([, other]) => other === text).map(([one]) => one)
      next.set(code, same[(same.indexOf(code) + 1) % same.length])
    }
  }
  return next
}

/** Whether the font has the letters of a piece. */
function isOfFont(piece) {
  const [last, ...others] = [...piece].reverse()
  return bijoy.has(last) && others.every((letter) => letter === START || bijoy.has(letter))
}

/** Keeps a piece whose evidence differs from that of its end. */
function keep(piece) {
  const exact = evidenceOf(piece, bijoy, latin)
  const clamped = Math.max(-MOST, Math.min(MOST, exact))
  const change = Math.abs(clamped - known(piece.slice(1)))
  const share = Math.max(bijoy.share(piece), latin.share(piece))
  if (piece.length > 1 && share * change < MIN_WORTH[piece.length]) return
  evidence.set(piece, Math.round(clamped / STEP) * STEP)
}

/** Returns the evidence of the longest end of a piece that is kept. */
function known(piece) {
  if (piece === '') return 0
  return evidence.get(piece) ?? known(piece.slice(1))
}

function packed(length) {
  const groups = new Map()
  for (const [piece, value] of evidence) {
    if (piece.length !== length) continue
    const before = piece.slice(0, -1)
    const code = String.fromCharCode(ZERO + value / STEP)
    groups.set(before, (groups.get(before) ?? before) + piece.slice(-1) + code)
  }
  return [...groups.values()].sort().join(' ')
}

/** Whether an English word would follow its neighbours and be converted. */
function needsListing(word) {
  const forms = [word, word.charAt(0).toUpperCase() + word.slice(1)]
  return (
    /^[a-z]{2,}$/.test(word) &&
    !running.has(word) &&
    forms.some((form) => {
      const marked = `${START}${START}${form}${END}`
      const pieces = Array.from(`${form}${END}`, (_, at) => marked.slice(at, at + 3))
      return pieces.reduce((sum, piece) => sum + known(piece), 0) > FOLLOWS
    })
  )
}
