import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { Location } from 'react-router-dom'

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

/** What the history says of a paper's page that lies open; its address stays that of the notice. */
export interface OpenPage {
  /** Counted from 0. */
  openPage: number
}

/** The page of the paper that lies open, counted from 0; undefined where none does. */
export function openPageOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('openPage' in state)) return undefined
  return typeof state.openPage === 'number' ? state.openPage : undefined
}

/** Names the picture that lies open over a page: a photo or a page of a paper; empty where none does. */
export function openPicture({ search, state }: Pick<Location, 'search' | 'state'>): string {
  return new URLSearchParams(search).get(PHOTO_PARAM) ?? openPageOf(state)?.toString() ?? ''
}
