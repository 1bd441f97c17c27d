import type { Paths, ReadPaths } from '../../feature.ts'

/* Addresses of what every school publishes. Free of zod: the public site's bundle imports them. */

export const reads = {
  getDisclosure: { method: 'GET', path: '/api/disclosure' },
} as const satisfies ReadPaths

export const paths = {
  ...reads,
  getDisclosureTexts: { method: 'GET', path: '/api/admin/disclosure' },
  updateDisclosure: { method: 'PUT', path: '/api/disclosure' },
} as const satisfies Paths

export const pages = { disclosure: '/disclosure' } as const

/** In the navigation of every page, unlike the other texts. */
export const disclosureTitle = 'প্রকাশযোগ্য তথ্য'
