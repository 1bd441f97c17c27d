import type { NewStudentCount } from './student-count.ts'

/** A valid count, for the examples of the API document and for tests. */
export const sampleCount: NewStudentCount = {
  className: 'Six',
  shift: 'Morning',
  section: 'A',
  girls: 55,
  muslim: 50,
  hindu: 5,
}
