import type { Paths, ReadPaths } from '../../feature.ts'

/* Addresses of results. Free of zod: the public site's bundle imports them. */

export const reads = {
  listResults: { method: 'GET', path: '/api/results' },
} as const satisfies ReadPaths

export const paths = {
  ...reads,
  listResultSheets: { method: 'GET', path: '/api/admin/results' },
  sealResults: { method: 'POST', path: '/api/admin/results' },
  changeResults: { method: 'PUT', path: '/api/admin/results/:id' },
  endResults: { method: 'DELETE', path: '/api/admin/results/:id' },
  openSlips: { method: 'POST', path: '/api/admin/results/:id/slips' },
  forgetSlips: { method: 'DELETE', path: '/api/admin/results/:id/slips' },
} as const satisfies Paths

export const pages = { results: '/results' } as const

/** Path of the screen, below the dashboard's. */
export const resultsScreen = 'results'

/** In the navigation of every page, unlike the other texts. */
export const resultsTitle = 'পরীক্ষার ফলাফল'
