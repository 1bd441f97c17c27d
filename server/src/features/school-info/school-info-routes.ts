import { NewSchoolInfo } from '@bidyaloy/shared/school/school-info'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { createSingle, getSingle, updateSingle } from '../single-records/single-records.ts'

/** Where the school's figures are kept. */
export const schoolInfoRecord = { name: 'schoolInfo', schema: NewSchoolInfo }

const subject = 'schoolInfo'

/** `/api/schoolInfo`. */
export function schoolInfoRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'getSchoolInfo', () => getSingle(db.read, schoolInfoRecord))
  route(router, deps, 'createSchoolInfo', async ({ body, once, admin }) => {
    const { answer } = await once(async (tx) => {
      const now = clock()
      await recordActivity(tx, { by: admin.username, now }, { action: 'created', subject })
      return createSingle(tx, schoolInfoRecord, body, now)
    })
    return answer
  })
  route(router, deps, 'updateSchoolInfo', async (call) => {
    const { id } = call.params
    const { __v: version, ...facts } = call.body
    const { answer } = await call.once(async (tx) => {
      const now = clock()
      await recordActivity(tx, { by: call.admin.username, now }, { action: 'changed', subject })
      return updateSingle(tx, schoolInfoRecord, facts, { id, version, now })
    })
    return answer
  })
}
