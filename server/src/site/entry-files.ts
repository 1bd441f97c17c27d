import { filesOf } from '@bidyaloy/shared/collections/entry'
import {
  collections,
  entryPath,
  hasPage,
  pagedCollections,
} from '@bidyaloy/shared/collections/registry'
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

const prefixes = pagedCollections.map((name) => collections[name].itemPage)
/** An entry's address, and after it `/file`, `/file/2`. */
const ADDRESS = new RegExp(`^(${prefixes.join('|')})/([0-9a-z]{1,40})(/file(?:/([1-9][0-9]?))?)?$`)

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
    const [, itemPage, id = '', file, place = '1'] = ADDRESS.exec(ctx.path) ?? []
    const collection = pagedCollections.find((name) => collections[name].itemPage === itemPage)
    if (!collection || (!file && hasPage(collection, {}))) return next()
    assertRead(ctx)
    const row = await db.read.findOneBy(EntryRow, { id, collection, deletedAt: IsNull() })
    const now = clock()
    const isPublic = row !== null && isVisible(row, now)
    if (!row || !(isPublic || (await isSignedIn(authenticate, ctx)))) return next()
    const entry = presentEntry(row, now)
    if (!file && hasPage(collection, entry)) return next()
    const target = filesOf(entry)[Number(place) - 1]
    const isShared = isPublic && !hasCredentials(ctx.req)
    ctx.set('Cache-Control', isShared ? PAGE_CACHE_CONTROL : 'no-store')
    ctx.redirect(target ? `/${target.filePath}` : entryPath(collection, id))
  }
}
