import type { ReadLine, ReadWord } from '@bidyaloy/shared/lib/ocr/read-page'
import { describe, expect, it } from 'vitest'
import { countDoubts, type MarkedWord, markWords, nextOpen, replaceWord } from './marked-words.ts'
import { placeOfWord } from './place-of-word.ts'

const word = (text: string, sureness = 96) => ({ text, sureness })
const read: ReadLine[] = [
  [word('বার্ষিক'), word('পরীক্ষার'), word('সময়সুচি', 61)],
  [word('শনিবার'), word('১০টা'), word('বিজ্ঞন', 70)],
]
const text = 'বার্ষিক পরীক্ষার সময়সুচি\nশনিবার ১০টা বিজ্ঞন'

const mark = (present: string, checked: number[] = []) =>
  markWords(present, read, new Set(checked)).flat()
const open = (words: MarkedWord[]) =>
  words.flatMap(({ doubt, isChecked, ...one }) => (doubt && !isChecked ? [one.text] : []))
const named = (words: MarkedWord[], name: string) => {
  const found = words.find((one) => one.text === name)
  if (!found) throw new Error(name)
  return found
}

describe('the words of a recognised page', () => {
  it('are marked if they are unsure or contain digits', () => {
    const words = mark(text)
    expect(open(words)).toEqual(['সময়সুচি', '১০টা', 'বিজ্ঞন'])
    expect(named(words, '১০টা').doubt).toBe('number')
    expect(countDoubts(read)).toBe(3)
    for (const { start, text: found } of words)
      expect(text.slice(start)).toMatch(RegExp(`^${found}`))
  })

  it('lose their mark once they are compared or typed', () => {
    expect(open(mark(text, [2]))).toEqual(['১০টা', 'বিজ্ঞন'])
    const corrected = replaceWord(text, named(mark(text), 'সময়সুচি'), ' সময়সূচি ')
    expect(corrected).toBe('বার্ষিক পরীক্ষার সময়সূচি\nশনিবার ১০টা বিজ্ঞন')
    expect(open(mark(corrected))).toEqual(['১০টা', 'বিজ্ঞন'])
  })

  it('keep their marks where the text around them changes', () => {
    const typed = `নোটিশ\n${text.replace('পরীক্ষার ', '').replace('শনিবার', 'আগামী রবিবার')}`
    expect(open(mark(typed, [4]))).toEqual(['সময়সুচি', 'বিজ্ঞন'])
  })

  it('keep their place on the picture', () => {
    const placed = { ...word('১০টা', 99), box: [100, 200, 30, 12] } satisfies ReadWord
    const [first, second] = markWords('১০টা নতুন', [[placed]], new Set()).flat()
    expect([first?.box, second?.box]).toEqual([placed.box, null])
  })

  it('are visited in order, and from the beginning after the last', () => {
    const words = mark(text, [4])
    expect([-1, 2, 5].map((after) => nextOpen(words, after)?.text)).toEqual([
      'সময়সুচি',
      'বিজ্ঞন',
      'সময়সুচি',
    ])
    expect(nextOpen(mark(text, [2, 4, 5]), 2)).toBeNull()
  })

  it('are removed with one of the blanks beside them', () => {
    expect(replaceWord(text, named(mark(text), '১০টা'), '')).toContain('শনিবার বিজ্ঞন')
    expect(replaceWord(text, named(mark(text), 'শনিবার'), '')).toContain('\n১০টা বিজ্ঞন')
    expect(replaceWord(text, named(mark(text), 'বিজ্ঞন'), '')).toMatch(/১০টা$/)
  })

  it('are in the same place of the paper on a picture of a part of it', () => {
    const box = [400, 500, 120, 20] as const
    const whole = placeOfWord([...box], { width: 1600, height: 2400 })
    const cut = placeOfWord([...box], { width: 1280, height: 960, part: [100, 50, 800, 400] })
    expect(cut).toEqual({ ...whole, image: { x: 160, y: 120, width: 1280, height: 960 } })
    expect(whole.image).toEqual({ x: 0, y: 0, width: 1600, height: 2400 })
  })
})
