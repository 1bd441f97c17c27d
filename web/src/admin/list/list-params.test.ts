import { describe, expect, it } from 'vitest'
import { PAGE_SIZE, pageCount, readListParams, writeListParams } from './list-controls.tsx'

describe('the parameters of a list', () => {
  it('are restored from the address', () => {
    const params = {
      q: 'বার্ষিক পরীক্ষা ২০২৬',
      page: 3,
      kind: 'exam',
      state: 'scheduled',
      of: 'news',
      sorting: 'title',
    } as const
    const kinds = [{ id: 'exam', name: 'পরীক্ষা' }]
    const address = new URLSearchParams(writeListParams(params).toString())
    expect(readListParams(address, kinds)).toEqual(params)
    expect(readListParams(address).kind).toBe('')
  })

  it('default to the first page for an invalid address', () => {
    const defaults = { q: '', page: 1, kind: '', state: 'all', of: '', sorting: 'newest' }
    expect(readListParams(new URLSearchParams({ state: 'x', sort: 'toString' }))).toEqual(defaults)
    for (const page of ['0', '-1', '1.5', 'x', '1e99']) {
      expect(readListParams(new URLSearchParams({ page }))).toEqual(defaults)
    }
    expect(writeListParams({ q: '', page: 1 }).toString()).toBe('')
  })

  it('count one page for an empty list', () => {
    expect([0, 1, PAGE_SIZE, PAGE_SIZE + 1].map(pageCount)).toEqual([1, 1, 1, 2])
  })
})
