import { filesOf } from '@bidyaloy/shared/collections/entry'
import { entryPath, hasPage, parseEntryPath } from '@bidyaloy/shared/collections/registry'
import type { Middleware } from 'koa'
import { IsNull } from 'typeorm'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { EntryRow } from '../db/entities.ts'
import { isVisible } from '../db/entry-times.ts'
import { presentEntry } from '../features/collections/present-entry.ts'
import { assertRead, hasCredentials } from '../http/request.ts'
import type { RequestState } from '../http/request-log.ts'
import { type Authenticate, isSignedIn } from '../http/require-admin.ts'
import { PAGE_CACHE_CONTROL } from './cached-response.ts'

/**
 * Redirects from the lasting addresses of files (`entryFilePath`) to the files as they are now, and
 * from the address of an entry that is just one file. A file that does not exist leads to the entry.
 * They work for everyone while the entry is visible, and for signed-in admins always. All other
 * addresses are left to the pages.
 */
export function entryFiles({
  db,
  clock,
  authenticate,
}: {
  db: Database
  clock: Clock
  authenticate: Authenticate
}): Middleware<RequestState> {
  return async (ctx, next) => {
    const address = parseEntryPath(ctx.path)
    if (!address) return next()
    const { collection, id, place } = address
    if (place === undefined && hasPage(collection, {})) return next()
    assertRead(ctx)
    const row = await db.read.findOneBy(EntryRow, { id, collection, deletedAt: IsNull() })
    const now = clock()
    const isPublic = row !== null && isVisible(row, now)
    if (!row || !(isPublic || (await isSignedIn(authenticate, ctx)))) return next()
    const entry = presentEntry(row, now)
    if (place === undefined && hasPage(collection, entry)) return next()
    const target = filesOf(entry)[(place ?? 1) - 1]
    const isShared = isPublic && !hasCredentials(ctx.req)
    ctx.set('Cache-Control', isShared ? PAGE_CACHE_CONTROL : 'no-store')
    ctx.redirect(target ? `/${target.filePath}` : entryPath(collection, id))
  }
}
