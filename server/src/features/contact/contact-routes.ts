import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { NewContact } from '@bidyaloy/shared/school/contact'
import { languageOf } from '../../http/language.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { createSingle, getSingle, updateSingle } from '../single-records/single-records.ts'

export const contactRecord = { name: 'contact', schema: NewContact }

export function contactRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  route(router, deps, 'getContact', () => getSingle(db.read, contactRecord))
  route(router, deps, 'createContact', async ({ body, once, ctx }) => {
    const message = siteMessages['contact.saved'][languageOf(ctx)]
    const { answer } = await once(async (tx) => ({
      message,
      data: await createSingle(tx, contactRecord, body, clock()),
    }))
    return answer
  })
  route(router, deps, 'updateContact', async ({ body: { __v, ...fields }, ctx }) => {
    const data = await db.write((tx) =>
      updateSingle(tx, contactRecord, fields, { version: __v, now: clock() }),
    )
    return { message: siteMessages['contact.saved'][languageOf(ctx)], data }
  })
}
