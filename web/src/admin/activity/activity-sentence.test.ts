import { ACTIONS } from '@bidyaloy/shared/school/actions'
import { type ActivityItem, SUBJECTS } from '@bidyaloy/shared/school/activity'
import { expect, it } from 'vitest'
import { activityDays, activitySentence } from './activity-sentence.ts'

const event = { by: 'রহিমা', action: 'created', subject: 'notices', title: 'রুটিন' } as const

it('says which admin did what', () => {
  expect(activitySentence(event)).toBe('রহিমা “রুটিন” নোটিশটি প্রকাশ করেছেন।')
  expect(activitySentence({ ...event, action: 'deleted', title: '', count: 25 })).toBe(
    'রহিমা ২৫টি নোটিশ মুছে ফেলেছেন।',
  )
  expect(activitySentence({ ...event, subject: 'contact', title: '' })).toBe(
    'রহিমা যোগাযোগের তথ্য সংরক্ষণ করেছেন।',
  )
  const crest = { ...event, subject: 'sitePicture', title: 'বিদ্যালয়ের লোগো (মনোগ্রাম)' } as const
  expect(activitySentence({ ...crest, action: 'changed' })).toBe(
    'রহিমা বিদ্যালয়ের লোগো (মনোগ্রাম) বসিয়েছেন।',
  )
  expect(activitySentence({ ...crest, action: 'deleted' })).toBe(
    'রহিমা বিদ্যালয়ের লোগো (মনোগ্রাম) সরিয়েছেন।',
  )
  expect(activitySentence({ ...event, by: '', action: 'fileReplaced' })).toBe(
    'কেউ একজন “রুটিন” নোটিশটির ফাইল বদলেছেন।',
  )
})

it('has a whole sentence for every action on every subject', () => {
  for (const action of ACTIONS) {
    for (const subject of SUBJECTS) {
      for (const more of [{}, { title: '' }, { title: '', count: 3 }]) {
        const sentence = activitySentence({ ...event, action, subject, ...more })
        expect(sentence).toMatch(/^রহিমা [^{}]+।$/)
      }
    }
  }
})

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
