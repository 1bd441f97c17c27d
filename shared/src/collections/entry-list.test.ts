import { expect, it } from 'vitest'
import type { Entry } from './entry.ts'
import { listEntries, titleMatcher } from './entry-list.ts'

const entry = (_id: string, day: string, more: Partial<Entry> = {}): Entry => ({
  _id,
  title: `নোটিশ ${_id}`,
  date: `${day}T06:00:00.000Z`,
  createdAt: `${day}T06:00:00.000Z`,
  __v: 0,
  ...more,
})

const entries = [
  entry('pinned', '2025-03-01', { pinnedUntil: '2030-01-01T00:00:00.000Z' }),
  entry('scheduled', '2025-12-31', {
    date: '2025-12-31T20:00:00.000Z',
    publishAt: '2026-05-01T00:00:00.000Z',
  }),
  entry('new', '2025-06-01', { createdAt: '2026-04-01T00:00:00.000Z' }),
  entry('old', '2025-05-01'),
]
const ids = (query: string) => listEntries(entries, new URLSearchParams(query)).map((e) => e._id)

it('keeps the order of the array and slices it by offset and limit', () => {
  expect(ids('')).toEqual(['pinned', 'scheduled', 'new', 'old'])
  expect(ids('offset=1&limit=2')).toEqual(['scheduled', 'new'])
})

it('sorts by the time of appearance with pinned entries first', () => {
  expect(ids('sort=createdAt')).toEqual(['pinned', 'scheduled', 'new', 'old'])
  const reversed = [...entries].reverse()
  const sorted = listEntries(reversed, new URLSearchParams('sort=createdAt'))
  expect(sorted.map((e) => e._id)).toEqual(['pinned', 'scheduled', 'new', 'old'])
})

it('filters by the year in Dhaka', () => {
  // 20:00 UTC on 31 December is 2 a.m. on 1 January in Dhaka.
  expect(ids('year=2026')).toEqual(['scheduled'])
})

it('finds titles that contain every word, in either digits and any case', () => {
  expect(ids('q=OLD+নোটিশ')).toEqual(['old'])
  expect(titleMatcher('2026 পরীক্ষা')('পরীক্ষা ২০২৬')).toBe(true)
  expect(titleMatcher('2026 ছুটি')('পরীক্ষা ২০২৬')).toBe(false)
  expect(titleMatcher('  ')('পরীক্ষা')).toBe(true)
})
