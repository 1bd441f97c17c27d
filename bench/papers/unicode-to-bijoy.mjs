import { glyphTable } from '@bidyaloy/shared/bengali/bijoy-words'

/* The inverse of the converter's table, to print papers whose letters are Bijoy codes. */

const codesOf = (kind) => {
  const codes = new Map()
  for (const pair of glyphTable[kind].normalize('NFC').split(' ')) {
    const [code] = pair
    const text = pair.slice(1).normalize('NFC')
    // The first code of a letter is the usual one.
    if (!codes.has(text)) codes.set(text, code)
  }
  return codes
}

const [vowels, consonants, before, after, firstHalves, secondHalves, marks, digits] = [
  'vowel',
  'consonant',
  'sign-before',
  'sign-after',
  'first-half',
  'second-half',
  'mark',
  'digit',
].map(codesOf)
const punctuation = new Map([
  ['।', '|'],
  ['॥', '\\'],
  ['“', 'Ò'],
  ['”', 'Ó'],
  ['‘', 'Ô'],
  ['’', 'Õ'],
  ['–', 'Ñ'],
  ['—', 'Ñ'],
  ['৳', '$'],
])

const CONSONANT = '(?:[\u0995-\u09b9]\u09bc?|ৎ)'
const SYLLABLE = new RegExp(
  `(র্(?=${CONSONANT}))?(${CONSONANT}(?:্\u200c?${CONSONANT})*)(্\u200c?)?([\u09be-\u09cc])?(ঁ)?`,
  'gy',
)

/** Writes Bengali in the codes of SutonnyMJ. */
export function unicodeToBijoy(text) {
  const source = text.normalize('NFC').replaceAll('\u200d', '')
  let written = ''
  for (let at = 0; at < source.length; ) {
    SYLLABLE.lastIndex = at
    const found = SYLLABLE.exec(source)
    if (found) {
      written += syllable(found)
      at = SYLLABLE.lastIndex
      continue
    }
    const letter = source[at]
    if (letter === 'আ') written += 'Av'
    else {
      const codes = [vowels, marks, digits, punctuation, after].find((one) => one.has(letter))
      written += codes?.get(letter) ?? letter
    }
    at += 1
  }
  return written
}

function syllable([, reph, cluster, hasanta, sign = '', candrabindu]) {
  const [left, right] = { 'ো': ['ে', 'া'], 'ৌ': ['ে', 'ৗ'] }[sign] ?? [sign, '']
  const end = [reph && '©', candrabindu && 'u', hasanta && '&'].filter(Boolean).join('')
  const isBefore = before.has(left)
  return `${isBefore ? before.get(left) : ''}${clusterCodes(cluster)}${isBefore ? '' : (after.get(left) ?? '')}${after.get(right) ?? ''}${end}`
}

function clusterCodes(cluster) {
  // A joiner keeps the hasanta visible.
  if (cluster.includes('\u200c')) {
    const [left, right] = cluster.split('্\u200c')
    return `${clusterCodes(left)}&${clusterCodes(right)}`
  }
  const whole = consonants.get(cluster)
  if (whole) return whole
  const parts = cluster.split(/(?<=্)/)
  if (parts.length === 1) return cluster
  const [first, ...rest] = parts
  if (firstHalves.has(first)) {
    const tail = rest.join('')
    return firstHalves.get(first) + (secondHalves.get(`্${tail}`) ?? clusterCodes(tail))
  }
  // A conjunct glyph with a second half after it: ন্ত and ্র.
  for (let cut = parts.length - 1; cut > 0; cut -= 1) {
    const head = parts.slice(0, cut).join('').slice(0, -1)
    const tail = secondHalves.get(`্${parts.slice(cut).join('')}`)
    if (tail) return clusterCodes(head) + tail
  }
  return `${clusterCodes(first.slice(0, -1))}&${clusterCodes(rest.join(''))}`
}
