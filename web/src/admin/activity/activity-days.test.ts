import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import { expect, it } from 'vitest'
import { activityDays } from './activity-days.ts'

const event = { by: 'রহিমা', action: 'created', subject: 'notices', title: 'রুটিন' } as const

it('groups items by day in Dhaka, without repeated ones', () => {
  const at = (date: string) => ({ ...event, _id: date, at: date })
  const items = [
    // Already the 21st in Dhaka.
    at('2026-11-20T18:30:00.000Z'),
    at('2026-11-20T17:30:00.000Z'),
    at('2026-11-20T17:30:00.000Z'),
    at('2026-11-12T06:00:00.000Z'),
  ]
  const days = activityDays(items, new Date('2026-11-21T06:00:00.000Z'))
  expect(days.map(({ name, groups }) => [name, groups.flat().length])).toEqual([
    ['আজ', 1],
    ['গতকাল', 1],
    ['বৃহস্পতিবার, ১২ নভেম্বর ২০২৬', 1],
  ])
})

it('joins three or more similar items in a row', () => {
  const at = (second: number, more: Partial<ActivityItem> = {}): ActivityItem => ({
    ...event,
    ...more,
    _id: String(second),
    at: `2026-11-21T06:00:0${second}.000Z`,
  })
  const items = [at(7), at(6), at(5), at(4, { by: 'করিম' }), at(3), at(2, { action: 'deleted' })]
  const [day] = activityDays(items, new Date('2026-11-21T06:00:00.000Z'))
  expect(day?.groups.map((group) => group.map(({ _id }) => _id))).toEqual([
    ['7', '6', '5'],
    ['4'],
    ['3'],
    ['2'],
  ])
})

it('joins none across a place where something is missing', () => {
  const items = [5, 4, 3, 2, 1].map((second) => ({
    ...event,
    _id: String(second),
    at: `2026-11-21T06:00:0${second}.000Z`,
    ...(second === 4 && { gap: true as const }),
  }))
  const [day] = activityDays(items, new Date('2026-11-21T06:00:00.000Z'))
  expect(day?.groups.map((group) => group.map(({ _id }) => _id))).toEqual([
    ['5'],
    ['4'],
    ['3', '2', '1'],
  ])
})
