import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import {
  createStudentCount,
  deleteStudentCount,
  getStudentCount,
  listStudentCounts,
  updateStudentCount,
} from './student-counts.ts'

export function studentCountRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'listStudentCounts', () => listStudentCounts(db.read))
  route(router, deps, 'getStudentCount', ({ params }) => getStudentCount(db.read, params))
  route(router, deps, 'createStudentCount', async ({ body, once }) => {
    const { answer } = await once((tx) => createStudentCount(tx, body, clock()))
    return answer
  })
  route(router, deps, 'updateStudentCount', ({ params, body }) =>
    db.write((tx) => updateStudentCount(tx, params.id, body, clock())),
  )
  route(router, deps, 'deleteStudentCount', async ({ params, admin }) => {
    await db.write((tx) => deleteStudentCount(tx, params.id, { now: clock(), by: admin.username }))
    return undefined
  })
}
