import * as z from 'zod'

/** The refusal that an item met, in the words of the server. */
export const Refusal = z.object({
  status: z.int(),
  /** Code of the problem; `conflict` where somebody else has changed the same. */
  code: z.string(),
  sentence: z.string(),
  fields: z.record(z.string(), z.string()),
})
export type Refusal = z.infer<typeof Refusal>

/** One change on its way to the server, as it stands on the disk beside its body. */
export const OutboxItem = z.object({
  /** Place in the order; also names the files. */
  seq: z.int().min(1),
  /** Idempotency-Key with which it is sent, however often. */
  key: z.string(),
  /** Name of the endpoint, `createEntry`. */
  endpoint: z.string(),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  /** Path and query at the server. */
  path: z.string(),
  contentType: z.string().nullable(),
  /** Bytes; the body of this length lies in a file beside the record. Null: no body. */
  bodyBytes: z.int().nullable(),
  /** Counts the bodies that it has had: each lies in a file of its own. */
  bodyRevision: z.int().min(0).default(0),
  /** What is changed: items of the same target go in order, one waits for the other. */
  target: z.string(),
  /** The id that the screens know until the server has given one; only of creations. */
  temporaryId: z.string().nullable(),
  /** The `__v` that the change was based on. */
  baseVersion: z.int().nullable(),
  /** What the list of the outbox says. */
  about: z.object({
    collection: z.string().nullable(),
    title: z.string(),
    fileName: z.string().nullable(),
  }),
  createdAt: z.string(),
  /** Tries that the server may have carried out: from the first on it may have arrived. */
  attempts: z.int(),
  /** Why it needs a person; null while it goes by itself. */
  refusal: Refusal.nullable(),
})
export type OutboxItem = z.infer<typeof OutboxItem>

/** What an item is made of before it has its place. */
export type NewOutboxItem = Omit<
  OutboxItem,
  'seq' | 'bodyBytes' | 'bodyRevision' | 'attempts' | 'refusal' | 'createdAt'
>
