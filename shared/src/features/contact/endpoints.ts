import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { Contact, ContactChange, ContactSaved, NewContact } from './contact.ts'
import { paths } from './paths.ts'

export const contactEndpoints = {
  getContact: {
    ...paths.getContact,
    summary: 'The contact record',
    tag: 'school',
    access: 'public',
    status: 200,
    response: Contact,
    problems: ['not_found'],
  },
  createContact: {
    ...paths.createContact,
    summary: 'Create the contact record',
    tag: 'school',
    access: 'admin',
    right: 'publish',
    records: { actions: ['created'] },
    body: NewContact,
    idempotent: true,
    offline: { record: 'contactus', creates: true, isWrapped: true },
    status: 201,
    response: ContactSaved,
    problems: ['conflict'],
  },
  updateContact: {
    ...paths.updateContact,
    summary: 'Update the contact record',
    tag: 'school',
    access: 'admin',
    right: 'publish',
    records: { actions: ['changed'] },
    body: ContactChange,
    idempotent: true,
    offline: { record: 'contactus', isWrapped: true },
    status: 200,
    response: ContactSaved,
    problems: ['not_found', 'conflict'],
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const contactSchemas = { Contact, ContactChange, ContactSaved, NewContact }
