import {
  collections,
  entryAddress,
  isPaged,
  pagedCollections,
  parseEntryPath,
  takes,
} from '@bidyaloy/shared/collections/registry'
import type { KnownFiles } from '@bidyaloy/shared/features/verify/known-files'
import type { Verdict } from '@bidyaloy/shared/features/verify/verify'
import { type EntityManager, In } from 'typeorm'
import { query } from '../../db/engine.ts'
import { EntryRow, EntrySlugRow, type PublishedFileRow } from '../../db/entities.ts'
import { isVisible } from '../../db/entry-times.ts'

/*
 * Answers to visitors about a file or an address. Files that were never public get the answer for unknown
 * files, after the same two index lookups.
 */

/** Maximum number of rows read for a hash: the same file may be in several entries. */
const MAX_ROWS = 20

type Known = Pick<PublishedFileRow, 'fromAt' | 'untilAt' | 'ended'> & { entryId: string }

/** Returns what is known of a file. @param sha256 64 hexadecimal digits in lower case */
export async function verifyHash(read: EntityManager, sha256: string, now: Date): Promise<Verdict> {
  const rows = await query<Known>(
    read,
    `SELECT entry_id AS "entryId", from_at AS "fromAt", until_at AS "untilAt", ended
      FROM published_file WHERE sha256 = ? AND from_at IS NOT NULL AND from_at <= ?
      ORDER BY ended IS NOT NULL, from_at DESC LIMIT ${MAX_ROWS}`,
    [sha256, now.toISOString()],
  )
  const entries = await entriesOf(read, rows)
  return bestOf(rows.map((row) => verdictOf(row, entries.get(row.entryId), now)))
}

/** Runs the query without rows too, so that a miss takes as long as a hit. */
async function entriesOf(
  read: EntityManager,
  rows: readonly Known[],
): Promise<Map<string, EntryRow>> {
  const ids = ['-', ...rows.map(({ entryId }) => entryId)]
  const entries = await read.find(EntryRow, {
    // Without the files, of which an album has many.
    select: {
      ...{ seq: true, id: true, collection: true, slug: true, title: true },
      ...{ publishAt: true, expiresAt: true, deletedAt: true },
    },
    where: { id: In([...new Set(ids)]) },
  })
  return new Map(entries.map((entry) => [entry.id, entry]))
}

/** Returns the verdicts on all files that visitors could ever download, for a static copy. */
export async function knownFiles(read: EntityManager, now: Date): Promise<KnownFiles> {
  const at = now.toISOString()
  const rows = await query<{ sha256: string }>(
    read,
    `SELECT DISTINCT sha256 FROM published_file
      WHERE sha256 <> '' AND from_at IS NOT NULL AND from_at <= ? ORDER BY sha256`,
    [at],
  )
  const known: KnownFiles = { entries: [], files: {} }
  const places = new Map<string, number>()
  for (const { sha256 } of rows) {
    const { state, at: since = at, title, url } = await verifyHash(read, sha256, now)
    if (state === 'unknown') continue
    if (title === undefined || url === undefined) {
      known.files[sha256] = [state, since]
      continue
    }
    const key = JSON.stringify([url, title])
    const place = places.get(key) ?? known.entries.push({ title, url }) - 1
    places.set(key, place)
    known.files[sha256] = [state, since, place]
  }
  return known
}

const UNKNOWN: Verdict = { state: 'unknown' }
const ORDER: readonly Verdict['state'][] = ['published', 'replaced', 'withdrawn', 'unknown']

/** Returns the best of some verdicts; of equal ones the latest. */
function bestOf(verdicts: readonly Verdict[]): Verdict {
  const [best] = verdicts.toSorted(
    (one, other) =>
      ORDER.indexOf(one.state) - ORDER.indexOf(other.state) ||
      (other.at ?? '').localeCompare(one.at ?? ''),
  )
  return best ?? UNKNOWN
}

/** @param row whose file visitors have had */
function verdictOf(row: Known, entry: EntryRow | undefined, now: Date): Verdict {
  const { fromAt, untilAt, ended } = row
  const isShown = entry !== undefined && isVisible(entry, now)
  if (fromAt === null) return UNKNOWN
  if (ended === null && isShown) return { state: 'published', at: fromAt, ...linkOf(entry) }
  if (ended === 'replaced' && isShown && untilAt) {
    return { state: 'replaced', at: untilAt, ...linkOf(entry) }
  }
  const end = ended === null && entry ? (hiddenSince(entry, now) ?? untilAt) : untilAt
  return end !== null && end >= fromAt ? { state: 'withdrawn', at: end } : UNKNOWN
}

/** Returns since when an entry is in the trash or has expired; null if it is hidden for another reason. */
function hiddenSince(
  { deletedAt, expiresAt, publishAt }: Pick<EntryRow, 'deletedAt' | 'expiresAt' | 'publishAt'>,
  now: Date,
): string | null {
  const at = now.toISOString()
  const ends = [deletedAt, expiresAt].flatMap((end) => (end !== null && end <= at ? [end] : []))
  const end = ends.sort()[0] ?? null
  // A later `publishAt` had hidden it before.
  return publishAt !== null && end !== null && publishAt > end ? null : end
}

/** Returns where visitors find an entry that they see. */
function linkOf(entry: EntryRow): Required<Pick<Verdict, 'title' | 'url'>> {
  const { collection, id, slug, title } = entry
  const url = isPaged(collection)
    ? entryAddress(collection, { _id: id, ...(slug !== null && { slug }) })
    : collections[collection].page
  return { title, url }
}

/** Returns what is known of the entry at a path of this site, or of one of its files. */
export async function verifyPath(read: EntityManager, path: string, now: Date): Promise<Verdict> {
  const id = (await idAt(read, path)) ?? '-'
  const entry = await read.findOneBy(EntryRow, { id })
  const rows = await query<Known>(
    read,
    `SELECT entry_id AS "entryId", from_at AS "fromAt", until_at AS "untilAt", ended
      FROM published_file WHERE entry_id = ? ORDER BY until_at DESC LIMIT ${MAX_ROWS}`,
    [id],
  )
  const at = now.toISOString()
  if (entry && isVisible(entry, now)) {
    return { state: 'published', at: entry.appearedAt, ...linkOf(entry) }
  }
  const end = entry && hiddenSince(entry, now)
  if (end && end >= entry.appearedAt) return { state: 'withdrawn', at: end }
  // Of an entry that was deleted for good, or is a draft again.
  const shown = rows.filter(({ fromAt }) => fromAt !== null && fromAt <= at)
  return bestOf(shown.map((row) => verdictOf({ ...row, ended: 'withdrawn' }, undefined, now)))
}

/** Returns the id of the entry that a path leads to, also by a slug that it had; null for others. */
async function idAt(read: EntityManager, path: string): Promise<string | null> {
  const address = parseEntryPath(path)
  if (address) {
    const row = await read.findOneBy(EntryRow, { id: address.id })
    if (!row || row.collection === address.collection) return address.id
    return null
  }
  const collection = pagedCollections.find(
    (name) => takes(name, 'slug') && path.startsWith(`${collections[name].itemPage}/`),
  )
  if (!collection) return null
  const slug = path.slice(collections[collection].itemPage.length + 1)
  const owner = await read.findOneBy(EntrySlugRow, { collection, slug })
  return owner && ((await read.findOneBy(EntryRow, { seq: owner.entrySeq }))?.id ?? null)
}
