import type { Action } from '@bidyaloy/shared/school/activity'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import type { EntityManager } from 'typeorm'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { type Doing, recordDeedOn } from '../activity/record-activity.ts'
import { groupTitle } from './group-title.ts'
import { importStudentCounts } from './import-student-counts.ts'
import {
  createStudentCount,
  deleteStudentCount,
  getStudentCount,
  listStudentCounts,
  updateStudentCount,
} from './student-counts.ts'

const subject = 'studentCounts'

/** `/api/studentCounts`, with the import. */
export function studentCountRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'listStudentCounts', () => listStudentCounts(db.read))
  route(router, deps, 'getStudentCount', ({ params }) => getStudentCount(db.read, params))
  route(router, deps, 'createStudentCount', async ({ body, once, admin }) => {
    const { answer } = await once(async (tx) => {
      const now = clock()
      const count = await createStudentCount(tx, body, now)
      return told(tx, 'created', count, { by: admin.username, now })
    })
    return answer
  })
  route(router, deps, 'updateStudentCount', async ({ params, body, once, admin }) => {
    const { answer } = await once(async (tx) => {
      const now = clock()
      const count = await updateStudentCount(tx, params.id, body, now)
      return told(tx, 'changed', count, { by: admin.username, now })
    })
    return answer
  })
  route(router, deps, 'importStudentCounts', async ({ body: { rows }, once, admin }) => {
    const { answer } = await once(async (tx) => {
      const now = clock()
      const imported = await importStudentCounts(tx, rows, now)
      const things = rows.map((row) => ({ title: groupTitle(row) }))
      await recordDeedOn(tx, { by: admin.username, now }, { action: 'imported', subject, things })
      return imported
    })
    return answer
  })
  route(router, deps, 'deleteStudentCount', async ({ params, once, admin }) => {
    await once(async (tx) => {
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
  doing: Doing,
): Promise<StudentCount> {
  const things = [{ id: count._id, title: groupTitle(count) }]
  await recordDeedOn(tx, doing, { action, subject, things })
  return count
}
