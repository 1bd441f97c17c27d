import type { SingleType } from '../../feature.ts'

/** The page of officers and teachers. */
export const teacherPage = {
  name: 'teacherPage',
  segment: 'teacherPage',
  read: 'getTeacherPage',
  update: 'updateTeacherPage',
  screen: 'teachers',
  setupSteps: [{ step: 'teacherPage', screen: 'people' }],
} as const satisfies SingleType

/** Texts about the record where all types are listed. */
export const teacherPageTexts = {
  'admin.sidebar.teachers': 'কর্মকর্তা ও শিক্ষকবৃন্দ',
  'overview.setup.teacherPage': 'কর্মকর্তা ও শিক্ষকদের তালিকা দিন',
  'activity.what.teacherPage': 'কর্মকর্তা ও শিক্ষকবৃন্দের পাতা',
  'activity.untitled.teacherPage': 'কর্মকর্তা ও শিক্ষকবৃন্দের পাতা',
  'versions.field.page': 'শিক্ষকদের পাতা',
} as const
