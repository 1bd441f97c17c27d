/*
 * Tesseract's Bengali data contain no ঊ ঋ ঐ ঔ, so it reads the most similar letter. Where such a word
 * can only be the one with the missing letter, it is put back.
 */

/** Letters that are read instead of a missing one. */
const READ_INSTEAD: Readonly<Record<string, readonly string[]>> = {
  ঐ: ['এ', 'এঁ', 'ত্র', 'এ্র'],
  ঋ: ['খ', 'ঝ'],
  ঔ: ['ও', 'ওঁ'],
  ঊ: ['উ', 'উঁ'],
}

/** Beginnings of words that are no words with the letter that is read. */
const BEGINNINGS: readonly (readonly [right: string, read: string])[] = [
  'ঐক্য ঐচ্ছিক ঐতিহ্য ঐতিহাসিক ঐশ্বর্য ঐশ্বরিক ঐকান্তিক ঐকমত্য ঐকিক ঐশী',
  'ঋতু ঋষি ঋগ্বেদ ঋজু',
  'ঔষধ ঔপনিবেশিক ঔপন্যাসিক ঔদার্য ঔদ্ধত্য ঔচিত্য ঔৎসুক্য',
  'ঊর্ধ্ব ঊর্ধ ঊনবিংশ ঊনসত্তর',
]
  .flatMap((row) => row.split(' '))
  .flatMap((right) =>
    (READ_INSTEAD[right.charAt(0)] ?? []).map((read): readonly [string, string] => [
      right,
      read + right.slice(1),
    ]),
  )

/** Latin digits amid Bengali ones, by their shape. */
const SIMILAR: Readonly<Record<string, string>> = { 0: '০', 7: '৭', 8: '৪', 9: '৭' }

/** Mends a word that Tesseract could not read rightly. */
export function mendWord(text: string): string {
  const mended = text
    // The currency sign ৷ looks like the last stroke of a word.
    .replace(/(?<=[\u0995-\u09b9\u09bc])৷/g, 'া')
    .replaceAll('৷', '।')
    // The same stroke, in the order in which it is drawn.
    .replace(/ঁ([\u09be-\u09cc])/g, '$1ঁ')
    .replace(/(?<=[\u0980-\u09ff)])\|$/, '।')
    .normalize('NFC')
  if (/[০-৯]/.test(mended)) return mended.replace(/[0789]/g, (digit) => SIMILAR[digit] ?? digit)
  const [, before = '', word = ''] = /^([^\u0980-\u09ff]*)(.*)$/su.exec(mended) ?? []
  const found = BEGINNINGS.find(([, read]) => word.startsWith(read))
  if (found) return before + found[0] + word.slice(found[1].length)
  // খণ্ড is a word of its own.
  return before + word.replace(/^[খঝ]ণ(?=$|[^\u09cd])/u, 'ঋণ')
}
