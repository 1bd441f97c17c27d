import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import {
  entryAddress,
  entryPath,
  hasPage,
  type PagedCollection,
  pagedCollections,
  parseEntryPath,
  takes,
} from '@bidyaloy/shared/collections/registry'
import type { Middleware } from 'koa'
import { IsNull } from 'typeorm'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { EntryRow } from '../db/entities.ts'
import { presentEntry } from '../features/collections/present-entry.ts'
import { hasCredentials, isRead } from '../http/request.ts'
import type { RequestState } from '../http/request-log.ts'
import { type Authenticate, isSignedIn } from '../http/require-admin.ts'

/** Finds an entry, or null. */
type FindEntry = (key: { collection: PagedCollection; id: string }) => Promise<Entry | null>

/**
 * Returns where a lasting address of a file (`entryFilePath`) leads, or the address of an entry that
 * is just one file: to the file as it is now. A file that does not exist leads to the entry. Null for
 * all other addresses, and if the entry is not found.
 */
export async function fileLocation(path: string, findEntry: FindEntry): Promise<string | null> {
  const address = parseEntryPath(path)
  if (!address) return null
  const { collection, id, place } = address
  const isPage = (entry: Partial<Entry>) => place === undefined && hasPage(collection, entry)
  const entry = isPage({}) ? null : await findEntry({ collection, id })
  if (!entry || isPage(entry)) return null
  const file = filesOf(entry)[(place ?? 1) - 1]
  return file ? `/${file.filePath}` : entryPath(collection, id)
}

/**
 * Returns the address of a page with a slug, if the path is another address of it: its id, or a slug
 * that it had before. Null for all other addresses.
 */
export async function slugLocation(path: string, findEntry: FindEntry): Promise<string | null> {
  const address = parseSlugPath(path)
  const entry = address && (await findEntry(address))
  return entry && entry.slug !== address.id ? entryAddress(address.collection, entry) : null
}

/** Returns the id of the entry whose page has this path; empty for all other pages. */
export async function shownEntryId(path: string, findEntry: FindEntry): Promise<string> {
  const address = parseSlugPath(path)
  if (address) return (await findEntry(address))?._id ?? ''
  return parseEntryPath(path)?.id ?? ''
}

/** Parses the address of an entry that may have a slug; `id` is the slug or the id. */
function parseSlugPath(path: string): { collection: PagedCollection; id: string } | null {
  const collection = pagedCollections.find(
    (name) => takes(name, 'slug') && path.startsWith(`${entryPath(name, '')}`),
  )
  const id = collection && decodePath(path.slice(entryPath(collection, '').length))
  return collection && id ? { collection, id } : null
}

/** Decodes a path segment; empty if it is not UTF-8 or contains a slash. */
function decodePath(part: string): string {
  try {
    const text = decodeURIComponent(part)
    return text.includes('/') ? '' : text
  } catch {
    return ''
  }
}

/** Redirects signed-in admins to the files of entries that visitors cannot see. */
export function entryFiles({
  db,
  clock,
  authenticate,
}: {
  db: Database
  clock: Clock
  authenticate: Authenticate
}): Middleware<RequestState> {
  const findEntry: FindEntry = async (key) => {
    const row = await db.read.findOneBy(EntryRow, { ...key, deletedAt: IsNull() })
    return row && presentEntry(row, clock())
  }
  return async (ctx, next) => {
    if (!isRead(ctx.method) || !hasCredentials(ctx.req)) return next()
    const location = await fileLocation(ctx.path, findEntry)
    if (!location || !(await isSignedIn(authenticate, ctx))) return next()
    ctx.set('Cache-Control', 'no-store')
    ctx.redirect(location)
  }
}
