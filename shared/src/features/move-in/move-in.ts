import * as z from 'zod'
import { NamedUploads, wholeNumber } from '../../collections/entry.ts'
import { jsonOr, KindId } from '../../collections/entry-properties.ts'
import { LEFT_OUT, MOVE_IN_STATES, movedCollections, OUTCOMES, REFUSAL_REASONS } from './reasons.ts'

/** Files of one look: an export with its folder as a zip, several PDFs, a CSV beside them. */
export const MAX_SOURCE_FILES = 20
/** Items that the preview shows. */
export const PREVIEW_ITEMS = 10

const Collection = z.enum(movedCollections, { error: 'valid.choice' })
const Reason = z.enum(REFUSAL_REASONS)

/** What is looked at: the address of a site, or files. */
export const NewLook = z.object({
  url: z
    .string({ error: 'valid.url' })
    .trim()
    .max(2000, { error: 'valid.url' })
    .transform((text) =>
      text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`,
    )
    .pipe(
      z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'valid.url' })], {
        error: 'valid.url',
      }),
    )
    .optional()
    .describe('Address of the older site, http or https. Absent if files are given'),
  uploads: jsonOr(NamedUploads)
    .optional()
    .describe(
      'Ids of complete uploads of `/api/admin/uploads` (tus 1.0.0): an export of WordPress, a zip, documents, a CSV',
    ),
})
export type NewLook = z.input<typeof NewLook>

/** What does not fit into the entry. */
export const LeftOut = z.object({
  what: z.enum(LEFT_OUT),
  name: z.string().describe('Name of a form or shortcode, or the address of a file or link'),
})
export type LeftOut = z.infer<typeof LeftOut>

/** What was looked at. */
const LookedAt = z.object({
  url: z.string().optional(),
  files: z.array(z.object({ name: z.string(), size: z.int() })).optional(),
  folder: z.string().optional().describe('Of the command line'),
})

/** A kind of a collection for the items of an old category. */
const CategoryKind = z.object({
  category: z.string().max(500).describe('As the source calls it; empty: without a category'),
  collection: Collection.describe('That the items were proposed for'),
  to: Collection.optional().describe('Into which they are brought, if another'),
  kind: KindId.nullable().describe('Null: that which the title of an item speaks of, or none'),
})

/** What is brought, and how. */
export const MoveInChoice = z.object({
  collections: z.array(Collection, { error: 'valid.required' }).min(1, { error: 'valid.required' }),
  years: z
    .array(z.int({ error: 'valid.choice' }).nullable(), { error: 'valid.required' })
    .min(1, { error: 'valid.required' })
    .max(400, { error: 'valid.max' })
    .describe('Calendar years in Dhaka; null: items without a day'),
  as: z
    .enum(['published', 'draft'], { error: 'valid.choice' })
    .describe('`published`: with their old days; drafts and items without a day stay drafts'),
  kinds: z.array(CategoryKind).max(2000, { error: 'valid.max' }).default([]),
})
export type MoveInChoice = z.output<typeof MoveInChoice>

/** A move in the list of all. */
export const MoveInSummary = z.object({
  _id: z.string(),
  state: z.enum(MOVE_IN_STATES),
  source: LookedAt,
  by: z.string().describe('Username'),
  startedAt: z.string(),
  finishedAt: z.string().optional().describe('When the last item was brought'),
})
export type MoveInSummary = z.infer<typeof MoveInSummary>

/** A move: what a look has found, what was chosen, and what became of it. */
export const MoveIn = MoveInSummary.extend({
  problem: Reason.optional().describe('Of `failed`, and of `paused` unless a person paused it'),
  progress: z
    .number()
    .nullable()
    .describe('Of the look, the bringing or the undo, 0 to 1; null: unknown'),
  now: z.string().optional().describe('Title of the item in work'),
  lookedAt: z.string().optional().describe('When the look was finished'),
  broughtFrom: z.string().optional().describe('When bringing began'),
  undoneAt: z.string().optional(),
  choice: MoveInChoice.optional(),
  groups: z
    .array(
      z.object({
        collection: Collection,
        year: z.int().nullable(),
        count: z.int(),
        drafts: z.int().describe('Of them, drafts and items without a day'),
      }),
    )
    .describe('What can be brought, by proposed collection and year, the newest year first'),
  categories: z
    .array(
      z.object({
        category: z.string(),
        collection: Collection,
        count: z.int(),
        kind: z.string().nullable().describe('Proposed'),
      }),
    )
    .describe('The same by old category, the most frequent first'),
  files: z.int().describe('Files of these items, as far as they are known'),
  bytes: z.int().nullable().describe('Their size, if it is known'),
  freeBytes: z.int().nullable().describe('Free on the disk of the server; null: unknown'),
  refused: z
    .array(z.object({ reason: Reason, count: z.int() }))
    .describe(
      'Items that cannot be brought, without dismissed ones; the most frequent reason first',
    ),
  leftOut: z
    .array(z.object({ what: z.enum(LEFT_OUT), count: z.int() }))
    .describe('Items of which something does not fit'),
  counts: z
    .object({
      asked: z.int().describe('`published` + `draft` + `refused` + `dismissed` + `waiting`'),
      published: z.int(),
      draft: z.int(),
      refused: z.int(),
      dismissed: z.int(),
      waiting: z.int(),
      skipped: z.int(),
    })
    .describe('What became of the items; after the choice'),
  addresses: z.int().describe('Old addresses that lead to new pages and files'),
  edited: z
    .array(z.object({ title: z.string(), path: z.string() }))
    .describe(
      'Entries that were changed after they were brought, at most 20: they prevent the undo',
    ),
})
export type MoveIn = z.infer<typeof MoveIn>

/** An item of the older site. */
export const MoveInItem = z.object({
  n: z.int().describe('Its number within the move, from 0'),
  key: z.string().describe('Address at the older site, or path in the given files'),
  title: z.string(),
  day: z.string().nullable().describe('`YYYY-MM-DD`'),
  collection: Collection,
  category: z.string(),
  isDraft: z.boolean(),
  outcome: z.enum(OUTCOMES),
  reason: Reason.optional().describe('Of a refused item; of a waiting one, why it was put off'),
  detail: z
    .string()
    .optional()
    .describe('Name of the file that the reason is about, or a sentence'),
  to: z
    .string()
    .optional()
    .describe('Path of the new entry; a draft is shown there once it is published'),
  files: z.int(),
  leftOut: z.array(LeftOut),
})
export type MoveInItem = z.infer<typeof MoveInItem>

export const ItemsQuery = z.object({
  outcome: z.enum(OUTCOMES, { error: 'valid.choice' }).optional(),
  reason: z.enum(REFUSAL_REASONS, { error: 'valid.choice' }).optional(),
  collection: Collection.optional(),
  year: wholeNumber(1800, 2200).optional(),
  leftOut: z
    .union([z.literal('any'), z.enum(LEFT_OUT)], { error: 'valid.choice' })
    .optional()
    .describe('Items of which this does not fit; `any`: anything'),
  limit: wholeNumber(1, 1000).optional().describe('Default: 50'),
  offset: wholeNumber(0, 1_000_000).optional(),
})

export const ItemsPage = z.object({
  total: z.int(),
  items: z.array(MoveInItem).describe('In the order of the source'),
})
export type ItemsPage = z.infer<typeof ItemsPage>

/** An item as it will look. */
export const PreviewItem = MoveInItem.extend({
  body: z.string().describe('Text in a subset of Markdown'),
  fileNames: z.array(z.string()),
  isRead: z.boolean().describe('Whether its page was read: until then text and files are missing'),
})
export type PreviewItem = z.infer<typeof PreviewItem>

/** An old address and where it leads. */
export const OldAddress = z.object({ from: z.string(), to: z.string() })
export type OldAddress = z.infer<typeof OldAddress>

export const AddressesQuery = ItemsQuery.pick({ limit: true, offset: true })
export const AddressesPage = z.object({ total: z.int(), addresses: z.array(OldAddress) })
