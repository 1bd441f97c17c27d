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

export const RecordsImported = z.object({ created: z.int(), updated: z.int() })
export type RecordsImported = z.infer<typeof RecordsImported>

/** Returns how many rows of an import create and change records, by the versions that they name. */
function importedRows({ rows }: Readonly<Record<string, unknown>>): RecordsImported {
  const all: unknown[] = Array.isArray(rows) ? rows : []
  const isNew = (row: unknown) =>
    typeof row === 'object' && row !== null && '__v' in row && row.__v === null
  const created = all.filter(isNew).length
  return { created, updated: all.length - created }
}

/**
 * Returns the parts of an endpoint that creates and changes many records, all or none: `rows`, each with
 * the version `__v` that was seen, or null for a new record.
 */
export function recordImport<Body extends z.ZodType>(type: {
  name: string
  tag: string
  body: Body
}) {
  const { name, tag, body } = type
  return {
    tag,
    access: 'admin',
    right: 'publish',
    records: { actions: ['imported'] },
    offline: { record: name, isWhole: true, respond: importedRows },
    body,
    idempotent: true,
    status: 200,
    response: RecordsImported,
    problems: ['conflict'],
  } as const
}

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
