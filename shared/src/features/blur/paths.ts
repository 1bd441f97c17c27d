import type { Paths } from '../../feature.ts'

/* Addresses of blurring faces. */

export const paths = {
  blurPhoto: { method: 'POST', path: '/api/:collection/:id/blur' },
  getUnblurred: { method: 'GET', path: '/api/:collection/:id/blur' },
  deleteUnblurred: { method: 'DELETE', path: '/api/:collection/:id/blur' },
} as const satisfies Paths

/** Path of the screen, below the dashboard's; collection, entry and photo follow it. */
export const blurScreen = 'blur'
