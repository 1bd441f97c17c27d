import { Entry } from '@bidyaloy/shared/collections/entry'
import { collectionNames } from '@bidyaloy/shared/collections/registry'
import * as z from 'zod'
import type { BrowserStore } from '../form/browser-store.ts'
import { EntryValues } from './entry-values.ts'

/* What the browser stores of an entry that is being written (IndexedDB). */

/** A request without a response. It is sent again with the same key. */
export const PendingRequest = z.object({
  /** Idempotency-Key. */
  key: z.string(),
  publishes: z.boolean(),
  /** The collection that the entry is in after it. */
  collection: z.enum(collectionNames).optional(),
  /** The values that it sends. */
  values: EntryValues,
  /** Ids of the attachments of the entry after it, in order. */
  attachments: z.array(z.string()),
})
export type PendingRequest = z.infer<typeof PendingRequest>

/** The stored form of an attachment; its file is stored separately. */
export const StoredAttachment = z.object({
  id: z.string(),
  location: z.string().nullable(),
  path: z.string().nullable(),
  /** Whether the stored file is what is sent of it. */
  isPrepared: z.boolean(),
})
export type StoredAttachment = z.infer<typeof StoredAttachment>

/** What is proposed from the words and files of an entry. */
export const PROPOSED = ['collection', 'kind', 'classes', 'days'] as const
export type Proposed = (typeof PROPOSED)[number]

/** An entry that is being written. */
export const SessionRecord = z.object({
  key: z.string(),
  /** Name of the form. */
  form: z.string(),
  /** Shared by the entries that one form publishes. */
  group: z.string(),
  /** The collection that it is to be published in. */
  collection: z.enum(collectionNames),
  /** The collection that the server has it in, if that is another. */
  storedIn: z.enum(collectionNames).optional(),
  /** What the user has chosen; the rest follows the proposals. Absent if nothing is proposed. */
  chosen: z.array(z.enum(PROPOSED)).optional(),
  values: EntryValues,
  /** Its initial values. */
  blank: EntryValues,
  /** The values that the server has; null before its first save. */
  acknowledged: EntryValues.nullable(),
  /** As the server returned it last; null before its first save. */
  entry: Entry.nullable(),
  /** The published version when editing started; null if there is none, or it is not known. */
  published: z.object({ values: EntryValues, paths: z.array(z.string()) }).nullable(),
  attachments: z.array(StoredAttachment),
  pending: PendingRequest.nullable(),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** The entries that are being written, by form. */
export type SessionStore = BrowserStore<SessionRecord>
