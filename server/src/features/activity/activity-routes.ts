import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import type { EntityManager } from 'typeorm'
import { ActivityRow } from '../../db/entities.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'

/** `/api/admin/activity`. */
export function activityRoutes(router: ApiRouter, deps: RouteDeps): void {
  route(router, deps, 'listActivity', async ({ query, ctx }) => {
    const { items, total } = await listActivity(deps.db.read, query)
    ctx.set('X-Total-Count', String(total))
    return items
  })
}

/** Returns the activity log, latest first, and its total length. */
async function listActivity(
  reader: EntityManager,
  { limit, offset }: { limit?: number | undefined; offset?: number | undefined },
): Promise<{ items: ActivityItem[]; total: number }> {
  const [rows, total] = await reader
    .createQueryBuilder(ActivityRow, 'activity')
    .orderBy('activity.seq', 'DESC')
    .limit(limit)
    .offset(offset)
    .getManyAndCount()
  return { items: rows.map(present), total }
}

function present({ seq, at, by, action, subject, title, count, recordId }: ActivityRow) {
  return {
    ...{ _id: String(seq), at, by, action, subject, title },
    ...(count !== null && { count }),
    ...(recordId !== null && { recordId }),
  }
}
