import { glyphTable } from '../bijoy-glyphs.ts'

type FontGeneration = 'newer' | 'older'

/** Codes that a generation lacks or replaces. */
const unused: Readonly<Record<FontGeneration, string>> = {
  newer: '¶¬\u00ad—“–\u2212ª«',
  older: 'ÿøÍæÐ\u2212–«Ö',
}

const words = (table: string) =>
  table.split(' ').map((word): [string, string] => [word.charAt(0), word.slice(1)])

const whole = [
  ...words(glyphTable.vowel),
  ...words(glyphTable.mark),
  ...words(glyphTable.digit),
  ...words(glyphTable.punctuation),
]
const codeOf: ReadonlyMap<string, string> = new Map(whole.map(([code, drawn]) => [drawn, code]))
const withSign = words(glyphTable['consonant-sign'])

const C = '[ক-হ]\u09bc?'
const SYLLABLE = new RegExp(
  `(র্(?=[ক-হ]))?((?:${C}|ৎ)(?:\u200d?\u09cd[\u200c\u200d]?${C})*|[অ-ঔ](?:\u09cdয)?)(\u09cd\u200c?)?([\u09be-\u09cc]?)(ঁ?)|[ংঃ০-৯।“”‘’—৳]`,
  'g',
)

/**
 * Encodes Bengali text as typed with a Bijoy font; for tests.
 * @throws Error for a cluster without a code
 */
export function encodeBijoy(text: string, generation: FontGeneration): string {
  const glyphs = (kind: 'consonant' | 'first-half' | 'second-half') =>
    words(glyphTable[kind]).filter(([code]) => !unused[generation].includes(code))
  const consonants = glyphs('consonant')
  const firsts = glyphs('first-half')
  const seconds = glyphs('second-half')

  /** Returns the fewest codes that draw a cluster. */
  function drawCluster(cluster: string): string {
    const known = codeOf.get(cluster) ?? consonants.find(([, drawn]) => drawn === cluster)?.[0]
    if (known) return known
    const ways: string[] = []
    for (const [code, drawn] of seconds) {
      const rest = cluster.slice(0, -drawn.length)
      if (!rest || !cluster.endsWith(drawn)) continue
      const first = firsts.find(([, half]) => half === `${rest}\u09cd`)
      ways.push((first?.[0] ?? drawCluster(rest)) + code)
    }
    for (const [code, half] of firsts) {
      if (cluster.startsWith(half)) ways.push(code + drawCluster(cluster.slice(half.length)))
    }
    const [best] = ways.sort((a, b) => a.length - b.length)
    if (best) return best
    const at = cluster.lastIndexOf('\u09cd')
    if (at < 0) throw new Error(`No code draws ${cluster}`)
    return `${drawCluster(cluster.slice(0, at))}&${drawCluster(cluster.slice(at + 1))}`
  }

  function drawSyllable(reph: string, cluster: string, sign: string, nasal: string): string {
    const single = withSign.find(([, drawn]) => drawn === cluster + sign)?.[0]
    const [before, after] = single ? ['', ''] : drawSign(sign, cluster)
    return before + (single ?? drawCluster(cluster)) + (reph && '©') + after + (nasal && 'u')
  }

  function drawSign(sign: string, cluster: string): readonly [string, string] {
    const afterRa = cluster.endsWith('র')
    const u = afterRa ? (generation === 'newer' ? 'æ' : '“') : 'y'
    const signs: Readonly<Record<string, readonly [string, string]>> = {
      'া': ['', 'v'],
      'ি': ['w', ''],
      'ী': ['', 'x'],
      'ু': ['', u],
      'ূ': ['', afterRa ? 'ƒ' : '~'],
      'ৃ': ['', '…'],
      'ে': ['‡', ''],
      'ৈ': ['‰', ''],
      'ো': ['‡', 'v'],
      'ৌ': ['‡', 'Š'],
    }
    return signs[sign] ?? ['', '']
  }

  return text
    .normalize('NFC')
    .replace(SYLLABLE, (all, reph, cluster, hasanta, sign, nasal) => {
      if (cluster === undefined) return codeOf.get(all) ?? all
      if (cluster === 'আ') return `Av${nasal && 'u'}`
      const [last = '', ...halves] = cluster.split('\u09cd\u200c').reverse()
      const before = halves.reverse().map((half: string) => `${drawCluster(half)}&`)
      const plain = last.replaceAll('\u200d', '')
      return before.join('') + drawSyllable(reph ?? '', plain, sign, nasal) + (hasanta ? '&' : '')
    })
    .replace(/(^|[\s(“‘"-])([‡‰])/g, (_, gap, sign) => gap + (sign === '‡' ? '†' : 'ˆ'))
}
