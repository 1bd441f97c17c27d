import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { recordEndpoints } from '../../api/record-endpoints.ts'
import { Exam, ExamChange, NewExam } from './exam.ts'
import { paths } from './paths.ts'

const tag = 'exams'
const { list, create, update, remove } = recordEndpoints({
  name: 'exams',
  tag,
  created: NewExam,
  changed: ExamChange,
  stored: Exam,
})

export const examEndpoints = {
  listExams: { ...paths.listExams, summary: 'List examinations, the latest first', ...list },
  getExam: {
    ...paths.getExam,
    summary: 'The table of an examination',
    tag,
    access: 'public',
    params: z.object({ id: z.string() }),
    status: 200,
    response: Exam,
    problems: ['not_found'],
  },
  createExam: {
    ...paths.createExam,
    summary: 'Create an examination, with its days in the calendar',
    ...create,
  },
  updateExam: {
    ...paths.updateExam,
    summary: 'Update an examination and its days in the calendar; omitted fields are unchanged',
    ...update,
  },
  deleteExam: {
    ...paths.deleteExam,
    summary: 'Move an examination and its days in the calendar to the trash',
    ...remove,
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const examSchemas = { NewExam, Exam, ExamChange }
