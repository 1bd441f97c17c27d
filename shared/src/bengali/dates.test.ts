import { describe, expect, it } from 'vitest'
import { formatBanglaDate } from './bangla-date.ts'
import { dhakaTime, dhakaYear, formatDate, formatDateTime, formatWeekday, isNew } from './dates.ts'
import { isDay } from './days.ts'

describe('dates in Bangladesh', () => {
  it('uses the date in Dhaka, not in UTC', () => {
    expect(formatDate('2026-01-05T17:59:59Z')).toBe('৫ জানুয়ারি ২০২৬')
    expect(formatDate('2026-01-05T18:00:00Z')).toBe('৬ জানুয়ারি ২০২৬')
    expect(formatWeekday('2026-01-05T18:45:09Z')).toBe('মঙ্গলবার')
    expect(dhakaYear('2025-12-31T18:00:00Z')).toBe(2026)
  })

  it('uses UTC+7 for Dhaka in the summer of 2009', () => {
    expect(dhakaTime('2009-07-01T17:30:00Z').iso).toBe('2009-07-02')
  })

  it.each([
    ['2027-02-28', true],
    ['2027-02-29', false],
    ['22027-02-01', false],
    ['2201-01-01', false],
    ['1799-12-31', false],
    ['2027-2-1', false],
    ['', false],
  ])('says whether «%s» is a day: %s', (text, is) => {
    expect(isDay(text)).toBe(is)
  })

  it('names the part of the day', () => {
    expect(formatDateTime('2026-01-05T18:45:09Z')).toBe('৬ জানুয়ারি ২০২৬, রাত ১২:৪৫')
    expect(formatDateTime('2026-01-05T04:05:00Z')).toBe('৫ জানুয়ারি ২০২৬, সকাল ১০:০৫')
  })

  it.each([
    ['2026-12-16', '১ পৌষ ১৪৩৩'],
    ['2026-02-21', '৮ ফাল্গুন ১৪৩২'],
    ['2026-03-26', '১২ চৈত্র ১৪৩২'],
    ['2026-04-14', '১ বৈশাখ ১৪৩৩'],
    ['2026-10-17', '১ কার্তিক ১৪৩৩'],
    ['2024-11-22', '৭ অগ্রহায়ণ ১৪৩১'],
    ['2025-01-24', '১০ মাঘ ১৪৩১'],
  ])('formats %s as the Bangla date %s', (day, bangla) => {
    expect(formatBanglaDate(`${day}T06:00:00Z`).normalize('NFC')).toBe(bangla.normalize('NFC'))
  })

  it('marks entries of the last seven days in Dhaka as new', () => {
    expect(isNew('2026-11-14T00:30:00Z', '2026-11-21')).toBe(true)
    expect(isNew('2026-11-13T17:00:00Z', '2026-11-21')).toBe(false)
    expect(isNew('2026-11-25T00:00:00Z', '2026-11-21')).toBe(false)
  })
})
