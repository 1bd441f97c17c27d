import type { Paths, ReadPaths } from '../../feature.ts'

/* Addresses of the examinations. Free of zod: the public site's bundle imports them. */

export const reads = {
  listExams: { method: 'GET', path: '/api/exams' },
  getExam: { method: 'GET', path: '/api/exams/:id' },
} as const satisfies ReadPaths

export const paths = {
  ...reads,
  createExam: { method: 'POST', path: '/api/exams' },
  updateExam: { method: 'PUT', path: '/api/exams/:id' },
  deleteExam: { method: 'DELETE', path: '/api/exams/:id' },
} as const satisfies Paths
