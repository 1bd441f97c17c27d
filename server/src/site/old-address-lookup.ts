import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { OldAddressRow } from '../db/entities.ts'
import { findOldAddress, isShortLink } from '../features/move-in/old-addresses.ts'
import { createBoundedCache } from '../lib/bounded-cache.ts'

/** Where addresses of older sites lead. Asked for unknown paths before they are answered with 404. */
export interface OldAddressLookup {
  /** Whether an address may be old; without old addresses none is. @param isMissing whether no page has it */
  mayBeOld(url: URL, isMissing: boolean): boolean
  /** Returns the path to which an old address leads, or null. */
  find(url: URL): Promise<string | null>
}

/** Answers that are remembered: whoever asks for unknown addresses asks again and again. */
const MAX_REMEMBERED = 2000
/** Entries appear and expire without a write. */
const MAX_AGE_MS = MINUTE_MS

export function createOldAddressLookup({
  db,
  clock,
}: {
  db: Database
  clock: Clock
}): OldAddressLookup {
  const remembered = createBoundedCache<string, { to: string | null; at: number }>(MAX_REMEMBERED)
  /** For which revision the answers hold, and whether there are old addresses then. */
  let known: { revision: number; hasAny: boolean } | undefined

  const refresh = async () => {
    const { committed: revision } = db
    if (known?.revision === revision) return known
    const hasAny = await db.read.exists(OldAddressRow)
    remembered.clear()
    known = { revision, hasAny }
    return known
  }
  return {
    mayBeOld(url, isMissing) {
      if (!isMissing && !isShortLink(url)) return false
      return known?.revision !== db.committed || known.hasAny
    },
    async find(url) {
      const state = await refresh()
      if (!state.hasAny) return null
      const now = clock()
      const at = now.getTime()
      const key = url.pathname + url.search
      const before = remembered.get(key)
      if (before && Math.abs(at - before.at) < MAX_AGE_MS) return before.to
      const to = await findOldAddress(db.read, url, now)
      // A write meanwhile may have changed the answer.
      if (key.length <= 1000 && known === state) remembered.set(key, { to, at })
      return to
    },
  }
}
