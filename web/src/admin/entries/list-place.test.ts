import { describe, expect, it } from 'vitest'
import { PAGE_SIZE, pageCount, readPlace, writePlace } from './list-place.ts'

describe('the place in a list', () => {
  it('is found again from the address', () => {
    const place = {
      q: 'বার্ষিক পরীক্ষা ২০২৬',
      page: 3,
      state: 'scheduled',
      sorting: 'title',
    } as const
    expect(readPlace(new URLSearchParams(writePlace(place).toString()))).toEqual(place)
  })

  it('is the beginning where the address says nothing that makes sense', () => {
    const beginning = { q: '', page: 1, state: 'all', sorting: 'newest' }
    expect(readPlace(new URLSearchParams({ state: 'x', sort: 'toString' }))).toEqual(beginning)
    for (const page of ['0', '-1', '1.5', 'x', '1e99']) {
      expect(readPlace(new URLSearchParams({ page }))).toEqual(beginning)
    }
    expect(writePlace({ q: '', page: 1 }).toString()).toBe('')
  })

  it('has room for every entry, and a page even for none', () => {
    expect([0, 1, PAGE_SIZE, PAGE_SIZE + 1].map(pageCount)).toEqual([1, 1, 1, 2])
  })
})
