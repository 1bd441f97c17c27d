import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import {
  NewStudentCount,
  type StudentCount,
} from '@bidyaloy/shared/features/student-counts/student-count'
import type { BodyExamples, ResponseExamples } from '../../feature.ts'

const { className, shift, section } = sampleCount
const group = { className, shift, section }

const count: StudentCount = {
  _id: 'p7wq2mm4hdt8',
  __v: 0,
  updatedAt: '2026-11-21T04:30:00.000Z',
  ...NewStudentCount.parse(sampleCount),
}

/** Examples of the API document, by endpoint. */
export const studentCountExamples: {
  bodies: BodyExamples
  responses: ResponseExamples
} = {
  bodies: {
    createStudentCount: sampleCount,
    updateStudentCount: { girls: 56, __v: 0 },
    importStudentCounts: {
      rows: [
        { ...group, girls: 56, __v: 0 },
        { ...group, section: 'B', girls: 54, __v: null },
      ],
    },
  },
  responses: {
    listStudentCounts: [count],
    getStudentCount: count,
    createStudentCount: count,
    updateStudentCount: { ...count, girls: 56, __v: 1 },
    importStudentCounts: { created: 1, updated: 1 },
  },
}
