import { expect, it } from 'vitest'
import { ACTIONS } from './actions.ts'
import { SUBJECTS } from './activity.ts'
import { activitySentence } from './activity-sentence.ts'

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
