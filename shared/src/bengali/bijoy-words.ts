/*
 * How much a letter speaks for Bijoy: ln(P(letter | Bijoy) / P(letter | English)), clamped to ±5.
 * Learned from Bengali names written in Bijoy, against descriptions of software in English.
 */
const weighed: Readonly<Record<string, string>> = {
  '5': '‡†³¯›¸ªÖµšÿ‹ŠŒ¦¥Ÿœˆ„ƒ¶˜¡¾¤²¹¬¨¿',
  '4.5': '¢‚º´',
  '4': '~£',
  '2.6': '_`',
  '2.2': '&',
  // Letters of Europe, of which a foreign word may have several.
  '1.5': 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ',
}

/** Of the letters that both write; the marks stand above, in steps. */
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

/**
 * Weight by letter. What is missing is no evidence: marks that people type for themselves,
 * digits, other scripts.
 */
const letterWeights: ReadonlyMap<string, number> = new Map([
  ...Object.entries(letters),
  ...Object.entries(weighed).flatMap(([weight, marks]) =>
    [...marks].map((mark): [string, number] => [mark, Number(weight)]),
  ),
])

/** Marks that no European language and no word processor puts inside a word. */
const FOREIGN_MARKS = '†‡¨¯¤¶³›˜„ÿŸ‹ˆƒ¦¥¢£¿ª¸¬µšœ'

const TELLING = new RegExp(`.[${FOREIGN_MARKS}]|[†‡¯ˆ].|[a-z®™][ÀÁÄ-ÖØ-ÞŠŒ]`)

/**
 * Whether a word has inside it what no European text has there: a foreign mark, or a capital
 * with an accent after a small letter.
 */
const isTelling = (word: string): boolean => TELLING.test(word)

/** What a code of the Bijoy fonts draws. */
type GlyphKind =
  | 'vowel'
  | 'consonant'
  /** A consonant with its vowel sign in one glyph. */
  | 'consonant-sign'
  /** Vowel signs that are stored before their cluster, as they are drawn, and those after it. */
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
 * The codes of SutonnyMJ as they arrive after Windows-1252 decoding: each word is the code and
 * what it means in Unicode (NFC). Where two generations of the font differ, this is the newer one.
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

/** Codes that Word and phones also write for what they are: quotes, dashes, signs. */
const TYPOGRAPHIC = '‘’“”–—…•‰™©®°±½¼×÷«»·§\u00ad\u2212'

/**
 * `bijoy` will be converted, `unsure` follows its neighbours, `keep` stays as it is. Digits have
 * no say of their own, nor has what stands between words.
 */
type Verdict = 'bijoy' | 'unsure' | 'keep' | 'digits' | 'between'

/** A piece of a line: a word in Latin letters and marks, a number, or what stands between. */
export interface Piece {
  text: string
  verdict: Verdict
  evidence: Evidence
}

/** What the letters of some words say together. */
interface Evidence {
  /** Sum of the weights of the letters. */
  weight: number
  letters: number
  /** Whether a mark stands among them that no European text has inside a word. */
  telling: boolean
  /** Whether a capital stands inside a word, or such a mark: typing by chance makes neither. */
  mixed: boolean
}

const NO_EVIDENCE: Evidence = { weight: 0, letters: 0, telling: false, mixed: false }

/** Addresses and names of files keep their letters whatever stands around them. */
const PROTECTED =
  /^[a-z][a-z0-9+.-]*:\/\/|^www\.|[^\s@]@[^\s@]+\.[a-z]|[a-z0-9-]\.(?:com|org|net|edu|gov|info|bd)(?![a-z0-9])|\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|webp|svg|zip|rar|txt|csv|html?|mp[34]|exe|apk)$/i
/** A word between two backticks is a quotation of programmers; the code alone is দ. */
const QUOTED = /^[^`\w]*`[^`\s]+`[^`\w]*$/
const BETWEEN = '.,;:?!()[\\]{}/\\-+=*%#@<>"|\\\\$ÒÓÔÕÑ\\u0980-\\u09ff\\u200c\\u200d'
const DIGIT = /^[0-9]/
const STARTS_BETWEEN = new RegExp(`^[${BETWEEN}–—]`)
/** The two dashes are letters after these: রু, ন্ত, স্ত. */
const PIECES = new RegExp(`[0-9]+|[${BETWEEN}–—]+|(?:[iªÖ«]–|[š›¯]—|[^0-9${BETWEEN}–—])+`, 'g')

/** Words all of capitals that are no abbreviations: ও, এ, গক, কত. */
const CAPITAL_WORDS: ReadonlySet<string> = new Set(['I', 'G', 'GK', 'GB', 'GKB', 'GZ', 'KZ'])
/** Abbreviations, also those of other languages. Bijoy itself has few short words without a small letter. */
export const ABBREVIATION = /^(?:[A-Z]{2,}s?|[A-ZÀ-ÖØ-Þ]{4,})$/
/** Names of sections and classes. */
const SECTION = /^[A-FVX]$/
/** Words so common and of such letters that the next word tells: এর, এবং, সহ, ফরম, নবম, ছবি, খবর. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  'lô Gi Ges bs Uv wU wUi Rb wW wg eb gv bv Kx wK gvm n‡e dig dg beg feb mn nq ev ‡h †h hv we Qwe Lei Ni Drme me ci c‡i eo nvU NÈv ewn niY cwi Wvt ivR NiwU QwewU LeiwU Lye Qq wbR Pvi GLb Avi eB NUbv weUv nvi bvg mn dj'.split(
    ' ',
  ),
)
/** What no word is as long as. */
const LONGEST_WORD = 80

/** So few letters say less. */
const FEW_LETTERS = 3
/** A word over this average counts as Bijoy; one over the other may be, as its neighbours are. */
const CONVINCING = { few: 1, many: 0.3, telling: -1 }
const POSSIBLE = { few: -0.7, many: -0.5, marked: -1.8 }
/** Has a mark inside, or a reph at its end. */
const MARKED = /.[¡-ÿŒœŠšŸƒˆ˜‚„†‡•‰‹›].|©$/

const CONSONANT = '(?:[\\u0995-\\u09b9]\\u09bc?|\\u09ce)'
const JOIN = '\\u200d?\\u09cd[\\u200c\\u200d]?'
const SIGN = '[\\u09be-\\u09c4\\u09c7\\u09c8\\u09cb\\u09cc]'
/** A word as Bengali can be written: no sign without its letter, no two signs on one. */
const WELL_FORMED = new RegExp(
  `^(?:(?:[\\u0985-\\u0994](?:${JOIN}\\u09af\\u09be?)?|${CONSONANT}(?:${JOIN}${CONSONANT}){0,3}(?:\\u09cd(?!.)|${SIGN})?)\\u0981?[\\u0982\\u0983]?)+$`,
)

/** Cuts a line into pieces, each with its verdict as far as it can be told alone. */
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
  // Alone, t is how typists write a colon.
  if (COMMON_WORDS.has(word) || CAPITAL_WORDS.has(word) || word === 't') return 'unsure'
  if (ABBREVIATION.test(word) || SECTION.test(word) || (byDigits && /^[A-Z]$/.test(word))) {
    return 'keep'
  }
  // The other sections: ক, খ, গ.
  if (/^[A-Z]$/.test(word)) return 'unsure'
  const size = letters <= FEW_LETTERS ? 'few' : 'many'
  const convincing = CONVINCING[telling ? 'telling' : size]
  const possible = telling || MARKED.test(word) ? POSSIBLE.marked : POSSIBLE[size]
  if (average <= possible || word.length > LONGEST_WORD) return 'keep'
  // What breaks the rules of writing may still be a slip of a typist, where the marks tell.
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
    // At the edge of a word these are signs of programmers.
    if (found === undefined || ((at === 0 || at === last) && '`_^~&'.includes(code))) continue
    weight += found
    letters += 1
  }
  if (letters === 0) return NO_EVIDENCE
  const telling = isTelling(word)
  return { weight, letters, telling, mixed: telling || /[^A-Z][A-Z]|[a-z]©/.test(word) }
}

/** The evidence of several words. */
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
