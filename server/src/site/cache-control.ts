/** What readers may keep, but ask about each time: the answer is 304 until something is written. */
export const REVALIDATE = 'public, max-age=0, must-revalidate'

/**
 * Of pages, which are the same for everyone: browsers ask each time, too, while a proxy or CDN in
 * front of the server may answer by itself for a few seconds, and a little longer while it asks.
 */
export const PAGE_CACHE_CONTROL =
  'public, max-age=0, s-maxage=5, stale-while-revalidate=30, must-revalidate'
