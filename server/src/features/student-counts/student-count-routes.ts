import type { Action } from '@bidyaloy/shared/school/activity'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import type { EntityManager } from 'typeorm'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { type ActionContext, recordActivityOn } from '../activity/activity-commands.ts'
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
  route(router, deps, 'createStudentCount', async ({ body, runOnce, admin }) => {
    const { answer } = await runOnce(async (tx) => {
      const now = clock()
      const count = await createStudentCount(tx, body, now)
      return told(tx, 'created', count, { by: admin.username, now })
    })
    return answer
  })
  route(router, deps, 'updateStudentCount', async ({ params, body, runOnce, admin }) => {
    const { answer } = await runOnce(async (tx) => {
      const now = clock()
      const count = await updateStudentCount(tx, params.id, body, now)
      return told(tx, 'changed', count, { by: admin.username, now })
    })
    return answer
  })
  route(router, deps, 'importStudentCounts', async ({ body: { rows }, runOnce, admin }) => {
    const { answer } = await runOnce(async (tx) => {
      const now = clock()
      const imported = await importStudentCounts(tx, rows, now)
      const things = rows.map((row) => ({ title: groupTitle(row) }))
      await recordActivityOn(
        tx,
        { by: admin.username, now },
        { action: 'imported', subject, things },
      )
      return imported
    })
    return answer
  })
  route(router, deps, 'deleteStudentCount', async ({ params, runOnce, admin }) => {
    await runOnce(async (tx) => {
      const doing = { by: admin.username, now: clock() }
      await told(tx, 'deleted', await deleteStudentCount(tx, params.id, doing), doing)
    })
    return undefined
  })
}

/** Writes down what is done to a count, and gives the count. */
async function told(
  tx: EntityManager,
  action: Action,
  count: StudentCount,
  doing: ActionContext,
): Promise<StudentCount> {
  const things = [{ id: count._id, title: groupTitle(count) }]
  await recordActivityOn(tx, doing, { action, subject, things })
  return count
}
