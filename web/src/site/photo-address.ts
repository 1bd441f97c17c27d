import type { Entry } from '@bidyaloy/shared/collections/entry'

/** The part of a gallery's address that opens one photo. */
export const PHOTO_PARAM = 'photo'

/** The entries of a gallery that are photos. */
export function photosOf(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ filePath }) => filePath)
}

/** The address of a gallery with one photo open, below the page itself. */
export function photoHref(id: string): string {
  return `?${PHOTO_PARAM}=${encodeURIComponent(id)}`
}
