/*
 * Evidence of a letter for Bijoy: ln(P(letter | Bijoy) / P(letter | English)), clamped to ±5. Trained
 * on Bengali names in Bijoy and English software descriptions.
 */
const markWeights: Readonly<Record<string, string>> = {
  '5': '‡†³¯›¸ªÖµšÿ‹ŠŒ¦¥Ÿœˆ„ƒ¶˜¡¾¤²¹¬¨¿',
  '4.5': '¢‚º´',
  '4': '~£',
  '2.6': '_`',
  '2.2': '&',
  // Accented letters, several of which may occur in one European word.
  '1.5': 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ',
}

/** Weights of the letters that both use. */
const letters: Readonly<Record<string, number>> = {
  A: -0.39,
  B: 1.24,
  C: -5,
  D: 0.05,
  E: -5,
  F: -5,
  G: -0.37,
  H: -2.66,
  I: -0.37,
  J: -4.97,
  K: 2.52,
  L: -1.61,
  M: 0.56,
  N: -2.93,
  O: -4.19,
  P: -0.27,
  Q: -3.44,
  R: 0.33,
  S: -5,
  T: -5,
  U: 0.93,
  V: -3.27,
  W: 0.59,
  X: -3.78,
  Y: 0.21,
  Z: 3.63,
  a: -3.53,
  b: 1.55,
  c: -0.17,
  d: -1.23,
  e: -1.46,
  f: -0.8,
  g: 0.62,
  h: -1.69,
  i: -0.46,
  j: 2.52,
  k: 0.45,
  l: -3.92,
  m: 0.37,
  n: -1.96,
  o: -4.89,
  p: -5,
  q: 3.94,
  r: -5,
  s: -2.53,
  t: -5,
  u: -3.77,
  v: 3.07,
  w: 2.44,
  x: 1.58,
  y: 0.42,
  z: 1.67,
  '^': 5,
}

/** Weight by letter. Typographic marks, digits and other scripts have none. */
const letterWeights: ReadonlyMap<string, number> = new Map([
  ...Object.entries(letters),
  ...Object.entries(markWeights).flatMap(([weight, marks]) =>
    [...marks].map((mark): [string, number] => [mark, Number(weight)]),
  ),
])

/** Marks that neither European languages nor word processors use inside a word. */
const FOREIGN_MARKS = '†‡¨¯¤¶³›˜„ÿŸ‹ˆƒ¦¥¢£¿ª¸¬µšœ'

/** A foreign mark inside a word, or an accented capital after a small letter: never in European text. */
const TELLING = new RegExp(`.[${FOREIGN_MARKS}]|[†‡¯ˆ].|[a-z®™][ÀÁÄ-ÖØ-ÞŠŒ]`)

/** Glyph of a code in the Bijoy fonts. */
type GlyphKind =
  | 'vowel'
  | 'consonant'
  /** A consonant with its vowel sign in one glyph. */
  | 'consonant-sign'
  /** Vowel signs stored before their cluster, in visual order, and after it. */
  | 'sign-before'
  | 'sign-after'
  /** Halves of a conjunct: the first ends in a hasanta, the second begins with one. */
  | 'first-half'
  | 'second-half'
  | 'reph'
  | 'mark'
  | 'hasanta'
  | 'digit'
  | 'punctuation'

/**
 * Codes of SutonnyMJ after Windows-1252 decoding. Each word is a code and its Unicode text (NFC). Where
 * the two generations of the font differ, the newer one applies.
 */
export const glyphTable: Readonly<Record<GlyphKind, string>> = {
  vowel: 'Aঅ Bই Cঈ Dউ Eঊ Fঋ Gএ Hঐ Iও Jঔ',
  consonant:
    'Kক Lখ Mগ Nঘ Oঙ Pচ Qছ Rজ Sঝ Tঞ Uট Vঠ Wড Xঢ Yণ Zত _থ `দ aধ bন cপ dফ eব fভ gম hয iর jল kশ lষ mস nহ ' +
    'oড় pঢ় qয় rৎ °ক্ক ±ক্ট ³ক্ত ´ক্ম µক্র ¶ক্ষ ÿক্ষ ²ক্ষ্ম ·ক্স ¹গ্গ ºগ্দ »গ্ধ ¼ঙ্ক ½ঙ্গ ¾জ্জ Àজ্ঝ Áজ্ঞ Âঞ্চ Ãঞ্ছ Äঞ্জ Åঞ্ঝ Æট্ট ' +
    'Çড্ড Èণ্ট Éণ্ঠ Êণ্ড Ðণ্ড Ëত্ত Ìত্থ Îত্র Ïদ্দ ×দ্ধ Øদ্ব Ùদ্ম Úন্ঠ Ûন্ড Üন্ধ Ýন্স Þপ্ট ßপ্ত àপ্প áপ্স âব্জ ãব্দ äব্ধ åভ্র çম্ফ ' +
    'éল্ক êল্গ ëল্ট ìল্ড íল্প îল্ফ ðশ্চ ñশ্ছ òষ্ণ óষ্ট ôষ্ঠ õষ্ফ öস্খ ÷স্ট ùস্ফ ýহ্ন þহ্ম',
  'consonant-sign': '¸গু ïশু ûহু üহৃ',
  'sign-before': 'wি †ে ‡ে ˆৈ ‰ৈ',
  'sign-after': 'vা xী yু zু æু “ু –ু ~ূ ‚ূ ƒূ „ৃ …ৃ Šৗ',
  'first-half': '¤ম্ ®ষ্ ¯স্ ”চ্ ˜দ্ ™দ্ šন্ ›ন্ •ঙ্',
  'second-half':
    '^্ব ¡্ব ¦্ব Ÿ্ব ¢্ভ £্ভ্র ¥্ম §্ম ¨্য ª্র «্র Ö্র ¬্ল \u00ad্ল ø্ল \u2212্ল ¿্ত্র œ্ন è্ণ Í্ত —্ত ‘্তু ’্থ ‹্ক Œ্ক্র ú্প',
  reph: '©র্',
  mark: 'sং tঃ uঁ',
  hasanta: '&্\u200c',
  digit: '0০ 1১ 2২ 3৩ 4৪ 5৫ 6৬ 7৭ 8৮ 9৯',
  punctuation: '|। \\॥ Ò“ Ó” Ô‘ Õ’ Ñ— $৳',
}

/** Codes that word processors and phones also insert literally: quotes, dashes, signs. */
const TYPOGRAPHIC = '‘’“”–—…•‰™©®°±½¼×÷«»·§\u00ad\u2212'

/**
 * `bijoy` is converted, `unsure` follows its neighbours, `keep` is unchanged. Digits and what is
 * between words follow from the words around them.
 */
type Verdict = 'bijoy' | 'unsure' | 'keep' | 'digits' | 'between'

/** A piece of a line: a word of Latin letters and marks, a number, or what is between words. */
export interface Piece {
  text: string
  verdict: Verdict
  evidence: Evidence
}

/** Combined evidence of the letters of some words. */
interface Evidence {
  /** Sum of the weights of the letters. */
  weight: number
  letters: number
  /** Whether `TELLING` matches one of the words. */
  telling: boolean
  /** Whether a word is `telling` or has a capital inside. */
  mixed: boolean
}

const NO_EVIDENCE: Evidence = { weight: 0, letters: 0, telling: false, mixed: false }

/** URLs, email addresses and file names, which are never converted. */
const PROTECTED =
  /^[a-z][a-z0-9+.-]*:\/\/|^www\.|[^\s@]@[^\s@]+\.[a-z]|[a-z0-9-]\.(?:com|org|net|edu|gov|info|bd)(?![a-z0-9])|\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|webp|svg|zip|rar|txt|csv|html?|mp[34]|exe|apk)$/i
/** A word between backticks is quoted code; a single backtick is দ. */
const QUOTED = /^[^`\w]*`[^`\s]+`[^`\w]*$/
const BETWEEN = '.,;:?!()[\\]{}/\\-+=*%#@<>"|\\\\$ÒÓÔÕÑ\\u0980-\\u09ff\\u200c\\u200d'
const DIGIT = /^[0-9]/
const STARTS_BETWEEN = new RegExp(`^[${BETWEEN}–—]`)
/** Both dashes are letters after these: রু, ন্ত, স্ত. */
const PIECES = new RegExp(`[0-9]+|[${BETWEEN}–—]+|(?:[iªÖ«]–|[š›¯]—|[^0-9${BETWEEN}–—])+`, 'g')

/** Bijoy words in capitals that look like abbreviations: ও, এ, গক, কত. */
const CAPITAL_WORDS: ReadonlySet<string> = new Set(['I', 'G', 'GK', 'GB', 'GKB', 'GZ', 'KZ'])
/** Abbreviations in any language. Few short Bijoy words have no small letter. */
export const ABBREVIATION = /^(?:[A-Z]{2,}s?|[A-ZÀ-ÖØ-Þ]{4,})$/
/** Names of sections and classes. */
const SECTION = /^[A-FVX]$/
/** Common words with weak evidence, decided by their neighbours: এর, এবং, সহ, ফরম, নবম, ছবি, খবর. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'lô Gi Ges bs Uv wU wUi Rb wW wg eb gv bv Kx wK gvm n‡e dig dg beg feb mn nq ev ‡h †h hv we Qwe Lei Ni Drme me ci c‡i eo nvU NÈv ewn niY cwi Wvt ivR NiwU QwewU LeiwU Lye Qq wbR Pvi GLb Avi eB NUbv weUv nvi bvg mn dj'.split(
    ' ',
  ),
)
/** Longer sequences of letters are not words. */
const MAX_WORD_LENGTH = 80

/** Up to this length a word is judged more strictly. */
const FEW_LETTERS = 3
/** Minimum average weight of a Bijoy word, and of one that follows its neighbours. */
const CONVINCING = { few: 1, many: 0.3, telling: -1 }
const POSSIBLE = { few: -0.7, many: -0.5, marked: -1.8 }
/** A mark inside a word, or a reph at its end. */
const MARKED = /.[¡-ÿŒœŠšŸƒˆ˜‚„†‡•‰‹›].|©$/

const CONSONANT = '(?:[\\u0995-\\u09b9]\\u09bc?|\\u09ce)'
const JOIN = '\\u200d?\\u09cd[\\u200c\\u200d]?'
const SIGN = '[\\u09be-\\u09c4\\u09c7\\u09c8\\u09cb\\u09cc]'
/** A well-formed Bengali word: each vowel sign has its own letter. */
const WELL_FORMED = new RegExp(
  `^(?:(?:[\\u0985-\\u0994](?:${JOIN}\\u09af\\u09be?)?|${CONSONANT}(?:${JOIN}${CONSONANT}){0,3}(?:\\u09cd(?!.)|${SIGN})?)\\u0981?[\\u0982\\u0983]?)+$`,
)

/** Splits a line into pieces and judges each one on its own. */
export function cutLine(line: string): Piece[] {
  return (line.match(/\s+|\S+/g) ?? []).flatMap((chunk) => {
    if (chunk.trim() === '') return [{ text: chunk, verdict: 'between', evidence: NO_EVIDENCE }]
    if (PROTECTED.test(chunk) || QUOTED.test(chunk)) {
      return [{ text: chunk, verdict: 'keep', evidence: NO_EVIDENCE }]
    }
    return (chunk.match(PIECES) ?? []).map(judgePiece)
  })
}

function judgePiece(text: string, index: number, chunk: readonly string[]): Piece {
  if (DIGIT.test(text)) return { text, verdict: 'digits', evidence: NO_EVIDENCE }
  const evidence = STARTS_BETWEEN.test(text) ? NO_EVIDENCE : weigh(text)
  if (evidence.letters === 0) return { text, verdict: 'between', evidence }
  const [before = '', after = ''] = [chunk[index - 1], chunk[index + 1]]
  if (after.startsWith('-') && SECTION.test(text)) return { text, verdict: 'unsure', evidence }
  const byDigits = DIGIT.test(before) || DIGIT.test(after)
  return { text, verdict: judge(text, evidence, byDigits), evidence }
}

function judge(word: string, evidence: Evidence, byDigits: boolean): Verdict {
  const { weight, letters, telling } = evidence
  const average = weight / letters
  // Typists use a single t as a colon.
  if (COMMON_WORDS.has(word) || CAPITAL_WORDS.has(word) || word === 't') return 'unsure'
  if (ABBREVIATION.test(word) || SECTION.test(word) || (byDigits && /^[A-Z]$/.test(word))) {
    return 'keep'
  }
  // The other sections: ক, খ, গ.
  if (/^[A-Z]$/.test(word)) return 'unsure'
  const size = letters <= FEW_LETTERS ? 'few' : 'many'
  const convincing = CONVINCING[telling ? 'telling' : size]
  const possible = telling || MARKED.test(word) ? POSSIBLE.marked : POSSIBLE[size]
  if (average <= possible || word.length > MAX_WORD_LENGTH) return 'keep'
  // A malformed word with strong evidence may be a typing error.
  if (!WELL_FORMED.test(readGlyphs(word))) return telling && average > 1 ? 'bijoy' : 'keep'
  return average > convincing ? 'bijoy' : 'unsure'
}

function weigh(word: string): Evidence {
  const last = word.length - 1
  let weight = 0
  let letters = 0
  for (let at = 0; at <= last; at += 1) {
    const code = word.charAt(at)
    const found = letterWeights.get(code)
    // At the edge of a word these are ASCII symbols.
    if (found === undefined || ((at === 0 || at === last) && '`_^~&'.includes(code))) continue
    weight += found
    letters += 1
  }
  if (letters === 0) return NO_EVIDENCE
  const telling = TELLING.test(word)
  return { weight, letters, telling, mixed: telling || /[^A-Z][A-Z]|[a-z]©/.test(word) }
}

/** Combines the evidence of several words. */
export function sum(words: readonly Evidence[]): Evidence {
  return words.reduce(
    (all, one) => ({
      weight: all.weight + one.weight,
      letters: all.letters + one.letters,
      telling: all.telling || one.telling,
      mixed: all.mixed || one.mixed,
    }),
    NO_EVIDENCE,
  )
}

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
/** Vowel sign at the end of a glyph of a whole cluster. */
const ENDING_SIGN = /[\u09be-\u09cc]$/
/** Limit that no real cluster reaches; keeps hostile text linear. */
const MAX_IN_A_ROW = 4

const isDigit = (code: string | undefined) => code !== undefined && code >= '0' && code <= '9'

/** Whether a code draws a letter or a part of one. */
function isBijoyLetter(code: string | undefined): boolean {
  const kind = code === undefined ? undefined : glyphs.get(code)?.kind
  return kind !== undefined && kind !== 'digit' && kind !== 'punctuation'
}

/** Returns the glyph at an index; undefined for a literal quote, dash or degree sign. */
function glyphAt(text: string, at: number): Glyph | undefined {
  const code = text.charAt(at)
  const glyph = glyphs.get(code)
  if (!glyph || !TYPOGRAPHIC.includes(code)) return glyph
  const before = text[at - 1]
  const after = text[at + 1]
  if (isDigit(before) || (isDigit(after) && glyph.kind !== 'reph')) return undefined
  // No word begins with one of these, except স্ট and ৈ, which is stored before its letter.
  if (!isBijoyLetter(before) && !('÷‰'.includes(code) && isBijoyLetter(after))) return undefined
  if (glyph.kind === 'first-half' && !isBijoyLetter(after)) return undefined
  return glyph
}

interface Syllable {
  text: string
  /** Index after the syllable. */
  next: number
}

/** Reads a syllable: signs in any order, the cluster in visual order. Null if none starts here. */
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

  while (glyph?.kind === 'sign-before' && at - start < MAX_IN_A_ROW) {
    signs += glyph.text
    step()
  }
  if (signs && text[at] === 'u') {
    candrabindu = true
    step()
  }
  for (let n = 0; glyph?.kind === 'first-half' && n < MAX_IN_A_ROW; n += 1) add(glyph)
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
      // These three occur only in স্থ, ন্তু and ন্ত; elsewhere they are quotes and dashes.
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
  // Without the joiner this would become a reph on য.
  if (cluster.startsWith('র্য') && !reph) cluster = `র\u200d${cluster.slice(1)}`
  const written = `${reph ? 'র্' : ''}${cluster}${signs}${candrabindu ? CANDRABINDU : ''}`
  return { text: written, next: at }
}

/** Whether a mark that can be a vowel sign is literal here: the cluster has a sign or takes none. */
function isPlainMark(code: string, cluster: string, signs: string): boolean {
  if (!TYPOGRAPHIC.includes(code)) return false
  return signs !== '' || (code === '–' && !cluster.endsWith('র'))
}

/** Converts a code outside a syllable. */
function readAlone(text: string, at: number): string {
  const code = text.charAt(at)
  const glyph = glyphAt(text, at)
  if (!glyph) return code
  switch (glyph.kind) {
    case 'mark':
      // Typists use the visarga as a colon.
      return code === 't' && !isBijoyLetter(text[at - 1]) ? ':' : glyph.text
    case 'punctuation':
      // A backslash in a path is literal.
      return code === '\\' && /[A-Za-z0-9]/.test(text.charAt(at + 1)) ? code : glyph.text
    case 'digit':
      return glyph.text
    default:
      return TYPOGRAPHIC.includes(code) || '^~&'.includes(code) ? code : glyph.text
  }
}

/** Converts codes of a Bijoy font to Unicode. Input and output are NFC; takes linear time. */
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
