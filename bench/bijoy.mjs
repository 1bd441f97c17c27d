import fs from 'node:fs'
import { createRequire } from 'node:module'
import { tsImport } from 'tsx/esm/api'
import {
  bengaliLines,
  bengaliWords,
  GENERATIONS,
  isHeldOut,
  typed,
} from '../scripts/bijoy-model/bengali-texts.mjs'
import { traineddataWords } from '../scripts/bijoy-model/traineddata-words.mjs'
import { seeded } from './many-notices.mjs'

const require = createRequire(import.meta.url)
const { suggestUnicode } = await tsImport('../shared/src/lib/bijoy/bijoy.ts', import.meta.url)
const root = new URL('../', import.meta.url)
const MODULES = new URL('node_modules/', root)

/** English words that notices contain. */
const ENGLISH =
  'Notice Routine Class SSC PDF Online Form Google Meet Zoom Result Admission ICT Lab Facebook Sports ' +
  'Admit Syllabus Section Excel Word Website SMS MPO Red Marks in of and the for on new old exam fee list'
const MIN_SENTENCES = 100_000
const RANDOM = 'random letters and digits'
/** Some of 50,000 read as words of Bijoy by chance. */
const MAX_RANDOM = 25

/**
 * Measures the offer to convert Bijoy: how many held-out words, titles and lines it converts as a
 * whole, and how many other texts it touches. The English sentences are the comments and documents of
 * the installed packages.
 */
export async function measure({ short }) {
  const every = short ? 5 : 1
  const words = bengaliWords().filter(isHeldOut)
  const titles = JSON.parse(
    fs.readFileSync(new URL('shared/src/lib/bijoy/test/school-titles.json', root), 'utf8'),
  )
  const lines = bengaliLines().filter(isHeldOut)
  const isPlain = (line) => !/[A-Za-z]/.test(line)
  const recall = [
    ['words', words, 80],
    ['words with a mark', words, 98, (codes) => /[^A-Za-z`_~^&]/.test(codes)],
    ['titles', titles, 99],
    ['lines', lines.filter(isPlain), 95],
    ['lines with an English word', mixed([...titles, ...lines.filter(isPlain)]), 95],
  ]
  return [
    ...recall.map((row) => recallRow(...row)),
    ...Object.entries(otherTexts()).map(([what, texts]) =>
      falseRow(
        what,
        texts.filter((_, at) => at % every === 0),
        what === RANDOM ? MAX_RANDOM : 0,
      ),
    ),
  ]
}

function recallRow(what, texts, atLeast, counts = () => true) {
  const tried = texts
    .map((text) => text.normalize('NFC'))
    .flatMap((text) => GENERATIONS.map((generation) => [typedLine(text, generation), text]))
    .filter(([codes]) => codes && counts(codes))
  const right = tried.filter(([codes, text]) => suggestUnicode(codes) === text)
  return {
    what: `converted: ${what}`,
    figure: (100 * right.length) / tried.length,
    unit: '%',
    aim: { atLeast },
    raw: { of: tried.length },
  }
}

/** Encodes the Bengali words of a line; null if the font lacks one. */
function typedLine(line, generation) {
  const words = line
    .split(' ')
    .map((word) => (/[A-Za-z]/.test(word) ? word : typed(word, generation)))
  return words.includes(null) ? null : words.join(' ')
}

function falseRow(what, texts, atMost = 0) {
  const others = texts.filter((text) => !/[\u0980-\u09ff]/.test(text))
  const touched = others.filter((text) => suggestUnicode(text) !== null)
  return {
    what: `touched: ${what}`,
    figure: touched.length,
    unit: '',
    aim: { atMost },
    raw: { of: others.length, ...(touched[0] && { first: touched[0].slice(0, 60) }) },
  }
}

/** Inserts an English word into each line of several words. */
function mixed(lines) {
  const random = seeded(3)
  const english = ENGLISH.split(' ')
  return lines
    .filter((line) => line.split(' ').length > 2)
    .map((line) => {
      const words = line.split(' ')
      const at = Math.floor(random() * (words.length + 1))
      return words.toSpliced(at, 0, english[Math.floor(random() * english.length)]).join(' ')
    })
}

function otherTexts() {
  const files = fs.readdirSync(MODULES, { recursive: true }).map(String).sort()
  const read = (file) => fs.readFileSync(new URL(file, MODULES), 'utf8')
  const linesOf = (ending) =>
    files.filter((file) => ending.test(file)).flatMap((file) => read(file).split('\n'))
  const isSentence = (line) => /[A-Za-z]+ [a-z]+ [a-z]+/.test(line)
  const comments = linesOf(/\.d\.ts$/)
    .filter((line) => /^\s*(\*|\/\/) /.test(line))
    .map((line) => line.replace(/^\s*(\*|\/\/) /, ''))
  const sentences = [...comments, ...linesOf(/\.md$/i)].filter(isSentence)
  if (sentences.length < MIN_SENTENCES) throw new Error(`Only ${sentences.length} sentences`)
  const quoted = sentences
    .filter((text) => /['"]/.test(text))
    .map((text) =>
      text
        .replace(/(^|[\s(])"/g, '$1“')
        .replace(/"/g, '”')
        .replaceAll("'", '’'),
    )
  const random = seeded(9)
  const european = ['cs', 'de', 'fr', 'tr'].flatMap((language) =>
    Object.values(require(`typescript/lib/${language}/diagnosticMessages.generated.json`)),
  )
  return {
    'English sentences': sentences,
    'in capitals': sentences.slice(0, 30_000).map((text) => text.toUpperCase()),
    'in title case': sentences
      .slice(-30_000)
      .map((text) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())),
    'with curly quotes': quoted,
    'European sentences': european,
    'single words': traineddataWords('eng'),
    'paths and file names': files.flatMap((file) => [file, file.replace(/^.*\//, '')]),
    'URLs, e-mail addresses': files
      .slice(0, 20_000)
      .flatMap((file) => [
        `https://example.edu.bd/${file}`,
        `${file.replace(/^.*\//, '')}@example.com`,
      ]),
    [RANDOM]: Array.from({ length: 50_000 }, () => randomCode(random)),
  }
}

const CODE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function randomCode(random) {
  const length = 6 + Math.floor(random() * 30)
  const letter = () => CODE_LETTERS[Math.floor(random() * CODE_LETTERS.length)]
  return Array.from({ length }, letter).join('')
}
