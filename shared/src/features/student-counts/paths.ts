import type { Paths, ReadPaths } from '../../feature.ts'

/* Addresses of the student counts. Free of zod: the public site's bundle imports them. */

export const reads = {
  listStudentCounts: { method: 'GET', path: '/api/studentCounts' },
} as const satisfies ReadPaths

export const paths = {
  ...reads,
  getStudentCount: { method: 'GET', path: '/api/studentCounts/:className/:shift/:section' },
  createStudentCount: { method: 'POST', path: '/api/studentCounts' },
  updateStudentCount: { method: 'PUT', path: '/api/studentCounts/:id' },
  importStudentCounts: { method: 'POST', path: '/api/studentCounts/import' },
  deleteStudentCount: { method: 'DELETE', path: '/api/studentCounts/:id' },
} as const satisfies Paths

export const pages = {
  studentCount: '/studentcount',
  studentsAtAGlance: '/student_at_a_glance',
} as const

export const files = {
  csv: '/studentcount.csv',
  xlsx: '/studentcount.xlsx',
} as const
