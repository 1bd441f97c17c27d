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
export const TYPOGRAPHIC = '‘’“”–—…•‰™©®°±½¼×÷«»·§\u00ad\u2212'

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
