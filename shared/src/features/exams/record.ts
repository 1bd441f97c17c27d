import type { RecordType } from '../../feature.ts'

/** Tables of examinations. */
export const exams = {
  name: 'exams',
  list: 'listExams',
  update: 'updateExam',
  screen: 'exams',
  plural: 'examinations',
  isSetupStep: false,
  blank: { note: '' },
  titleFields: ['title'],
} as const satisfies RecordType

/** Texts about the records where all kinds are listed. */
export const examTexts = {
  'trash.kind.exams': 'পরীক্ষার সূচি',
  'activity.what.exams': '{title}-এর সূচি',
  'activity.untitled.exams': 'পরীক্ষার সূচি',
  'activity.many.exams': '{n}টি পরীক্ষার সূচি',
  'outbox.action.createExam': 'পরীক্ষার সূচি যোগ',
  'outbox.action.updateExam': 'পরীক্ষার সূচি পরিবর্তন',
  'outbox.action.deleteExam': 'পরীক্ষার সূচি মোছা',
} as const
