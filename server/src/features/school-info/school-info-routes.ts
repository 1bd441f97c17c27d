import { NewSchoolInfo } from '@bidyaloy/shared/school/school-info'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { createSingle, getSingle, updateSingle } from '../single-records/single-record-commands.ts'

/** Where the school's figures are kept. */
export const schoolInfoRecord = { name: 'schoolInfo', schema: NewSchoolInfo }

const subject = 'schoolInfo'

/** `/api/schoolInfo`. */
export function schoolInfoRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'getSchoolInfo', () => getSingle(db.read, schoolInfoRecord))
  route(router, deps, 'createSchoolInfo', async ({ body, runOnce, admin }) => {
    const { answer } = await runOnce(async (tx) => {
      const now = clock()
      await recordActivity(tx, { by: admin.username, now }, { action: 'created', subject })
      return createSingle(tx, schoolInfoRecord, body, now)
    })
    return answer
  })
  route(router, deps, 'updateSchoolInfo', async (call) => {
    const { id } = call.params
    const { __v: version, ...facts } = call.body
    const { answer } = await call.runOnce(async (tx) => {
      const now = clock()
      await recordActivity(tx, { by: call.admin.username, now }, { action: 'changed', subject })
      return updateSingle(tx, schoolInfoRecord, facts, { id, version, now })
    })
    return answer
  })
}
