import type { ReadPaths } from '../../feature.ts'

/* Addresses of what the site does with data. Free of zod: the public site's bundle imports them. */

export const reads = {
  getPrivacy: { method: 'GET', path: '/api/privacy' },
} as const satisfies ReadPaths

export const pages = { privacy: '/privacy' } as const

/** In the footer of every page, unlike the other texts. */
export const privacyTitle = 'গোপনীয়তা'
