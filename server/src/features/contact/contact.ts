import { contactAdminCopy } from '@bidyaloy/shared/features/contact/admin-copy'
import {
  CONTACT_FIELDS,
  type Contact,
  type ContactSaved,
  NewContact,
} from '@bidyaloy/shared/features/contact/contact'
import { contactCopy } from '@bidyaloy/shared/features/contact/copy'
import { files, pages } from '@bidyaloy/shared/features/contact/paths'
import { contact as type } from '@bidyaloy/shared/features/contact/record'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { joinPhones } from '@bidyaloy/shared/lib/bengali/search-query'
import type { EntityManager } from 'typeorm'
import type { ServerFeature } from '../../feature.ts'
import { languageOf } from '../../http/request.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { writeOnce } from '../activity/activity-commands.ts'
import {
  createSingle,
  findSingle,
  getSingle,
  isSaved,
  updateSingle,
} from '../records/single-record-commands.ts'
import { getSettings } from '../settings/settings-commands.ts'
import { makeContactCard } from './contact-card.ts'
import { makeSecurityText, SECURITY_TEXT } from './security-text.ts'

export const contactModel = {
  type,
  schema: NewContact,
  instead: Object.fromEntries(CONTACT_FIELDS.map((field) => [field, ''])),
} as const

/** The reads of public pages. */
export const contactReads = (read: EntityManager) => ({
  getContact: () => getSingle(read, contactModel),
})

/** Returns the school's name; empty before it is saved. */
export async function findSchoolName(read: EntityManager): Promise<string> {
  const contact = await findSingle(read, contactModel)
  return contact?.schoolName || (await getSettings(read)).identity.name
}

const savedMessage = contactAdminCopy['admin.contact.saved']

function contactRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  const subject = type.name
  route(router, deps, 'getContact', () => getSingle(db.read, contactModel))
  route(router, deps, 'createContact', ({ body, ctx, ...call }) => {
    const message = savedMessage[languageOf(ctx)]
    return writeOnce({ ...call, clock }, { action: 'created', subject }, async (tx, { now }) => ({
      message,
      data: await createSingle(tx, contactModel, body, now),
    }))
  })
  route(router, deps, 'updateContact', ({ body: { __v: version, ...fields }, ctx, ...call }) => {
    const message = savedMessage[languageOf(ctx)]
    return writeOnce({ ...call, clock }, { action: 'changed', subject }, async (tx, context) => ({
      message,
      data: await updateSingle(tx, contactModel, fields, { version, ...context }),
    }))
  })
}

const example: Contact = {
  ...sampleContact,
  _id: '1',
  __v: 0,
  updatedAt: '2026-11-21T04:30:00.000Z',
}
const saved: ContactSaved = { message: savedMessage.en, data: example }

/** Name, address, telephone and e-mail of the school. */
export const contact: ServerFeature = {
  single: contactModel,
  routes: contactRoutes,
  setupSteps: { contact: (read) => isSaved(read, contactModel) },
  examples: {
    bodies: { createContact: sampleContact, updateContact: { ...sampleContact, __v: 0 } },
    responses: { getContact: example, createContact: saved, updateContact: saved },
  },
  documents: [
    [files.card, makeContactCard],
    [SECURITY_TEXT, makeSecurityText],
  ],
  searchPages: [
    {
      path: pages.contact,
      title: contactCopy['public.contact.title'],
      words: 'ফোন নম্বর, ঠিকানা, ইমেইল, মানচিত্র, ম্যাপ, location',
      async facts(read) {
        const found = await findSingle(read, contactModel)
        return joinPhones([found?.phone, found?.address, found?.email].join(' '))
      },
    },
  ],
}
