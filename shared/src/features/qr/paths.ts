/* The address of posters. Free of zod: the public site's bundle imports it. */

export const POSTER_PATH = '/qr'

/** Returns the address of the poster of a page. @param path of the page, on this site */
export const posterHref = (path: string) => `${POSTER_PATH}?to=${encodeURIComponent(path)}`

/** Its links, on pages and in the dashboard. */
export const posterTitle = 'QR পোস্টার'
