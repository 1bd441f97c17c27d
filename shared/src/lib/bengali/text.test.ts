import { describe, expect, it } from 'vitest'
import { formatFileSize } from '../../copy/file-size.ts'
import { formatNumber, readNumber, toBengaliDigits, toLatinDigits } from './digits.ts'
import { foldForSearch } from './search-text.ts'

describe('Bengali numbers and search', () => {
  it('groups by lakh', () => {
    expect(formatNumber(0)).toBe('০')
    expect(formatNumber(999)).toBe('৯৯৯')
    expect(formatNumber(1234)).toBe('১,২৩৪')
    expect(formatNumber(123456)).toBe('১,২৩,৪৫৬')
    expect(formatNumber(12345678)).toBe('১,২৩,৪৫,৬৭৮')
    expect(formatNumber(-1234567.25)).toBe('-১২,৩৪,৫৬৭.২৫')
  })

  it('converts digits both ways', () => {
    expect(toBengaliDigits('2026-এর ফল')).toBe('২০২৬-এর ফল')
    expect(toLatinDigits('২০২৬')).toBe('2026')
  })

  it('parses numbers in either digits, with or without grouping', () => {
    expect(readNumber('২৫')).toBe(25)
    expect(readNumber(' ১,২৩,৪৫৬ ')).toBe(123456)
    expect(readNumber('1,234')).toBe(1234)
    expect(readNumber('২.৭৫')).toBe(2.75)
    expect(readNumber('-৩')).toBe(-3)
    expect(readNumber('  ')).toBeNull()
    for (const none of ['পঁচিশ', '1,2', '12a', '--', '1.2.3', '৫০ জন']) {
      expect(readNumber(none)).toBeNaN()
    }
  })

  it('formats file sizes', () => {
    expect(formatFileSize(512)).toBe('৫১২ বাইট')
    expect(formatFileSize(253_952)).toBe('২৪৮ কিলোবাইট')
    expect(formatFileSize(1_258_291)).toBe('১.২ মেগাবাইট')
    expect(formatFileSize(2 * 1024 * 1024)).toBe('২ মেগাবাইট')
  })

  it('folds every spelling of a word to the same text', () => {
    expect(foldForSearch('পরীক্ষা-২০২৬')).toBe(foldForSearch('পরীক্ষা-2026'))
    expect(foldForSearch('সময়')).toBe(foldForSearch('সময়'))
    expect(foldForSearch('উদ্‌যাপন')).toBe(foldForSearch('উদ্যাপন'))
    expect(foldForSearch('  SSC   ফল ')).toBe('ssc ফল')
  })
})
