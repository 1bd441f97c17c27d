import type { Entry } from '@bidyaloy/shared/collections/entry'

type EntryStatus = 'visible' | 'scheduled' | 'expired'

/** Whether visitors see an entry at the moment `now` (milliseconds). */
export function statusOf({ publishAt, expiresAt }: Entry, now: number): EntryStatus {
  if (expiresAt && Date.parse(expiresAt) <= now) return 'expired'
  return publishAt && Date.parse(publishAt) > now ? 'scheduled' : 'visible'
}

/** Whether it stands above the others at `now`, in milliseconds since 1970. */
export function isPinnedAt({ pinnedUntil }: Entry, now: number): boolean {
  return pinnedUntil !== undefined && Date.parse(pinnedUntil) > now
}
