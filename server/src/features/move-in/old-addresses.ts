import { entryFilePath, entryPath, isPaged } from '@bidyaloy/shared/collections/registry'
import type { EntityManager } from 'typeorm'
import { EntryRow, OldAddressRow } from '../../db/entities.ts'
import { isVisible } from '../../db/entry-times.ts'
import type { SourceFile, SourceItem } from './sources/source.ts'

/*
 * Addresses of an older site. They are compared by path and query without what does not change a page, so
 * that a link finds its entry however it was written.
 */

/** Parameters of advertising and sessions. */
const IGNORED = /^(utm_.*|fbclid|gclid|phpsessid|jsessionid|sid|sessionid)$/i
/** Parameters by which WordPress names its pages at its front page. */
const OF_FRONT_PAGE = ['p', 'page_id', 'attachment_id']
/** PostgreSQL finds no more than 2,700 bytes. */
const MAX_LENGTH = 800

/** Returns the form in which an address is compared; null for one that is too long or has control characters. */
export function oldAddressKey({ pathname, searchParams }: URL): string | null {
  const path = decoded(pathname)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
  const query = [...searchParams]
    .filter(([name]) => !IGNORED.test(name))
    .map(([name, value]) => `${name}=${value}`.normalize('NFC'))
    .sort()
    .join('&')
  const key = query ? `${path}?${query}` : path
  return key.length > MAX_LENGTH || /\p{Cc}/u.test(key) ? null : key
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether an address of the front page is one of WordPress's short links. */
export const isShortLink = ({ pathname, searchParams }: URL): boolean =>
  (pathname === '/' || pathname === '/index.php') &&
  OF_FRONT_PAGE.some((name) => searchParams.has(name))

/** Smaller copies that WordPress makes of a picture: `photo-300x200.jpg`. */
const RESIZED = /-\d{2,4}x\d{2,4}(?=\.[a-z]{3,4}$)/

/**
 * Returns the path to which an old address leads, or null: also for the front page without a query.
 * @param now the time at which visitors must see the entry; absent: drafts have a path too
 */
export async function findOldAddress(
  read: EntityManager,
  url: URL,
  now?: Date,
): Promise<string | null> {
  const whole = oldAddressKey(url)
  if (whole === null || whole === '/') return null
  const bare = whole.replace(/\?.*$/s, '')
  const keys = [whole, ...(bare === '/' ? [] : [bare, bare.replace(RESIZED, '')])]
  for (const path of new Set(keys)) {
    const row = await read.findOneBy(OldAddressRow, { path })
    const target = row && (await oldAddressTarget(read, row, now))
    if (target) return target
  }
  return null
}

/**
 * Returns the path of the entry or file that an old address leads to, or null.
 * @param now the time at which visitors must see the entry; absent: drafts have a path too
 */
export async function oldAddressTarget(
  read: EntityManager,
  { entryId, place }: Pick<OldAddressRow, 'entryId' | 'place'>,
  now?: Date,
): Promise<string | null> {
  const entry = await read.findOneBy(EntryRow, { id: entryId })
  if (!entry || !isPaged(entry.collection) || (now && !isVisible(entry, now))) return null
  const { collection } = entry
  return place === null ? entryPath(collection, entryId) : entryFilePath(collection, entryId, place)
}

/** Stores the old addresses of an entry and of its files. The first move that has an address keeps it. */
export async function addOldAddresses(
  tx: EntityManager,
  {
    moveIn,
    entryId,
    item,
    kept,
  }: { moveIn: string; entryId: string; item: SourceItem; kept: readonly SourceFile[] },
): Promise<void> {
  const ofFiles = kept.flatMap(({ key, addresses }, index) =>
    [key, ...addresses].map((address) => ({ address, place: index + 1 })),
  )
  const ofEntry = [item.key, ...item.addresses].map((address) => ({ address, place: null }))
  const rows = new Map<string, OldAddressRow>()
  for (const { address, place } of [...ofEntry, ...ofFiles]) {
    const path =
      /^https?:/i.test(address) && URL.canParse(address) ? oldAddressKey(new URL(address)) : null
    if (path === null || path === '/' || rows.has(path)) continue
    rows.set(path, { path, address, moveIn, entryId, place })
  }
  for (const row of rows.values()) {
    if (await tx.existsBy(OldAddressRow, { path: row.path })) continue
    await tx.insert(OldAddressRow, row)
  }
}
