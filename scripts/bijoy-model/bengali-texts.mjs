import fs from 'node:fs'
import { tsImport } from 'tsx/esm/api'
import { traineddataWords } from './traineddata-words.mjs'

const root = new URL('../../', import.meta.url)
const shared = (file) =>
  tsImport(`./shared/src/bengali/${file}`, new URL('package.json', root).href)
const { encodeBijoy } = await shared('test/bijoy-encoder.ts')
const { readGlyphs } = await shared('bijoy-glyphs.ts')
export const { glyphTable } = await shared('bijoy-glyphs.ts')

/** The two generations of the font. */
export const GENERATIONS = ['newer', 'older']

/**
 * Encodes a text as typed with a Bijoy font. Returns null if the codes do not read as the text: for
 * letters and spellings that the font lacks.
 */
export function typed(text, generation) {
  try {
    const bijoy = encodeBijoy(text, generation)
    const isTyped = !/[\u0980-\u09ff\u200c\u200d]/.test(bijoy)
    return isTyped && readGlyphs(bijoy) === text ? bijoy : null
  } catch {
    return null
  }
}

/** Whether a text is kept out of the training, for measurements: one of five. */
export function isHeldOut(text) {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619)
  return (hash >>> 0) % 5 === 0
}

/** Common Bengali words. */
export const bengaliWords = () =>
  traineddataWords('ben')
    .map((word) => word.normalize('NFC'))
    .filter((word) => /^[\u0981-\u0983\u0985-\u09ce\u09dc-\u09df\u200c\u200d]+$/.test(word))

/** The lines of the guides and the texts of the screens that contain Bengali. */
export function bengaliLines() {
  const guides = filesIn('docs/bn/', '.md').flatMap((text) => text.split('\n'))
  const copy = filesIn('shared/src/copy/', '-copy.ts').flatMap((text) => text.match(/'[^'\n]*'/g))
  const plain = [...guides, ...copy].map((line) =>
    line
      .normalize('NFC')
      .replace(/\*\*|`|^'|'$|^[#>\s]+|^\d+\. /g, '')
      .trim(),
  )
  // Without links, placeholders and signs that the font lacks.
  const text = plain.filter((line) => /[ক-হ]/.test(line) && !/[0-9\]{}<>\\|_~^&/]/.test(line))
  return [...new Set(text)]
}

function filesIn(folder, ending) {
  return fs
    .readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => fs.readFileSync(new URL(folder + name, root), 'utf8'))
}
