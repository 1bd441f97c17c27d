import type { Paths, ReadPaths } from '../../feature.ts'

/* Addresses of the page of officers and teachers. Free of zod: the public site's bundle imports them. */

export const reads = {
  getTeacherPage: { method: 'GET', path: '/api/teacherPage' },
} as const satisfies ReadPaths

export const paths = {
  ...reads,
  updateTeacherPage: { method: 'PUT', path: '/api/teacherPage' },
  previewTeacherPage: { method: 'POST', path: '/api/teacherPage/preview' },
} as const satisfies Paths

export const pages = { teachers: '/officers_teachers' } as const
