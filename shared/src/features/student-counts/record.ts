import type { RecordType } from '../../feature.ts'
import { byCountField } from './student-groups.ts'

/** The number of students of a class, shift and section. */
export const studentCounts = {
  name: 'studentCounts',
  list: 'listStudentCounts',
  update: 'updateStudentCount',
  screen: 'studentcount',
  plural: 'student counts',
  isSetupStep: true,
  blank: byCountField(() => 0),
  titleFields: ['className', 'shift', 'section'],
} as const satisfies RecordType

/** Texts about the records where all kinds are listed. */
export const studentCountTexts = {
  'overview.setup.studentCounts': 'শ্রেণি অনুযায়ী শিক্ষার্থীর সংখ্যা দিন',
  'trash.kind.studentCounts': 'শিক্ষার্থীর সংখ্যা',
  'activity.what.studentCounts': '{title}-এর শিক্ষার্থীর সংখ্যা',
  'activity.untitled.studentCounts': 'শিক্ষার্থীর সংখ্যা',
  'activity.many.studentCounts': '{n}টি শাখার শিক্ষার্থীর সংখ্যা',
  'outbox.action.createStudentCount': 'শিক্ষার্থীর সংখ্যা যোগ',
  'outbox.action.updateStudentCount': 'শিক্ষার্থীর সংখ্যা পরিবর্তন',
  'outbox.action.deleteStudentCount': 'শিক্ষার্থীর সংখ্যা মোছা',
  'outbox.action.importStudentCounts': 'ফাইল থেকে শিক্ষার্থীর সংখ্যা তোলা',
} as const
