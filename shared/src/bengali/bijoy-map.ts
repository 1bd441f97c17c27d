/** What a code of the Bijoy fonts draws. */
export type GlyphKind =
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
export const TYPOGRAPHIC = '‘’“”–—…•‰™©®°±½¼×÷«»·§\u00ad\u2212'
