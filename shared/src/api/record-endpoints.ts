import * as z from 'zod'
import { Version } from '../collections/entry.ts'

/* What the endpoints of all types of record have in common. */

/** Fields that the server adds to a record. */
export const storedFields = {
  _id: z.string(),
  __v: z.int(),
  updatedAt: z.string(),
  queued: z
    .literal(true)
    .optional()
    .describe('Only in the desktop app: not yet sent to the server'),
}

/** Field of a change: the version that its author has seen. */
export const seenVersion = { __v: Version.optional() }

/** A record of any type. */
export const AnyRecord = z.looseObject(storedFields)

const ById = z.object({ id: z.string() })

/** Returns the parts of four endpoints that follow from the schemas. Name, path and summary are added. */
export function recordEndpoints<
  New extends z.ZodType,
  Change extends z.ZodType,
  Stored extends z.ZodType,
>(type: { name: string; tag: string; created: New; changed: Change; stored: Stored }) {
  const { name, tag, created, changed, stored } = type
  const write = { tag, access: 'admin', right: 'publish', idempotent: true } as const
  const offline = { record: `${name}/:id` } as const
  return {
    list: { tag, access: 'public', status: 200, response: z.array(stored) },
    create: {
      ...write,
      records: { actions: ['created'] },
      offline: { ...offline, creates: true },
      body: created,
      status: 201,
      response: stored,
      problems: ['conflict'],
    },
    update: {
      ...write,
      records: { actions: ['changed'] },
      offline,
      params: ById,
      body: changed,
      status: 200,
      response: stored,
      problems: ['not_found', 'conflict'],
    },
    remove: {
      ...write,
      records: { actions: ['deleted'] },
      offline,
      params: ById,
      status: 204,
      problems: ['not_found'],
    },
  } as const
}
