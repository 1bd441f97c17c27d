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
export const letterWeights: ReadonlyMap<string, number> = new Map([
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
export const isTelling = (word: string): boolean => TELLING.test(word)
