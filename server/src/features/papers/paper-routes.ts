import type { EntryText } from '@bidyaloy/shared/papers/entry-text'
import { isSignedIn } from '../../http/require-admin.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { findByAddress } from '../collections/collection-queries.ts'
import { readEntryAgain, updateEntryText } from './paper-commands.ts'
import { getEntryText, wholeEntryText } from './paper-queries.ts'

/**
 * `/api/:collection/:id/text`: the text of the files of an entry.
 * @param deps.isReading whether this server reads files: otherwise nothing is pending
 */
export function paperRoutes(router: ApiRouter, deps: RouteDeps & { isReading: boolean }): void {
  const { db, clock, authenticate, isReading } = deps
  const known = (text: EntryText) => (isReading ? text : { pending: false, pages: text.pages })
  route(router, deps, 'getEntryText', async ({ params, ctx }) => {
    if (!(await isSignedIn(authenticate, ctx))) {
      return known(await getEntryText(db.read, params, clock()))
    }
    const { collection, id } = params
    return known(await wholeEntryText(db.read, await findByAddress(db.read, collection, id)))
  })
  route(router, deps, 'updateEntryText', async ({ params, body, runOnce, admin }) => {
    const { result } = await runOnce((tx) =>
      updateEntryText(tx, params, body, { by: admin.username, now: clock() }),
    )
    return known(result)
  })
  route(router, deps, 'readEntryAgain', async ({ params, body, runOnce, admin }) => {
    // Nothing would replace the texts.
    if (!isReading) {
      return known(
        await wholeEntryText(db.read, await findByAddress(db.read, params.collection, params.id)),
      )
    }
    const { result } = await runOnce((tx) =>
      readEntryAgain(tx, params, body, { by: admin.username, now: clock() }),
    )
    return known(result)
  })
}
