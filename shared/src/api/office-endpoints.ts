import * as z from 'zod'
import { Entry, EntryIds, ListQuery, TrashItem } from '../collections/entry.ts'
import { ActivityItem } from '../school/activity.ts'
import { AdminOverview } from '../school/admin-overview.ts'
import { Admin, AdminChange, NewAdmin, SignedInDevice } from '../school/admin-session.ts'
import { StudentCount } from '../school/student-count.ts'
import { endpoint } from './endpoint.ts'
import { paths } from './paths.ts'

const ById = z.object({ id: z.string() })
const BySession = z.object({ id: z.string() })

/** What only the office sees: bin, activity, devices, admins. */
export const officeEndpoints = {
  listTrash: endpoint({
    ...paths.listTrash,
    summary: 'What is in the bin, latest deletion first',
    tag: 'trash',
    access: 'admin',
    status: 200,
    response: z.array(TrashItem),
  }),
  restoreTrash: endpoint({
    ...paths.restoreTrash,
    summary: 'Take something out of the bin again',
    tag: 'trash',
    access: 'admin',
    params: ById,
    status: 200,
    response: z.union([Entry, StudentCount]),
    problems: ['not_found', 'conflict'],
  }),
  restoreFromTrash: endpoint({
    ...paths.restoreFromTrash,
    summary: 'Take several things out of the bin again, all or none',
    tag: 'trash',
    access: 'admin',
    body: EntryIds,
    status: 204,
    problems: ['not_found', 'conflict'],
  }),

  officeOverview: endpoint({
    ...paths.officeOverview,
    summary: 'What is scheduled, about to expire or stale; last backup; steps of setting up',
    tag: 'office',
    access: 'admin',
    status: 200,
    response: AdminOverview,
  }),
  listActivity: endpoint({
    ...paths.listActivity,
    summary: 'Who did what when, latest first; X-Total-Count tells how many there are in all',
    tag: 'office',
    access: 'admin',
    query: ListQuery.pick({ limit: true, offset: true }),
    status: 200,
    response: z.array(ActivityItem),
  }),
  listDevices: endpoint({
    ...paths.listDevices,
    summary: 'Where one is signed in, this device first',
    tag: 'sign-in',
    access: 'admin',
    status: 200,
    response: z.array(SignedInDevice),
  }),
  signOutDevice: endpoint({
    ...paths.signOutDevice,
    summary: 'End one of the own sign-ins',
    tag: 'sign-in',
    access: 'admin',
    params: BySession,
    status: 204,
    problems: ['not_found'],
  }),
  signOutElsewhere: endpoint({
    ...paths.signOutElsewhere,
    summary: 'End all of the own sign-ins but this one',
    tag: 'sign-in',
    access: 'admin',
    status: 204,
  }),
  listAdmins: endpoint({
    ...paths.listAdmins,
    summary: 'Everyone who may sign in, or once might',
    tag: 'sign-in',
    access: 'admin',
    status: 200,
    response: z.array(Admin),
  }),
  createAdmin: endpoint({
    ...paths.createAdmin,
    summary: 'Add a further admin',
    tag: 'sign-in',
    access: 'admin',
    body: NewAdmin,
    idempotent: true,
    status: 201,
    response: Admin,
    problems: ['conflict', 'too_many_requests'],
  }),
  updateAdmin: endpoint({
    ...paths.updateAdmin,
    summary: 'Disable another admin, who is then signed out everywhere, or enable again',
    tag: 'sign-in',
    access: 'admin',
    params: ById,
    body: AdminChange,
    status: 200,
    response: Admin,
    problems: ['not_found', 'conflict', 'too_many_requests'],
  }),
} as const
