import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { recordEndpoints, recordImport } from '../../api/record-endpoints.ts'
import { GroupKey } from '../../school/group-key.ts'
import { paths } from './paths.ts'
import {
  NewStudentCount,
  StudentCount,
  StudentCountChange,
  StudentCountImport,
} from './student-count.ts'

const tag = 'student counts'
const { list, create, update, remove } = recordEndpoints({
  name: 'studentCounts',
  tag,
  created: NewStudentCount,
  changed: StudentCountChange,
  stored: StudentCount,
})

export const studentCountEndpoints = {
  listStudentCounts: {
    ...paths.listStudentCounts,
    summary: 'List student counts by class, shift and section',
    ...list,
  },
  getStudentCount: {
    ...paths.getStudentCount,
    summary: 'The count of one class, shift and section',
    tag,
    access: 'public',
    params: GroupKey,
    status: 200,
    response: StudentCount,
    problems: ['not_found', 'validation_failed'],
  },
  createStudentCount: {
    ...paths.createStudentCount,
    summary: 'Create the count of a class, shift and section',
    ...create,
  },
  updateStudentCount: {
    ...paths.updateStudentCount,
    summary: 'Update a count; omitted numbers are unchanged',
    ...update,
  },
  importStudentCounts: {
    ...paths.importStudentCounts,
    summary: 'Create and update many counts, all or none; rejected if one has changed meanwhile',
    ...recordImport({ name: 'studentCounts', tag, body: StudentCountImport }),
  },
  deleteStudentCount: {
    ...paths.deleteStudentCount,
    summary: 'Move a count to the trash',
    ...remove,
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const studentCountSchemas = {
  NewStudentCount,
  StudentCount,
  StudentCountChange,
  StudentCountImport,
}
