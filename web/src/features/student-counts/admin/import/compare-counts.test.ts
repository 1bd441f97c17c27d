import type { StudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import { describe, expect, it } from 'vitest'
import { countWarnings, sumsOf } from '../count-fields.tsx'
import { compareCounts, importBody } from './compare-counts.ts'

const NUMBERS = {
  boys: 0,
  girls: 50,
  muslim: 45,
  hindu: 5,
  bouddho: 0,
  christian: 0,
  science: 0,
  business: 0,
  humanities: 0,
  muktiJoddha: 0,
  muktiJoddharSontan: 0,
  autistic: 0,
  physicalDisabled: 0,
}
const saved = (section: 'A' | 'B', version: number): StudentCount => ({
  _id: section,
  __v: version,
  updatedAt: '2026-01-01T00:00:00.000Z',
  className: 'Six',
  shift: 'Day',
  section,
  ...NUMBERS,
})
const row = (section: 'A' | 'B' | 'C', counts: Partial<typeof NUMBERS>, line = 2) => ({
  className: 'Six' as const,
  shift: 'Day' as const,
  section,
  counts,
  line,
})

describe('an import of student counts', () => {
  it('separates new, changed and unchanged rows, with old and new numbers', () => {
    const compared = compareCounts(
      [saved('A', 3), saved('B', 0)],
      [
        row('C', { girls: 40, muslim: 40 }, 4),
        row('A', { girls: 51 }, 2),
        row('B', { hindu: 5 }, 3),
      ],
    )
    expect(compared.map(({ section, kind, version }) => [section, kind, version])).toEqual([
      ['A', 'changed', 3],
      ['B', 'same', 0],
      ['C', 'new', null],
    ])
    expect(compared[0]).toMatchObject({ before: { girls: 50 }, after: { girls: 51, muslim: 45 } })
    expect(compared[0]?.warnings).toEqual(['religion'])
    expect(compared[2]?.warnings).toEqual([])
  })

  it('sends only changed rows, with the compared version', () => {
    const compared = compareCounts(
      [saved('A', 3), saved('B', 0)],
      [row('A', { girls: 51 }), row('B', { girls: 50 }), row('C', { girls: 9 })],
    )
    const key = { className: 'Six', shift: 'Day' }
    expect(importBody(compared)).toEqual({
      rows: [
        { ...key, section: 'A', girls: 51, __v: 3 },
        { ...key, section: 'C', girls: 9, __v: null },
      ],
    })
  })

  it('warns of sums that do not match, and of departments outside Nine and Ten', () => {
    const even = { girls: 50, muslim: 45, hindu: 5 }
    expect(sumsOf({ ...even, boys: 2 })).toEqual({ total: 52, religion: 50, department: 0 })
    expect(countWarnings('Six', even)).toEqual([])
    expect(countWarnings('Six', { ...even, boys: 2 })).toEqual(['religion'])
    expect(countWarnings('Nine', even)).toEqual(['department'])
    expect(countWarnings('Ten', { ...even, science: 30, humanities: 20 })).toEqual([])
    expect(countWarnings('Six', { ...even, science: 50 })).toEqual(['noDepartments'])
  })
})
