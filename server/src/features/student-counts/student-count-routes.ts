import { groupTitle } from '@bidyaloy/shared/school/group-title'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { recordActivityOn } from '../activity/activity-commands.ts'
import { recordHandlers } from '../records/record-routes.ts'
import {
  getStudentCount,
  importStudentCounts,
  studentCountModel,
} from './student-count-commands.ts'

/** `/api/studentCounts`, with the import. */
export function studentCountRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  const counts = recordHandlers(deps, studentCountModel)
  route(router, deps, 'listStudentCounts', counts.list)
  route(router, deps, 'getStudentCount', ({ params }) => getStudentCount(db.read, params))
  route(router, deps, 'createStudentCount', counts.create)
  route(router, deps, 'updateStudentCount', counts.update)
  route(router, deps, 'deleteStudentCount', counts.remove)
  route(router, deps, 'importStudentCounts', async ({ body: { rows }, runOnce, admin }) => {
    const { result } = await runOnce(async (tx) => {
      const context = { by: admin.username, now: clock() }
      const imported = await importStudentCounts(tx, rows, context)
      const records = rows.map((row) => ({ title: groupTitle(row) }))
      const event = { action: 'imported', subject: studentCountModel.name } as const
      await recordActivityOn(tx, context, event, records)
      return imported
    })
    return result
  })
}
