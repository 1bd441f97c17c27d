import type { Paths, ReadPaths } from '../../feature.ts'

/* Addresses of the settings. Free of zod: the public site's bundle imports them. */

export const reads = {
  getSettings: { method: 'GET', path: '/api/settings' },
} as const satisfies ReadPaths

export const paths = {
  ...reads,
  updateSettings: { method: 'PUT', path: '/api/settings' },
  setSitePicture: { method: 'PUT', path: '/api/settings/pictures/:picture' },
  removeSitePicture: { method: 'DELETE', path: '/api/settings/pictures/:picture' },
} as const satisfies Paths
