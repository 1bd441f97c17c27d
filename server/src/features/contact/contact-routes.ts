import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { NewContact } from '@bidyaloy/shared/school/contact'
import { languageOf } from '../../http/language.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { createSingle, getSingle, updateSingle } from '../single-records/single-records.ts'

/** Where the contact data are kept. */
export const contactRecord = { name: 'contact', schema: NewContact }

const subject = 'contact'

/** `/api/contactus`. */
export function contactRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'getContact', () => getSingle(db.read, contactRecord))
  route(router, deps, 'createContact', async ({ body, once, ctx, admin }) => {
    const message = siteMessages['contact.saved'][languageOf(ctx)]
    const { answer } = await once(async (tx) => {
      const now = clock()
      await recordActivity(tx, { by: admin.username, now }, { action: 'created', subject })
      return { message, data: await createSingle(tx, contactRecord, body, now) }
    })
    return answer
  })
  route(router, deps, 'updateContact', async ({ body: { __v, ...fields }, once, ctx, admin }) => {
    const message = siteMessages['contact.saved'][languageOf(ctx)]
    const { answer } = await once(async (tx) => {
      const now = clock()
      await recordActivity(tx, { by: admin.username, now }, { action: 'changed', subject })
      return { message, data: await updateSingle(tx, contactRecord, fields, { version: __v, now }) }
    })
    return answer
  })
}
