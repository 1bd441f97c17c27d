import czech from 'typescript-6/lib/cs/diagnosticMessages.generated.json' with { type: 'json' }
import german from 'typescript-6/lib/de/diagnosticMessages.generated.json' with { type: 'json' }
import french from 'typescript-6/lib/fr/diagnosticMessages.generated.json' with { type: 'json' }
import turkish from 'typescript-6/lib/tr/diagnosticMessages.generated.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { bijoyToUnicode, suggestUnicode } from './bijoy.ts'
import cases from './test/bijoy-cases.json' with { type: 'json' }
import { encodeBijoy } from './test/bijoy-encoder.ts'
import { markedWords, offers, readings, untouched } from './test/bijoy-own-cases.ts'
import heldOutWords from './test/held-out-words.json' with { type: 'json' }
import titles from './test/school-titles.json' with { type: 'json' }

const nfc = (text: string) => text.normalize('NFC')

describe('Bijoy text', () => {
  it.each(readings)('converts %j to %s', (bijoy, unicode) => {
    expect(bijoyToUnicode(bijoy)).toBe(nfc(unicode))
  })

  it.each(cases.filter(({ category }) => category !== 'mixed' && category !== 'keep'))(
    '$id: converts to $expected without detection',
    ({ input, expected }) => {
      expect(bijoyToUnicode(input)).toBe(nfc(expected))
    },
  )

  it.each(cases)(
    '$id: suggests a conversion ($auto) of $input',
    ({ auto, input, expected, alsoAccept = [] }) => {
      const offered = suggestUnicode(input)
      const right = [expected, ...alsoAccept].map(nfc)
      if (auto === 'never') expect(offered).toBeNull()
      else if (auto === 'must' || offered !== null) expect(right).toContain(offered)
    },
  )

  it.each(offers)('suggests for %j: %j', (text, unicode) => {
    expect(suggestUnicode(text)).toBe(nfc(unicode))
  })

  it.each(untouched)('suggests nothing for %j', (text) => {
    expect(suggestUnicode(text)).toBeNull()
  })

  it.each(['newer', 'older'] as const)(
    'recognises every title of a school, in the %s codes',
    (font) => {
      const missed = titles.filter(
        (title) => suggestUnicode(encodeBijoy(title, font)) !== nfc(title),
      )
      expect(missed).toEqual([])
    },
  )

  it.each(markedWords)('suggests a conversion of the single word %j', (bijoy, unicode) => {
    expect(suggestUnicode(bijoy)).toBe(nfc(unicode))
  })

  it.each(['newer', 'older'] as const)(
    'recognises nearly all single words that the model was not made from, in the %s codes',
    (font) => {
      const words = heldOutWords.split(' ').map((word) => [encodeBijoy(word, font), word] as const)
      const share = (some: typeof words) =>
        some.filter(([bijoy, word]) => suggestUnicode(bijoy) === word).length / some.length
      expect(share(words)).toBeGreaterThan(0.8)
      expect(share(words.filter(([bijoy]) => /[^A-Za-z`_~^&]/.test(bijoy)))).toBeGreaterThan(0.97)
    },
  )

  it('converts all of a title but the English word in it', () => {
    const english = ['Notice', 'SSC', 'Online', 'Form', 'Admission', 'ICT Lab', 'Class Six', 'of']
    const missed = titles.flatMap((title, at) => {
      const word = english[at % english.length] ?? ''
      const words = title.split(' ')
      const place = at % (words.length + 1)
      const lineOf = (parts: readonly string[]) =>
        [...parts.slice(0, place), word, ...parts.slice(place)].join(' ')
      const offered = suggestUnicode(lineOf(words.map((part) => encodeBijoy(part, 'newer'))))
      return offered === nfc(lineOf(words)) ? [] : [offered]
    })
    expect(missed.length).toBeLessThanOrEqual(titles.length * 0.03)
  })

  it('suggests nothing for thousands of European sentences in any case or punctuation', () => {
    // The keys contain the English text: Unterminated_string_literal_1002.
    const english = Object.keys(german).map((key) => key.replace(/_\d+$/, '').replaceAll('_', ' '))
    const sentences = [german, czech, french, turkish].flatMap((texts) => Object.values(texts))
    const ways = [
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      (text: string) => `“${text.replace(' ', ' — ')}…”`,
    ]
    const touched = [...english, ...sentences].flatMap((sentence) =>
      ways.map((write) => write(sentence)).filter((text) => suggestUnicode(text) !== null),
    )
    expect(touched).toEqual([])
  })

  it.each([
    'w',
    '¯',
    '©',
    'K ',
    'a@',
    '&#',
    '“',
    'i–',
    'cÖfvwZ kvLv ',
    'cÖfvwZ',
    '\n',
    '.1',
    'wkÿK 1 ',
  ])('converts 100 kB of %j within 3 s', (piece) => {
    const text = piece.repeat(100_000 / piece.length)
    const start = performance.now()
    bijoyToUnicode(text)
    suggestUnicode(text)
    expect(performance.now() - start).toBeLessThan(3000)
  })
})
