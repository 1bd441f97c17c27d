import type { Paths, ReadPaths } from '../../feature.ts'

/* Addresses of the check of notices. Free of zod: the public site's bundle imports them. */

export const reads = {
  verifyFile: { method: 'GET', path: '/api/verify' },
} as const satisfies ReadPaths

export const paths = { ...reads } as const satisfies Paths

export const pages = { verify: '/verify' } as const

/** Returns the page that answers for an address of this site. @param address path or whole address */
export const verifyHref = (address: string) =>
  `${pages.verify}?address=${encodeURIComponent(address)}`

/** In the navigation of every page, unlike the other texts. */
export const verifyTitle = 'নোটিশ যাচাই'
