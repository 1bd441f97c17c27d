import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Storage } from '../../storage/storage.ts'
import { createEntry, deleteEntry, updateEntry } from './collection-commands.ts'
import { countEntries, entryStats, getEntry, listEntries } from './collection-queries.ts'

export function collectionRoutes(router: ApiRouter, deps: RouteDeps & { storage: Storage }): void {
  const { read } = deps.db
  route(router, deps, 'entryStats', ({ params, query }) =>
    entryStats(read, params.collection, query),
  )
  route(router, deps, 'listEntries', async ({ params, query, ctx }) => {
    const entries = await listEntries(read, params.collection, query)
    const whole = query.limit === undefined && query.offset === undefined
    const total = whole ? entries.length : await countEntries(read, params.collection, query)
    ctx.set('X-Total-Count', String(total))
    return entries
  })
  route(router, deps, 'getEntry', ({ params }) => getEntry(read, params.collection, params.id))
  route(router, deps, 'createEntry', ({ params, body, file, once }) =>
    createEntry(deps, { ...params, fields: body, file, once }),
  )
  route(router, deps, 'updateEntry', ({ params, body, file }) =>
    updateEntry(deps, { ...params, fields: body, file }),
  )
  route(router, deps, 'deleteEntry', async ({ params, admin }) => {
    await deleteEntry(deps, { ...params, by: admin.username })
    return undefined
  })
}
