import * as z from 'zod'
import { textField } from '../api/text-field.ts'
import { startOfDay } from '../bengali/dates.ts'
import { collectionNames } from './registry.ts'
import { videoIdOf } from './video.ts'

/** In characters, after trimming. */
export const MAX_TITLE_LENGTH = 300

export const Title = textField({
  max: MAX_TITLE_LENGTH,
  required: 'valid.title.required',
  tooLong: 'valid.title.tooLong',
})

/** A time in ISO 8601; a bare date is that day in Dhaka. Outputs ISO 8601 UTC. */
export const Moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'valid.date' })
  .transform((text, context) => {
    const moment = text.length === 10 ? startOfDay(text) : new Date(text)
    const year = moment.getUTCFullYear()
    if (Number.isNaN(moment.getTime()) || year < 1800 || year > 2200) {
      context.addIssue({ code: 'custom', message: 'valid.date' })
      return z.NEVER
    }
    return moment.toISOString()
  })

/** A time that a change may remove: null, or an empty multipart field. */
const MomentOrNone = z.union([z.null(), z.literal('').transform(() => null), Moment], {
  error: 'valid.date',
})

/** Version that the writer saw; an outdated one is rejected with 409. */
export const Version = z.int({ error: 'valid.version' }).nonnegative({ error: 'valid.version' })
/** The same from a multipart text field. */
const VersionField = z.union([
  Version,
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'valid.version' })
    .transform(Number),
])

/** One size of a picture. `filePath` is relative to the site's root, without a leading slash. */
export const PictureSize = z.object({
  width: z.int(),
  height: z.int(),
  filePath: z.string(),
})
export type PictureSize = z.infer<typeof PictureSize>

/** One page of a document as pictures: its largest size in pixels, and all sizes, smallest first. */
export const PageImage = z.object({
  width: z.int(),
  height: z.int(),
  sizes: z.array(PictureSize).describe('WebP copies, smallest first'),
})
export type PageImage = z.infer<typeof PageImage>

/** Number of leading pages of a document that get pictures. */
export const MAX_PAGE_IMAGES = 10

/** An entry of a collection in its public form. */
export const Entry = z.object({
  _id: z.string(),
  title: z.string(),
  date: z.string().describe('When it was published, ISO 8601 UTC; lists are sorted by it'),
  createdAt: z.string().describe('When it was entered, ISO 8601 UTC'),
  __v: z.int().describe('Counts the changes; send it back with a change to notice a conflict'),
  publishAt: z.string().optional().describe('Visitors see it from this moment on'),
  expiresAt: z.string().optional().describe('Visitors see it no more from this moment on'),
  pinnedUntil: z
    .string()
    .optional()
    .describe('It stands above all others until this moment; absent once that has come'),
  filePath: z.string().optional().describe('Address of the file, without the leading slash'),
  fileName: z.string().optional().describe('The name that the file had on the office computer'),
  mimeType: z.string().optional(),
  size: z.int().optional().describe('Bytes'),
  width: z.int().optional().describe('Pixels, of pictures'),
  height: z.int().optional(),
  color: z.string().optional().describe('Main colour of a picture, #rrggbb, to fill its place'),
  sizes: z.array(PictureSize).optional().describe('Smaller WebP copies of a picture'),
  pages: z
    .array(PageImage)
    .optional()
    .describe(
      `Pictures of a PDF's first pages, ${MAX_PAGE_IMAGES} at most. Absent while they are not drawn yet; empty where they cannot be`,
    ),
  pageCount: z.int().optional().describe('How many pages a PDF has in all; comes with `pages`'),
  videoLink: z.string().optional(),
  videoId: z.string().optional().describe('11 characters'),
  queued: z.literal(true).optional().describe('Only in the desktop program: not yet at the server'),
})
export type Entry = z.infer<typeof Entry>

/** An entry with its collection. */
export const EntryOfCollection = Entry.extend({ collection: z.enum(collectionNames) })
export type EntryOfCollection = z.infer<typeof EntryOfCollection>

/** An entry in the trash. */
export const TrashItem = z.object({
  _id: z.string(),
  collection: z.string().describe('The collection it came from, or studentCounts'),
  title: z.string(),
  deletedAt: z.string(),
  deletedBy: z.string(),
  restorableUntil: z.string().describe('When it goes for good, 30 days after deletion'),
})
export type TrashItem = z.infer<typeof TrashItem>

/** Text fields of a new entry; the file is the separate part `file`. */
export const NewEntry = z.object({
  title: Title,
  date: Moment.optional().describe('Left out: `publishAt`, else the present'),
  publishAt: MomentOrNone.optional(),
  expiresAt: MomentOrNone.optional().describe('After `publishAt`'),
  pinnedUntil: MomentOrNone.optional(),
})
export type NewEntry = z.input<typeof NewEntry>

/** A partial change. Multipart may also have a new `file`. */
export const EntryChange = z.object({
  title: Title.optional(),
  date: Moment.optional(),
  publishAt: MomentOrNone.optional().describe('Null: at once'),
  expiresAt: MomentOrNone.optional().describe('Null: never. After `publishAt`'),
  pinnedUntil: MomentOrNone.optional().describe('Null: not pinned'),
  __v: VersionField.optional(),
})
export type EntryChange = z.input<typeof EntryChange>

const VideoLink = z
  .string({ error: 'valid.video' })
  .trim()
  .max(500, { error: 'valid.video' })
  .refine((link) => videoIdOf(link) !== null, { error: 'valid.video' })

export const NewVideo = NewEntry.extend({ videoLink: VideoLink })
export type NewVideo = z.input<typeof NewVideo>

/**
 * Body of a creation: an entry or a video. One object instead of a union, so that every issue names
 * its field and an invalid link is not taken for an entry without one.
 */
export const NewEntryOrVideo = NewEntry.extend({ videoLink: VideoLink.optional() })

const wholeNumber = (min: number, max: number) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^\d{1,9}$/, { error: 'valid.integer' })
          .transform(Number),
      ],
      {
        error: 'valid.integer',
      },
    )
    .pipe(z.int().min(min, { error: 'valid.min' }).max(max, { error: 'valid.max' }))

/** Visibility: now, not yet, no longer, or any. */
const ENTRY_STATES = ['visible', 'scheduled', 'expired', 'all'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** Sort columns; pinned entries come first except with `title`. */
const ENTRY_SORTS = ['date', 'createdAt', 'title'] as const
export type EntrySort = (typeof ENTRY_SORTS)[number]

/** Ids of several entries. */
export const EntryIds = z.object({
  ids: z
    .array(z.string().regex(/^[0-9a-z]{1,40}$/, { error: 'valid.choice' }), {
      error: 'valid.required',
    })
    .min(1, { error: 'valid.required' })
    .max(200, { error: 'valid.max' }),
})
export type EntryIds = z.infer<typeof EntryIds>

/** List query. Without `limit` the whole list is returned. */
export const ListQuery = z.object({
  q: z.string().max(200, { error: 'valid.text.tooLong' }).optional().describe('Words in titles'),
  year: wholeNumber(1800, 2200).optional().describe('Calendar year in Dhaka'),
  sort: z.enum(ENTRY_SORTS, { error: 'valid.choice' }).optional(),
  order: z
    .enum(['asc', 'desc'], { error: 'valid.choice' })
    .optional()
    .describe('Left out: newest first, titles from the first letter'),
  state: z
    .enum(ENTRY_STATES, { error: 'valid.choice' })
    .optional()
    .describe('Left out: visible. All others are for admins alone'),
  limit: wholeNumber(1, 1000).optional(),
  offset: wholeNumber(0, 10_000_000).optional(),
})
export type ListQuery = z.input<typeof ListQuery>

const Neighbour = Entry.pick({ _id: true, title: true })

/** Neighbours of an entry in the list by date, ignoring pins; null at the ends. */
export const Neighbours = z.object({
  older: Neighbour.nullable(),
  newer: Neighbour.nullable(),
})
export type Neighbours = z.infer<typeof Neighbours>

/** Number of entries that match `q`, in total and by year, newest first. */
export const EntryStats = z.object({
  total: z.int(),
  years: z.array(z.object({ year: z.int(), count: z.int() })),
})
export type EntryStats = z.infer<typeof EntryStats>
