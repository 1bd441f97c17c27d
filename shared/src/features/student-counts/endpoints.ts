import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { paths } from './paths.ts'
import {
  GroupKey,
  NewStudentCount,
  StudentCount,
  StudentCountChange,
  StudentCountImport,
  StudentCountsImported,
} from './student-count.ts'

const ById = z.object({ id: z.string() })

/** Returns how many rows of an import create and change counts, by the versions that they name. */
function importedRows({ rows }: Readonly<Record<string, unknown>>): StudentCountsImported {
  const all: unknown[] = Array.isArray(rows) ? rows : []
  const isNew = (row: unknown) =>
    typeof row === 'object' && row !== null && '__v' in row && row.__v === null
  const created = all.filter(isNew).length
  return { created, updated: all.length - created }
}

export const studentCountEndpoints = {
  listStudentCounts: {
    ...paths.listStudentCounts,
    summary: 'List student counts by class, shift and section',
    tag: 'student counts',
    access: 'public',
    status: 200,
    response: z.array(StudentCount),
  },
  getStudentCount: {
    ...paths.getStudentCount,
    summary: 'The count of one class, shift and section',
    tag: 'student counts',
    access: 'public',
    params: GroupKey,
    status: 200,
    response: StudentCount,
    problems: ['not_found', 'validation_failed'],
  },
  createStudentCount: {
    ...paths.createStudentCount,
    summary: 'Create the count of a class, shift and section',
    tag: 'student counts',
    access: 'admin',
    right: 'publish',
    records: { actions: ['created'] },
    offline: { record: 'studentCounts/:id', creates: true },
    body: NewStudentCount,
    idempotent: true,
    status: 201,
    response: StudentCount,
    problems: ['conflict'],
  },
  updateStudentCount: {
    ...paths.updateStudentCount,
    summary: 'Update a count; omitted numbers are unchanged',
    tag: 'student counts',
    access: 'admin',
    right: 'publish',
    records: { actions: ['changed'] },
    offline: { record: 'studentCounts/:id' },
    params: ById,
    body: StudentCountChange,
    idempotent: true,
    status: 200,
    response: StudentCount,
    problems: ['not_found', 'conflict'],
  },
  importStudentCounts: {
    ...paths.importStudentCounts,
    summary: 'Create and update many counts, all or none; rejected if one has changed meanwhile',
    tag: 'student counts',
    access: 'admin',
    right: 'publish',
    records: { actions: ['imported'] },
    offline: { record: 'studentCounts', isWhole: true, respond: importedRows },
    body: StudentCountImport,
    idempotent: true,
    status: 200,
    response: StudentCountsImported,
    problems: ['conflict'],
  },
  deleteStudentCount: {
    ...paths.deleteStudentCount,
    summary: 'Move a count to the trash',
    tag: 'student counts',
    access: 'admin',
    right: 'publish',
    records: { actions: ['deleted'] },
    offline: { record: 'studentCounts/:id' },
    params: ById,
    idempotent: true,
    status: 204,
    problems: ['not_found'],
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const studentCountSchemas = {
  NewStudentCount,
  StudentCount,
  StudentCountChange,
  StudentCountImport,
}
