import { NewSchoolInfo } from '@bidyaloy/shared/school/school-info'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { createSingle, getSingle, updateSingle } from '../single-records/single-records.ts'

export const schoolInfoRecord = { name: 'schoolInfo', schema: NewSchoolInfo }

export function schoolInfoRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'getSchoolInfo', () => getSingle(db.read, schoolInfoRecord))
  route(router, deps, 'createSchoolInfo', async ({ body, once }) => {
    const { answer } = await once((tx) => createSingle(tx, schoolInfoRecord, body, clock()))
    return answer
  })
  route(router, deps, 'updateSchoolInfo', ({ params, body: { __v, ...facts } }) =>
    db.write((tx) =>
      updateSingle(tx, schoolInfoRecord, facts, { id: params.id, version: __v, now: clock() }),
    ),
  )
}
