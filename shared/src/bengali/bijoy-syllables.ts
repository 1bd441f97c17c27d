import { type GlyphKind, glyphTable, TYPOGRAPHIC } from './bijoy-map.ts'

interface Glyph {
  kind: GlyphKind
  text: string
}

const glyphs: ReadonlyMap<string, Glyph> = new Map(
  (Object.entries(glyphTable) as [GlyphKind, string][]).flatMap(([kind, table]) =>
    table
      .split(' ')
      .map((word): [string, Glyph] => [word.charAt(0), { kind, text: word.slice(1) }]),
  ),
)

const HASANTA = '\u09cd'
const CANDRABINDU = '\u0981'
/** Vowel signs that a glyph of a whole cluster may end in. */
const ENDING_SIGN = /[\u09be-\u09cc]$/
/** No cluster has more, and a bound keeps hostile text from being read again and again. */
const MOST_IN_A_ROW = 4

const isDigit = (code: string | undefined) => code !== undefined && code >= '0' && code <= '9'

/** Whether a code of Bijoy draws a letter or a part of one. */
function isBijoyLetter(code: string | undefined): boolean {
  const kind = code && glyphs.get(code)?.kind
  return kind !== undefined && kind !== '' && kind !== 'digit' && kind !== 'punctuation'
}

/** The glyph at a place, unless the mark there means itself: a quote, a dash, a degree. */
function glyphAt(text: string, at: number): Glyph | undefined {
  const code = text.charAt(at)
  const glyph = glyphs.get(code)
  if (!glyph || !TYPOGRAPHIC.includes(code)) return glyph
  const before = text[at - 1]
  const after = text[at + 1]
  if (isDigit(before) || (isDigit(after) && glyph.kind !== 'reph')) return undefined
  // No word begins with one of these, but for স্ট and, drawn before its letter, ৈ.
  if (!isBijoyLetter(before) && !('÷‰'.includes(code) && isBijoyLetter(after))) return undefined
  if (glyph.kind === 'first-half' && !isBijoyLetter(after)) return undefined
  return glyph
}

interface Syllable {
  text: string
  /** Where the next begins. */
  next: number
}

/**
 * Reads a syllable: its marks in whatever order they were typed, its cluster in drawing order.
 * Null where none begins.
 */
function readSyllable(text: string, start: number): Syllable | null {
  let at = start
  let cluster = ''
  let signs = ''
  let reph = false
  let candrabindu = false

  let glyph = glyphAt(text, at)
  const step = () => {
    at += 1
    glyph = glyphAt(text, at)
  }
  const add = ({ text: drawn }: Glyph) => {
    const sign = ENDING_SIGN.exec(drawn)?.[0] ?? ''
    cluster += sign ? drawn.slice(0, -1) : drawn
    signs += sign
    step()
  }

  while (glyph?.kind === 'sign-before' && at - start < MOST_IN_A_ROW) {
    signs += glyph.text
    step()
  }
  if (signs && text[at] === 'u') {
    candrabindu = true
    step()
  }
  for (let n = 0; glyph?.kind === 'first-half' && n < MOST_IN_A_ROW; n += 1) add(glyph)
  const base = glyph?.kind
  const isBase =
    base === 'consonant' ||
    base === 'consonant-sign' ||
    (base === 'vowel' && cluster === '') ||
    (base === 'second-half' && cluster !== '')
  if (!glyph || !isBase) return null
  add(glyph)

  while (glyph) {
    const code = text.charAt(at)
    if (glyph.kind === 'second-half' && !'‘’—'.includes(code)) {
      // The three draw the lower half of স্থ, ন্তু, ন্ত alone: elsewhere they are quotes and dashes.
      add(glyph)
    } else if (glyph.kind === 'sign-after' && !isPlainMark(code, cluster, signs)) {
      signs += glyph.text
      step()
    } else if (glyph.kind === 'reph') {
      reph = true
      step()
    } else if (code === 'u') {
      candrabindu = true
      step()
    } else if (glyph.kind === 'hasanta' && signs === '') {
      cluster += glyph.text
      step()
      break
    } else break
  }

  if (cluster === 'অ' && signs === 'া') {
    cluster = 'আ'
    signs = ''
  }
  // Without the joiner this would be a reph on য.
  if (cluster.startsWith('র্য') && !reph) cluster = `র\u200d${cluster.slice(1)}`
  const written = `${reph ? 'র্' : ''}${cluster}${signs}${candrabindu ? CANDRABINDU : ''}`
  return { text: written, next: at }
}

/** Whether a mark that is also a vowel sign is none after this cluster: it has one, or takes none. */
function isPlainMark(code: string, cluster: string, signs: string): boolean {
  if (!TYPOGRAPHIC.includes(code)) return false
  return signs !== '' || (code === '–' && !cluster.endsWith('র'))
}

/** A code that belongs to no syllable. */
function readAlone(text: string, at: number): string {
  const code = text.charAt(at)
  const glyph = glyphAt(text, at)
  if (!glyph) return code
  switch (glyph.kind) {
    case 'mark':
      // Typists use the visarga as a colon.
      return code === 't' && !isBijoyLetter(text[at - 1]) ? ':' : glyph.text
    case 'punctuation':
      // A backslash within a path is none.
      return code === '\\' && /[A-Za-z0-9]/.test(text.charAt(at + 1)) ? code : glyph.text
    case 'digit':
      return glyph.text
    default:
      return TYPOGRAPHIC.includes(code) || '^~&'.includes(code) ? code : glyph.text
  }
}

/** Reads `text` as codes of a Bijoy font. In NFC both ways; linear in the length. */
export function readGlyphs(text: string): string {
  const source = text.normalize('NFC')
  const parts: string[] = []
  for (let at = 0; at < source.length; ) {
    const syllable = readSyllable(source, at)
    parts.push(syllable?.text ?? readAlone(source, at))
    at = syllable?.next ?? at + 1
  }
  return parts
    .join('')
    .replaceAll(HASANTA + HASANTA, HASANTA)
    .replace(/\u09cd\u200c(?![\u0980-\u09ff])/g, HASANTA)
    .normalize('NFC')
}
