import type { Paths, ReadPaths } from '../../feature.ts'

/* Addresses of the school information. Free of zod: the public site's bundle imports them. */

export const reads = {
  getSchoolInfo: { method: 'GET', path: '/api/schoolInfo' },
} as const satisfies ReadPaths

export const paths = {
  ...reads,
  createSchoolInfo: { method: 'POST', path: '/api/schoolInfo' },
  updateSchoolInfo: { method: 'PUT', path: '/api/schoolInfo/:id' },
} as const satisfies Paths

export const pages = { schoolInfo: '/schoolInfo' } as const
