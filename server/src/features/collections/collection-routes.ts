import { Problem } from '@bidyaloy/shared/api/problem'
import type { EntryState } from '@bidyaloy/shared/collections/entry'
import type { Context } from 'koa'
import type { StoredFile } from '../../db/entities.ts'
import { readBody } from '../../db/entry-content.ts'
import { isVisible } from '../../db/entry-times.ts'
import { isSignedIn, type SignedInAdmin } from '../../http/require-admin.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import type { Storage } from '../../storage/storage.ts'
import type { AccountAlerts } from '../push/account-alerts.ts'
import { countTrash } from '../trash/trash-commands.ts'
import type { Writer } from './approval.ts'
import {
  countByState,
  countEntries,
  entryStats,
  findByAddress,
  getDraft,
  getNeighbours,
  listAllEntries,
  listEntries,
} from './collection-queries.ts'
import { deleteEntries, discardChange } from './discard-entries.ts'
import { createEntry, updateEntry } from './entry-commands.ts'
import { findUndeleted } from './find-entry.ts'
import { redrawEntry } from './page-redrawing.ts'
import { presentEntry, presentToAdmins } from './present-entry.ts'
import { takeApprovalBack } from './take-approval-back.ts'

/** Routes of the collections, `/api/:collection`. */
export function collectionRoutes(
  router: ApiRouter,
  deps: RouteDeps & { storage: Storage; alerts: Pick<AccountAlerts, 'tellOfStep'> },
): void {
  const onStep = deps.alerts.tellOfStep
  const { db, clock, authenticate } = deps
  /** Only admins may list entries that visitors cannot see. */
  const assertMaySee = async (ctx: Context, state: EntryState = 'visible') => {
    if (state !== 'visible') await authenticate(ctx)
  }
  route(router, deps, 'entryStats', async ({ params, query, ctx }) => {
    await assertMaySee(ctx, query.state)
    return entryStats(db.read, params.collection, query, clock())
  })
  route(router, deps, 'listEntries', async ({ params, query, ctx }) => {
    await assertMaySee(ctx, query.state)
    const now = clock()
    const entries = await listEntries(db.read, params.collection, query, now)
    const isWhole = query.limit === undefined && query.offset === undefined
    const total = isWhole
      ? entries.length
      : await countEntries(db.read, params.collection, query, now)
    ctx.set('X-Total-Count', String(total))
    return entries
  })
  route(router, deps, 'listAllEntries', async ({ query, ctx }) => {
    const now = clock()
    const { collection, q, kind, state = 'all' } = query
    const total = await countEntries(db.read, collection, { q, kind, state }, now)
    ctx.set('X-Total-Count', String(total))
    return listAllEntries(db.read, query, now)
  })
  route(router, deps, 'countAllEntries', async ({ query }) => {
    const now = clock()
    return {
      ...(await countByState(db.read, query, now)),
      trash: await countTrash(db.read, now),
    }
  })
  route(router, deps, 'getEntry', async ({ params: { collection, id }, ctx }) => {
    const row = await findByAddress(db.read, collection, id)
    const now = clock()
    const isAdmin = await isSignedIn(authenticate, ctx)
    if (!isVisible(row, now) && !isAdmin) throw new Problem('not_found')
    return (isAdmin ? presentToAdmins : presentEntry)(row, now, await readBody(db.read, row))
  })
  route(router, deps, 'getNeighbours', ({ params }) => getNeighbours(db.read, params, clock()))
  route(router, deps, 'createEntry', async ({ params, body, files, runOnce, admin }) => {
    const writer = writerOf(admin)
    return createEntry(deps, { ...params, fields: body, files, runOnce, writer, onStep })
  })
  route(router, deps, 'updateEntry', async ({ params, body, files, runOnce, admin }) => {
    const writer = writerOf(admin)
    return updateEntry(deps, { ...params, fields: body, files, runOnce, writer, onStep })
  })
  route(router, deps, 'redrawEntry', async ({ params, admin }) => {
    const now = clock()
    const row = await db.write((tx) => redrawEntry(tx, params, { writer: writerOf(admin), now }))
    return presentEntry(row, now, await readBody(db.read, row))
  })
  route(router, deps, 'getDraft', ({ params }) => getDraft(db.read, params, clock()))
  route(router, deps, 'deleteDraft', async ({ params: { collection, id }, runOnce, admin }) => {
    const row = await findUndeleted(db.read, collection, id)
    const writer = writerOf(admin)
    const only = { collection, ids: [id], onlyDrafts: true }
    if (row.draft) await deleteEntries(deps, { ...only, runOnce, writer })
    else await discardChange(deps, { row, runOnce, writer })
    return undefined
  })
  route(router, deps, 'deleteApproval', async ({ params, query, runOnce, admin }) => {
    let unused: StoredFile[] = []
    const { result } = await runOnce(async (tx) => {
      const context = { by: admin.username, now: clock() }
      const taken = await takeApprovalBack(tx, { ...params, version: query.__v }, context)
      unused = taken.unused
      return taken.entry
    })
    for (const file of unused) await deps.storage.remove(file)
    return result
  })
  route(router, deps, 'deleteEntry', async ({ params, runOnce, admin }) => {
    const { collection, id } = params
    await deleteEntries(deps, { collection, ids: [id], runOnce, writer: writerOf(admin) })
    return undefined
  })
  route(router, deps, 'deleteEntries', async ({ params, body, runOnce, admin }) => {
    const writer = writerOf(admin)
    await deleteEntries(deps, { ...params, ids: body.ids, runOnce, writer })
    return undefined
  })
}

function writerOf({ username, may }: SignedInAdmin): Writer {
  return { by: username, mayPublish: may('publish'), mayApprove: may('approve') }
}
