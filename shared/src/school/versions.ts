import * as z from 'zod'
import { EntryFile } from '../collections/entry.ts'
import { collectionNames } from '../collections/registry.ts'
import { recordNames, singleSegments } from '../features.ts'

/** Types of record whose former versions are stored, by their name in paths. */
export const VERSIONED = [...collectionNames, ...singleSegments, ...recordNames] as const
export type Versioned = (typeof VERSIONED)[number]

/** How many former versions of a record are stored, and for how many days. */
export const MAX_VERSIONS = 20
export const VERSION_DAYS = 365

/** Days for which deleted records can be restored. */
export const TRASH_DAYS = 30

/** Path parameters of a record. The id of a single record is `current`. */
export const VersionedRecord = z.object({ recordType: z.enum(VERSIONED), id: z.string() })

export const VersionNumber = z.object({
  n: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'valid.integer' })
    .transform(Number),
})

/** State of a record before a change. */
export const FormerVersion = z.object({
  n: z.int().describe('`__v` of the record at that time'),
  replacedAt: z.string().describe('Time of the change, ISO 8601 UTC'),
  replacedBy: z.string().describe('Username of the admin who changed it'),
  data: z.looseObject({}).describe('The fields of the record at that time'),
  files: z
    .array(EntryFile)
    .optional()
    .describe('Files of an entry at that time; `?version` after their path shows them to admins'),
})
export type FormerVersion = z.infer<typeof FormerVersion>
