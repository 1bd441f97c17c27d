import type { Paths } from '../../feature.ts'

/* Addresses of taking files down. Free of zod: the public site's bundle imports them. */

export const paths = {
  listWithdrawn: { method: 'GET', path: '/api/withdrawn' },
  getTakeDown: { method: 'GET', path: '/api/admin/take-down' },
  takeDown: { method: 'POST', path: '/api/admin/take-down' },
} as const satisfies Paths
