import type { SingleType } from '../../feature.ts'

/** The key facts of the school. */
export const schoolInfo = {
  name: 'schoolInfo',
  segment: 'schoolInfo',
  read: 'getSchoolInfo',
  update: 'updateSchoolInfo',
  screen: 'schoolInfo',
  setupSteps: [{ step: 'schoolInfo', screen: 'schoolInfo' }],
} as const satisfies SingleType

/** Texts about the record where all types are listed. */
export const schoolInfoTexts = {
  'admin.sidebar.schoolInfo': 'বিদ্যালয়ের তথ্য',
  'overview.setup.schoolInfo': 'এক নজরে বিদ্যালয়ের তথ্য পূরণ করুন',
  'activity.what.schoolInfo': 'বিদ্যালয়ের তথ্য',
  'activity.untitled.schoolInfo': 'বিদ্যালয়ের তথ্য',
  'outbox.action.createSchoolInfo': 'বিদ্যালয়ের তথ্য যোগ',
  'outbox.action.updateSchoolInfo': 'বিদ্যালয়ের তথ্য পরিবর্তন',
} as const
