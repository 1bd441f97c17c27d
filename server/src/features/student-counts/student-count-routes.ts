import type { StudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import type { Action } from '@bidyaloy/shared/school/actions'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { recordActivity, recordActivityOn, writeOnce } from '../activity/activity-commands.ts'
import {
  createStudentCount,
  deleteStudentCount,
  getStudentCount,
  groupTitle,
  importStudentCounts,
  listStudentCounts,
  updateStudentCount,
} from './student-count-commands.ts'

const subject = 'studentCounts'

/** `/api/studentCounts`, with the import. */
export function studentCountRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'listStudentCounts', () => listStudentCounts(db.read))
  route(router, deps, 'getStudentCount', ({ params }) => getStudentCount(db.read, params))
  route(router, deps, 'createStudentCount', ({ body, ...call }) =>
    writeOnce({ ...call, clock }, eventOf('created'), (tx, { now }) =>
      createStudentCount(tx, body, now),
    ),
  )
  route(router, deps, 'updateStudentCount', ({ params, body, ...call }) =>
    writeOnce({ ...call, clock }, eventOf('changed'), (tx, context) =>
      updateStudentCount(tx, params.id, body, context),
    ),
  )
  route(router, deps, 'importStudentCounts', async ({ body: { rows }, runOnce, admin }) => {
    const { result } = await runOnce(async (tx) => {
      const context = { by: admin.username, now: clock() }
      const imported = await importStudentCounts(tx, rows, context)
      const records = rows.map((row) => ({ title: groupTitle(row) }))
      await recordActivityOn(tx, context, { action: 'imported', subject }, records)
      return imported
    })
    return result
  })
  route(router, deps, 'deleteStudentCount', async ({ params, runOnce, admin }) => {
    await runOnce(async (tx) => {
      const context = { by: admin.username, now: clock() }
      const count = await deleteStudentCount(tx, params.id, context)
      await recordActivity(tx, context, eventOf('deleted')(count))
    })
    return undefined
  })
}

const eventOf = (action: Action) => (count: StudentCount) =>
  ({ action, subject, title: groupTitle(count), recordId: count._id }) as const
