import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { NewContact } from '@bidyaloy/shared/school/contact'
import { NewSchoolInfo } from '@bidyaloy/shared/school/school-info'
import { languageOf } from '../../http/request.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { recordActivity } from '../activity/activity-commands.ts'
import { createSingle, getSingle, updateSingle } from './single-record-commands.ts'

/** Where the contact data are kept. */
export const contactRecord = { name: 'contact', schema: NewContact }

const subject = 'contact'

/** `/api/contactus`. */
export function contactRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'getContact', () => getSingle(db.read, contactRecord))
  route(router, deps, 'createContact', async ({ body, runOnce, ctx, admin }) => {
    const message = siteMessages['contact.saved'][languageOf(ctx)]
    const { answer } = await runOnce(async (tx) => {
      const now = clock()
      await recordActivity(tx, { by: admin.username, now }, { action: 'created', subject })
      return { message, data: await createSingle(tx, contactRecord, body, now) }
    })
    return answer
  })
  route(
    router,
    deps,
    'updateContact',
    async ({ body: { __v, ...fields }, runOnce, ctx, admin }) => {
      const message = siteMessages['contact.saved'][languageOf(ctx)]
      const { answer } = await runOnce(async (tx) => {
        const now = clock()
        await recordActivity(tx, { by: admin.username, now }, { action: 'changed', subject })
        return {
          message,
          data: await updateSingle(tx, contactRecord, fields, { version: __v, now }),
        }
      })
      return answer
    },
  )
}

/** Where the school's figures are kept. */
export const schoolInfoRecord = { name: 'schoolInfo', schema: NewSchoolInfo }

const schoolInfoSubject = 'schoolInfo'

/** `/api/schoolInfo`. */
export function schoolInfoRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'getSchoolInfo', () => getSingle(db.read, schoolInfoRecord))
  route(router, deps, 'createSchoolInfo', async ({ body, runOnce, admin }) => {
    const { answer } = await runOnce(async (tx) => {
      const now = clock()
      await recordActivity(
        tx,
        { by: admin.username, now },
        { action: 'created', subject: schoolInfoSubject },
      )
      return createSingle(tx, schoolInfoRecord, body, now)
    })
    return answer
  })
  route(router, deps, 'updateSchoolInfo', async (call) => {
    const { id } = call.params
    const { __v: version, ...facts } = call.body
    const { answer } = await call.runOnce(async (tx) => {
      const now = clock()
      await recordActivity(
        tx,
        { by: call.admin.username, now },
        { action: 'changed', subject: schoolInfoSubject },
      )
      return updateSingle(tx, schoolInfoRecord, facts, { id, version, now })
    })
    return answer
  })
}
