import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { importHandler } from '../records/import-records.ts'
import { recordHandlers } from '../records/record-routes.ts'
import { getStudentCount, studentCountModel } from './student-count-commands.ts'

/** `/api/studentCounts`, with the import. */
export function studentCountRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db } = deps
  const counts = recordHandlers(deps, studentCountModel)
  route(router, deps, 'listStudentCounts', counts.list)
  route(router, deps, 'getStudentCount', ({ params }) => getStudentCount(db.read, params))
  route(router, deps, 'createStudentCount', counts.create)
  route(router, deps, 'updateStudentCount', counts.update)
  route(router, deps, 'deleteStudentCount', counts.remove)
  route(router, deps, 'importStudentCounts', importHandler(deps, studentCountModel))
}
