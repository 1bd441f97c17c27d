import type { TrashItem } from '@bidyaloy/shared/collections/entry'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { TRASH_DAYS } from '@bidyaloy/shared/school/versions'
import { type EntityManager, MoreThan } from 'typeorm'
import { EntryRow, RecordRow } from '../../db/entities.ts'
import { findModel } from '../../features.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { readableRecord } from '../records/record-commands.ts'
import { restoreFromTrash, restoreTrash } from './trash-commands.ts'
import { restorableSince } from './trashed-entries.ts'

/** `/api/trash`. */
export function trashRoutes(router: ApiRouter, deps: RouteDeps): void {
  route(router, deps, 'listTrash', () => listTrash(deps.db.read, deps.clock()))
  route(router, deps, 'restoreTrash', ({ params, admin }) =>
    restoreTrash(deps, { id: params.id, by: admin.username }),
  )
  route(router, deps, 'restoreFromTrash', async ({ body: { ids }, admin }) => {
    await restoreFromTrash(deps, { ids, by: admin.username })
    return undefined
  })
}

/** Returns the contents of the trash, latest deletion first. */
async function listTrash(read: EntityManager, now: Date): Promise<TrashItem[]> {
  const since = restorableSince(now)
  const entries = await read.findBy(EntryRow, { deletedAt: MoreThan(since) })
  const records = await read.findBy(RecordRow, { deletedAt: MoreThan(since) })
  const items = [
    ...entries.map((row) => ({
      ...trashItem(row, row.collection, row.title),
      ...(row.draft && { isDraft: true as const }),
    })),
    ...records.flatMap((row) => {
      const title = titleOfRecord(read, row)
      return title === null ? [] : [trashItem(row, row.type, title)]
    }),
  ]
  return items.sort((a, b) => b.deletedAt.localeCompare(a.deletedAt))
}

/** Returns the title of a record. Null if its type is unknown or its data cannot be read. */
function titleOfRecord(read: EntityManager, row: RecordRow): string | null {
  const model = findModel(row.type)
  const record = model && readableRecord(read, model, row)
  return record ? model.titleOf(record) : null
}

function trashItem(
  { id, deletedAt, deletedBy }: Pick<RecordRow, 'id' | 'deletedAt' | 'deletedBy'>,
  collection: string,
  title: string,
): TrashItem {
  const moment = deletedAt ?? ''
  return {
    _id: id,
    collection,
    title,
    deletedAt: moment,
    deletedBy: deletedBy ?? '',
    restorableUntil: new Date(Date.parse(moment) + TRASH_DAYS * DAY_MS).toISOString(),
  }
}
