import { describe, expect, it } from 'vitest'
import { formatBanglaDate } from './bangla-date.ts'
import {
  dhakaTime,
  dhakaYear,
  formatDate,
  formatDateTime,
  formatWeekday,
  isNew,
  startOfDay,
} from './dates.ts'
import { isDay } from './days.ts'

describe('dates in Bangladesh', () => {
  it('uses the date in Dhaka, not in UTC', () => {
    expect(formatDate('2026-01-05T17:59:59Z')).toBe('৫ জানুয়ারি ২০২৬')
    expect(formatDate('2026-01-05T18:00:00Z')).toBe('৬ জানুয়ারি ২০২৬')
    expect(formatWeekday('2026-01-05T18:45:09Z')).toBe('মঙ্গলবার')
    expect(dhakaYear('2025-12-31T18:00:00Z')).toBe(2026)
  })

  it('gives the local time that the time zone database has, also in the summer of 2009', () => {
    const dhaka = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Dhaka',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    const moments = [
      ...['2009-06-19T16:59:00Z', '2009-06-19T17:00:00Z', '2009-07-01T17:30:00Z'],
      ...['2009-12-31T16:59:00Z', '2009-12-31T17:00:00Z'],
      ...Array.from({ length: 600 }, (_, i) => new Date(Date.UTC(1952, 3 * i, i, i % 24, i % 60))),
    ].map((time) => new Date(time))
    const shown = moments.map((moment) => {
      const { iso, hour, minute } = dhakaTime(moment)
      return `${iso} ${[hour, minute].map((n) => String(n).padStart(2, '0')).join(':')}`
    })
    expect(shown).toEqual(moments.map((moment) => dhaka.format(moment)))
  })

  it('is the same day as the midnight that starts it, also long ago', () => {
    for (const day of ['1889-02-01', '1920-01-01', '1942-07-01', '1971-12-16', '2100-02-28']) {
      expect(dhakaTime(startOfDay(day)).iso).toBe(day)
    }
  })

  it('refuses what is no time', () => {
    expect(() => dhakaTime('yesterday')).toThrow(RangeError)
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

  it('marks entries of the last three days in Dhaka as new', () => {
    expect(isNew('2026-11-18T00:30:00Z', '2026-11-21')).toBe(true)
    expect(isNew('2026-11-17T17:00:00Z', '2026-11-21')).toBe(false)
    expect(isNew('2026-11-25T00:00:00Z', '2026-11-21')).toBe(false)
  })
})
