import { describe, expect, it } from 'vitest'
import { listHref, parseListSearch } from './list-search.ts'
import { pagerNumbers } from './pages/list-pager.tsx'

const kinds = [{ id: 'exam', name: 'পরীক্ষা' }]
const parse = (query: string) => parseListSearch(new URLSearchParams(query), 'notices', kinds)

describe('address of a list', () => {
  it('parses Bengali digits, kinds and classes', () => {
    expect(parse('q= ভর্তি &year=২০২৬&kind=exam&class=Nine&page=২')).toEqual({
      q: 'ভর্তি',
      year: 2026,
      kind: 'exam',
      class: 'Nine',
      page: 2,
    })
  })

  it('ignores invalid values', () => {
    const none = { q: '', year: undefined, kind: undefined, class: undefined, page: 1 }
    expect(parse('year=12&page=-1&kind=gone&class=Eleven')).toEqual(none)
    expect(parse('year=abc&page=0')).toEqual(none)
    expect(parse(`q=${'ক'.repeat(500)}`).q).toHaveLength(200)
    // News have no classes.
    expect(parseListSearch(new URLSearchParams('class=Nine'), 'news', kinds)).toEqual(none)
  })

  it('omits empty values and the first page', () => {
    expect(listHref('/allnews', { page: 1 })).toBe('/allnews')
    expect(listHref('/allnews', { q: 'ক&খ', year: 2025, kind: 'event', page: 3 })).toBe(
      `/allnews?q=${encodeURIComponent('ক&খ')}&year=2025&kind=event&page=3`,
    )
  })
})

describe('pager', () => {
  it('links every page of a short list', () => {
    expect(pagerNumbers(2, 5)).toEqual([1, 2, 3, 4, 5])
  })

  it('leaves gaps in a long list, but not for a single page', () => {
    expect(pagerNumbers(10, 20)).toEqual([1, 0, 9, 10, 11, 0, 20])
    expect(pagerNumbers(4, 20)).toEqual([1, 2, 3, 4, 5, 0, 20])
  })
})
