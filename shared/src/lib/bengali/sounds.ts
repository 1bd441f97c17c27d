/*
 * How words sound, for a search that finds nothing: Bengali letters that are taken for one another, and
 * Bengali written in Latin letters (vorti, chhuti), become the same few Latin letters. The inherent
 * vowel, which Bengali does not write, is left out, and so are অ, ও and o, which stand for it.
 */

/** Consonants and vowels of folded Bengali words; others, such as য় and হসন্ত, are not heard. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    k: 'কখ',
    g: 'গঘ',
    c: 'চছ',
    j: 'জঝয',
    t: 'টঠতথ',
    d: 'ডঢদধ',
    n: 'নঞং',
    p: 'পফ',
    b: 'বভ',
    m: 'ম',
    r: 'রঋৃ',
    l: 'ল',
    s: 'স',
    h: 'হ',
    a: 'আা',
    i: 'ইি',
    u: 'উু',
    e: 'এে',
  }).flatMap(([sound, letters]) => Array.from(letters, (letter) => [letter, sound] as const)),
)

/** Conjuncts that are not pronounced as written, in folded words. */
const CONJUNCTS: readonly (readonly [written: RegExp, heard: string])[] = [
  [/ক্স/g, 'ক'],
  [/জ্ঞ/g, 'গ'],
  [/ংগ/g, 'ং'],
  [/([সতদজ])্ব/g, '$1'],
  [/্জ(?!্)/g, ''],
  [/য়/g, ''],
  [/ড়|ঢ়/g, 'র'],
]

/** Letters of Bengali in Latin letters, the longer ones first. */
const LATIN: readonly (readonly [written: RegExp, heard: string])[] = [
  [/kkh|kh|ck|q|x/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/chh|ch/g, 'C'],
  [/c/g, 'k'],
  [/C/g, 'c'],
  [/gh/g, 'g'],
  [/jh|z/g, 'j'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/ph|f/g, 'p'],
  [/bh|v/g, 'b'],
  [/sh/g, 's'],
  [/rh/g, 'r'],
  [/ng/g, 'n'],
  [/aa/g, 'a'],
  [/ee/g, 'i'],
  [/oo|ou/g, 'u'],
  [/[owy]/g, ''],
]

/** Returns how a folded word sounds, in Latin letters. Empty for numbers. */
export function soundOf(word: string): string {
  const isLatin = /^[a-z]/.test(word)
  const changed = (isLatin ? LATIN : CONJUNCTS).reduce(
    (text, [written, heard]) => text.replace(written, heard),
    word,
  )
  const sounds = isLatin
    ? changed
    : Array.from(changed, (letter) => LETTERS.get(letter) ?? '').join('')
  return sounds.replace(/(.)\1+/g, '$1')
}

/** Returns the consonants of a sound. */
export function skeletonOf(sound: string): string {
  return sound.replace(/[aiue]/g, '')
}

const CONSONANTS = Array.from('kgcjtdnpbmrlsh')

/** Yields what a skeleton becomes by one consonant more, less or other, and itself. */
export function* skeletonsNear(skeleton: string): Generator<string> {
  yield skeleton
  for (let at = 0; at <= skeleton.length; at += 1) {
    const [before, after] = [skeleton.slice(0, at), skeleton.slice(at)]
    if (after) yield before + after.slice(1)
    for (const one of CONSONANTS) {
      yield before + one + after
      if (after) yield before + one + after.slice(1)
    }
  }
}

/** Returns the fewest letters to insert, delete or replace that make one text the other. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to += 1) {
      const replaced = (row[to] ?? 0) + (letter === other[to] ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
