import type { ActivityItem } from '@bidyaloy/shared/school/activity'
import type { EntityManager } from 'typeorm'
import { ActivityRow } from '../../db/entities.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { follows } from './activity-chain.ts'

/** `/api/admin/activity`. */
export function activityRoutes(router: ApiRouter, deps: RouteDeps): void {
  route(router, deps, 'listActivity', async ({ query, ctx }) => {
    const { items, total } = await listActivity(deps.db.read, query)
    ctx.set('X-Total-Count', String(total))
    return items
  })
}

/** Returns the activity log, latest first, and its total length. */
export async function listActivity(
  reader: EntityManager,
  { limit, offset }: { limit?: number | undefined; offset?: number | undefined },
): Promise<{ items: ActivityItem[]; total: number }> {
  const [rows, total] = await reader
    .createQueryBuilder(ActivityRow, 'activity')
    .orderBy('activity.seq', 'DESC')
    // One more, which the last one has to follow.
    .limit(limit && limit + 1)
    .offset(offset)
    .getManyAndCount()
  const items = rows.map((row, at) => presentActivity(row, follows(row, rows[at + 1])))
  return { items: items.slice(0, limit), total }
}

/** Returns a row as the API shows it. @param holds whether it follows the row before it */
export function presentActivity(
  { seq, at, by, action, subject, title, count, recordId, hash }: ActivityRow,
  holds: boolean,
): ActivityItem {
  return {
    ...{ _id: String(seq), at, by, action, subject, title },
    ...(count !== null && { count }),
    ...(recordId !== null && { recordId }),
    ...(hash !== null && { hash }),
    ...(!holds && { gap: true }),
  }
}
