import { expect, test } from 'vitest'
import { readDay } from './read-day.ts'

const TODAY = '2026-11-22'

test('reads a day in the forms that people write', () => {
  const forms = [
    '১২/৩/২০২৭',
    '12/03/2027',
    '12-3-27',
    '১২.৩.২৭',
    '১২–৩–২০২৭',
    '2027-03-12',
    '২০২৭/৩/১২',
    '১২ মার্চ ২০২৭',
    'মার্চ ১২, ২০২৭',
    '১২ই মার্চ ২০২৭',
    'শুক্রবার, ১২ মার্চ ২০২৭',
    '১২ মার্চ, ২০২৭ সাল',
    '12th March 2027',
    '12mar2027',
    ' ১২ মার্চ ',
    '12/3',
  ]
  expect(forms.map((form) => [form, readDay(form, TODAY)])).toEqual(
    forms.map((form) => [form, '2027-03-12']),
  )
})

test('reads the spellings of the months', () => {
  const months = ['জানুয়ারী', 'ফেব্রুয়ারি', 'মার্চ', 'এপ্রিল', 'মে', 'জুন', 'জুলাই', 'আগষ্ট', 'সেপ্টেম্বর']
  expect(months.map((month) => readDay(`৫ ${month} ২০২৬`, TODAY)?.slice(5, 7))).toEqual(
    months.map((_, at) => String(at + 1).padStart(2, '0')),
  )
  expect(readDay('১ অক্টোবর', TODAY)).toBe('2026-10-01')
  // Decomposed, as some keyboards type it.
  expect(readDay('১ জানুয়ারি ২০২৭'.normalize('NFD'), TODAY)).toBe('2027-01-01')
})

test('takes the nearest year for a day without one', () => {
  expect(readDay('৩১/১২', TODAY)).toBe('2026-12-31')
  expect(readDay('১ জানুয়ারি', TODAY)).toBe('2027-01-01')
  expect(readDay('১ জুন', TODAY)).toBe('2026-06-01')
  expect(readDay('২৮ ডিসেম্বর', '2027-01-03')).toBe('2026-12-28')
  expect(['গতকাল', 'আজ', 'আগামী কাল'].map((word) => readDay(word, TODAY))).toEqual([
    '2026-11-21',
    '2026-11-22',
    '2026-11-23',
  ])
})

test('returns null for anything else', () => {
  const others = [
    '',
    '১২',
    'মার্চ',
    'মার্চ ২০২৭',
    '৩১/২/২০২৭',
    '12/25/2027',
    '12/3/202',
    '22027-01-02',
    '2027-03',
    '১২ চৈত্র ১৪৩৩',
    '১২ মার্চ এপ্রিল',
    '12/3/2027/4',
    '2027-03-12 10:30',
    '১২/৩/১৭৯৯',
  ]
  expect(others.filter((text) => readDay(text, TODAY) !== null)).toEqual([])
})
