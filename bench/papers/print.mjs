import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { encodeBijoy } from '../../shared/src/lib/bijoy/test/bijoy-encoder.ts'

/** Rendered papers are kept here between runs. */
export const CACHE = fs.existsSync('/dev/shm') ? '/dev/shm/papers' : path.join('.cache', 'papers')
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/**
 * @typedef {object} Paper
 * @property {string} id
 * @property {string} font package of the typeface
 * @property {{ weight: string, slant: string }} style of its running text
 * @property {string[]} blocks lines of the set's file
 * @property {string} text what a person reads, rows of tables as lines
 */

/**
 * Reads the papers of a set: `pages`, or `held-out`, to which nothing was ever fitted.
 * @returns {Paper[]}
 */
export function papers(set = 'pages') {
  const source = fs.readFileSync(new URL(`./${set}.txt`, import.meta.url), 'utf8').normalize('NFC')
  return source
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head, ...lines] = part.trim().split('\n')
      const [id, face] = head.split(' | ')
      const [font, weight = '400', slant = 'normal'] = face.split(' ')
      return {
        id,
        font,
        style: { weight, slant },
        blocks: lines,
        text: lines.map(plain).join('\n'),
      }
    })
}

const plain = (line) =>
  line
    .replace(/^(#+|c:|r:|lr:|\|) /, '')
    .replace(/ \|\|? /g, ' ')
    .trim()

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function html(blocks, written = escaped) {
  const made = []
  let table = []
  const endTable = () => {
    if (table.length > 0) made.push(`<table>${table.join('')}</table>`)
    table = []
  }
  for (const line of blocks) {
    if (line.startsWith('| ')) {
      const cells = line.slice(2).split(' | ')
      const tag = table.length === 0 ? 'th' : 'td'
      table.push(`<tr>${cells.map((cell) => `<${tag}>${written(cell)}</${tag}>`).join('')}</tr>`)
      continue
    }
    endTable()
    if (line.startsWith('# ')) made.push(`<h1>${written(line.slice(2))}</h1>`)
    else if (line.startsWith('## ')) made.push(`<h2>${written(line.slice(3))}</h2>`)
    else if (line.startsWith('c: ')) made.push(`<p class="c">${written(line.slice(3))}</p>`)
    else if (line.startsWith('r: ')) made.push(`<p class="r">${written(line.slice(3))}</p>`)
    else if (line.startsWith('lr: ')) {
      const [left, right] = line.slice(4).split(' || ')
      made.push(`<p class="lr"><span>${written(left)}</span><span>${written(right)}</span></p>`)
    } else made.push(`<p>${written(line)}</p>`)
  }
  endTable()
  return made.join('\n')
}

const STYLE = `
  @page { size: A4; margin: 0 }
  body { margin: 0; font-size: 12.5pt; line-height: 1.55; color: #111; background: #fff }
  article { width: 210mm; height: 296mm; box-sizing: border-box; padding: 20mm 20mm }
  h1 { font-size: 1.5em; text-align: center; margin: 0 } h2 { font-size: 1.2em; text-align: center; margin: .3em 0; text-decoration: underline }
  p { margin: .45em 0 } .c { text-align: center } .r { text-align: right; margin-top: .2em } .lr { display: flex; justify-content: space-between }
  table { border-collapse: collapse; width: 100%; margin: .6em 0 } th, td { border: 1px solid #222; padding: .12em .5em; text-align: left }`

function faces({ font, style }) {
  const folder = path.join(modules, '@fontsource', font, 'files')
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.woff2'))
  const of = (subset, weight, slant = 'normal') =>
    names.find((name) => name === `${font}-${subset}-${weight}-${slant}.woff2`)
  const ranges = {
    bengali: 'U+0951-0952,U+0964-0965,U+0980-09FE,U+1CD0-1CF2,U+200C-200D,U+20B9,U+25CC',
    latin: 'U+0000-00FF,U+2000-200B,U+2010-206F',
  }
  return Object.entries(ranges)
    .flatMap(([subset, range]) =>
      [400, 700].map((weight) => {
        const regular = of(subset, style.weight, style.slant) ?? of(subset, 400)
        const name = weight === 400 ? regular : (of(subset, weight) ?? regular)
        const url = pathToFileURL(path.join(folder, name)).href
        return `@font-face { font-family: paper; font-weight: ${weight}; src: url(${url}); unicode-range: ${range} }`
      }),
    )
    .join('\n')
}

/** A Latin typeface under a Bijoy font's name: what counts is that the PDF holds Bijoy's codes. */
const bijoyFace = (file) =>
  `@font-face { font-family: SutonnyMJ; src: url(${pathToFileURL(file).href}) }`

/** Prints the papers as PDF (Unicode and Bijoy codes) and as pictures of 300 dpi, unless they are there. */
export async function printPapers(all) {
  fs.mkdirSync(CACHE, { recursive: true })
  const isThere = (name) => fs.existsSync(path.join(CACHE, name))
  const missing = all.filter(
    ({ id }) => ![`${id}.pdf`, `${id}-bijoy.pdf`, `${id}-300.png`].every(isThere),
  )
  if (missing.length === 0) return
  const executablePath = ensureChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await browser.newPage({
      viewport: { width: 794, height: 1123 },
      deviceScaleFactor: 300 / 96,
    })
    for (const paper of missing) {
      const { id, blocks } = paper
      const show = async (style, body) => {
        const file = path.join(CACHE, `${id}.html`)
        fs.writeFileSync(
          file,
          `<!doctype html><html lang="bn"><meta charset="utf-8"><style>${style}${STYLE}</style><article>${body}</article>`,
        )
        await page.goto(pathToFileURL(file).href)
        await page.evaluate(() => document.fonts.ready)
      }
      const print = (name) => page.pdf({ path: path.join(CACHE, name), preferCSSPageSize: true })
      await show(`${faces(paper)} body { font-family: paper }`, html(blocks))
      await print(`${id}.pdf`)
      await show(
        `${bijoyFace(bijoyFont())} body { font-family: SutonnyMJ; font-size: 11pt }`,
        html(blocks, bijoyMarkup),
      )
      await print(`${id}-bijoy.pdf`)
      await show(`${faces(paper)} body { font-family: paper }`, html(blocks))
      await page.screenshot({ path: path.join(CACHE, `${id}-300.png`) })
    }
  } finally {
    await browser.close()
  }
}

/** Latin words stay in another typeface, as in a notice typed in Word. */
const bijoyMarkup = (text) =>
  text
    .split(/([A-Za-z][\x21-\x7e]*(?: [\x21-\x7e]+)*)/)
    .map((part, at) =>
      at % 2 === 1
        ? `<span style="font-family: serif">${escaped(part)}</span>`
        : escaped(encodeBijoy(part, 'newer')),
    )
    .join('')

/** Any Latin font renamed to SutonnyMJ. */
function bijoyFont() {
  const file = path.join(CACHE, 'SutonnyMJ.ttf')
  if (!fs.existsSync(file)) {
    const source = [
      '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
      '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf',
    ].find((one) => fs.existsSync(one))
    fs.writeFileSync(file, renamed(fs.readFileSync(source), 'SutonnyMJ'))
  }
  return file
}

/** Returns the TrueType font with all its names replaced. */
function renamed(font, name) {
  const tables = font.readUInt16BE(4)
  const copy = Buffer.from(font)
  for (let at = 0; at < tables; at += 1) {
    const entry = 12 + 16 * at
    if (font.toString('latin1', entry, entry + 4) !== 'name') continue
    const start = font.readUInt32BE(entry + 8)
    const count = font.readUInt16BE(start + 2)
    const strings = start + font.readUInt16BE(start + 4)
    for (let record = 0; record < count; record += 1) {
      const row = start + 6 + 12 * record
      if (![1, 4, 6].includes(font.readUInt16BE(row + 6))) continue
      const isWide = font.readUInt16BE(row) !== 1
      const text = isWide ? Buffer.from(name, 'utf16le').swap16() : Buffer.from(name, 'latin1')
      const length = Math.min(text.length, font.readUInt16BE(row + 8))
      text.copy(copy, strings + font.readUInt16BE(row + 10), 0, length)
      copy.writeUInt16BE(length, row + 8)
    }
  }
  return copy
}
