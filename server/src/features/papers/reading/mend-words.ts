/*
 * Tesseract's Bengali data contain no ঊ ঋ ঐ ঔ, so it reads the most similar letter. Where such a word
 * can only be the one with the missing letter, it is put back.
 */

/** Beginnings of words as they should be, with the letters that are read instead. */
const BEGINNINGS: readonly (readonly [right: string, read: string])[] = [
  'ঐক্য ঐচ্ছিক ঐতিহ্য ঐতিহাসিক ঐশ্বর্য ঐশ্বরিক ঐকান্তিক ঐকমত্য ঐকিক ঐশী',
  'ঋতু ঋণ ঋষি ঋগ্বেদ ঋজু',
  'ঔষধ ঔপনিবেশিক ঔপন্যাসিক ঔদার্য ঔদ্ধত্য ঔরস ঔচিত্য ঔৎসুক্য',
  'ঊর্ধ্ব ঊর্ধ ঊনবিংশ ঊনসত্তর ঊষা ঊর্মি ঊর্বর ঊরু',
]
  .flatMap((row) => row.split(' '))
  .flatMap((right) => {
    const readInstead: Readonly<Record<string, readonly string[]>> = {
      ঐ: ['এ', 'এঁ', 'ত্র', 'এ্র'],
      ঋ: ['খ', 'ঝ', 'ঝা', 'খা'],
      ঔ: ['ও', 'ওঁ', 'ত্ত'],
      ঊ: ['উ', 'উঁ'],
    }
    const [first = ''] = right
    return (readInstead[first] ?? []).map((read): readonly [string, string] => [
      right,
      read + right.slice(1),
    ])
  })

/** Words that are right as they are read. */
const RIGHT_AS_READ = /^(?:এক|এখ|খণ|ঝাণ|উর্বর|ত্রণ)/u

/** Mends a word that Tesseract could not read rightly. */
export function mendWord(text: string): string {
  const mended = text
    // The currency sign ৷ looks like the last stroke of a word.
    .replace(/(?<=[\u0995-\u09b9\u09bc])৷/g, 'া')
    .replaceAll('৷', '।')
    .replace(/(?<=[\u0980-\u09ff)])\|$/, '।')
    .normalize('NFC')
  const [, before = '', word = ''] = /^([^\u0980-\u09ff]*)(.*)$/su.exec(mended) ?? []
  for (const [right, read] of BEGINNINGS) {
    if (word.startsWith(read) && !RIGHT_AS_READ.test(word)) {
      return before + right + word.slice(read.length)
    }
  }
  return mended
}
