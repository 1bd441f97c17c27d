import { dhakaTime } from '@bidyaloy/shared/bengali/dates'
import { describe, expect, it } from 'vitest'
import { datedTitle, factsOf, publishedAt } from './school-days.ts'

describe('publishedAt', () => {
  it('takes last year where the day is still to come this year', () => {
    const now = new Date('2026-11-21T06:00:00Z')
    expect(dhakaTime(publishedAt({ month: 11, day: 17 }, now, 'a')).iso).toBe('2026-11-17')
    expect(dhakaTime(publishedAt({ month: 12, day: 9 }, now, 'a')).iso).toBe('2025-12-09')
  })

  it('goes back from a weekend and from a public holiday to the last school day', () => {
    const now = new Date('2026-11-22T06:00:00Z')
    // Yesterday is a Saturday.
    expect(dhakaTime(publishedAt({ daysAgo: 1 }, now, 'a')).iso).toBe('2026-11-19')
    expect(dhakaTime(publishedAt({ month: 3, day: 26 }, now, 'a')).iso).toBe('2026-03-25')
  })

  it('publishes in office hours, the same for the same seed, and never after now', () => {
    const midnight = new Date('2026-01-01T18:05:00Z')
    for (const seed of ['ছুটি', 'ফলাফল', 'ভর্তি']) {
      const date = publishedAt({ daysAgo: 1 }, midnight, seed)
      const { hour } = dhakaTime(date)
      expect(hour).toBeGreaterThanOrEqual(9)
      expect(hour).toBeLessThan(16)
      expect(date.getTime()).toBeLessThan(midnight.getTime())
      expect(publishedAt({ daysAgo: 1 }, midnight, seed)).toEqual(date)
    }
  })
})

describe('what papers say about time', () => {
  it('fills the years of a title from its date', () => {
    const date = new Date('2026-04-08T05:00:00Z')
    expect(datedTitle('বাংলা নববর্ষ {bangla} উদ্‌যাপন প্রসঙ্গে', date)).toContain('১৪৩৩')
    expect(datedTitle('পরীক্ষা-{0} ও ভর্তি-{1}', date)).toBe('পরীক্ষা-২০২৬ ও ভর্তি-২০২৭')
  })

  it('puts examinations on school days only', () => {
    const facts = factsOf(new Date('2026-11-18T05:00:00Z'))
    expect(facts.days(2, 2)).toEqual([
      { date: '২২ নভেম্বর ২০২৬', weekday: 'রবিবার' },
      { date: '২৩ নভেম্বর ২০২৬', weekday: 'সোমবার' },
    ])
  })
})
