import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { CONTACT_FIELDS, NewContact } from '@bidyaloy/shared/school/contact'
import { NewSchoolInfo } from '@bidyaloy/shared/school/school-info'
import { languageOf } from '../../http/request.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { writeOnce } from '../activity/activity-commands.ts'
import { createSingle, getSingle, updateSingle } from './single-record-commands.ts'

export const contactRecord = {
  name: 'contact',
  recordType: 'contactus',
  schema: NewContact,
  instead: Object.fromEntries(CONTACT_FIELDS.map((field) => [field, ''])),
} as const
export const schoolInfoRecord = {
  name: 'schoolInfo',
  recordType: 'schoolInfo',
  schema: NewSchoolInfo,
  instead: {
    morningShift: '',
    dayShift: '',
    withoutShift: '',
    boundaryWall: 'No',
    auditorium: 'No',
  },
} as const

/** `/api/contactus`. */
export function contactRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  const subject = 'contact'
  route(router, deps, 'getContact', () => getSingle(db.read, contactRecord))
  route(router, deps, 'createContact', ({ body, ctx, ...call }) => {
    const message = siteMessages['contact.saved'][languageOf(ctx)]
    return writeOnce({ ...call, clock }, { action: 'created', subject }, async (tx, { now }) => ({
      message,
      data: await createSingle(tx, contactRecord, body, now),
    }))
  })
  route(router, deps, 'updateContact', ({ body: { __v: version, ...fields }, ctx, ...call }) => {
    const message = siteMessages['contact.saved'][languageOf(ctx)]
    return writeOnce({ ...call, clock }, { action: 'changed', subject }, async (tx, context) => ({
      message,
      data: await updateSingle(tx, contactRecord, fields, { version, ...context }),
    }))
  })
}

/** `/api/schoolInfo`. */
export function schoolInfoRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  const subject = 'schoolInfo'
  route(router, deps, 'getSchoolInfo', () => getSingle(db.read, schoolInfoRecord))
  route(router, deps, 'createSchoolInfo', ({ body, ...call }) =>
    writeOnce({ ...call, clock }, { action: 'created', subject }, (tx, { now }) =>
      createSingle(tx, schoolInfoRecord, body, now),
    ),
  )
  route(
    router,
    deps,
    'updateSchoolInfo',
    ({ params: { id }, body: { __v: version, ...facts }, ...call }) =>
      writeOnce({ ...call, clock }, { action: 'changed', subject }, (tx, context) =>
        updateSingle(tx, schoolInfoRecord, facts, { id, version, ...context }),
      ),
  )
}
