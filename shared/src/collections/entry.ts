import * as z from 'zod'
import { textField } from '../api/text-field.ts'
import { WordBox } from '../lib/ocr/read-page.ts'
import { CLASS_NAMES } from '../school/classes.ts'
import {
  DateTime,
  Day,
  jsonOr,
  KindId,
  NullableDateTime,
  presentedProperties,
  propertyInputs,
} from './entry-properties.ts'
import { collectionNames, collections } from './registry.ts'
import { videoIdOf } from './video.ts'

/** In characters, after trimming. */
export const MAX_TITLE_LENGTH = 300

export const Title = textField({
  max: MAX_TITLE_LENGTH,
  required: 'valid.title.required',
  tooLong: 'valid.title.tooLong',
})

/** Version that the writer saw; an outdated one is rejected with 409. */
export const Version = z.int({ error: 'valid.version' }).nonnegative({ error: 'valid.version' })
/** A whole number in a text field or a query. */
const digits = (error: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
/** A version as JSON or as a multipart text field. */
const VersionField = z.union([Version, digits('valid.version')])

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
  oneBit: PictureSize.optional().describe(
    'The page in black and white, smaller than all `sizes`; only of pages that are print',
  ),
  part: WordBox.optional().describe(
    'The part of the page that its pictures show, without empty margins: left, top, width and height in thousandths of the page. Absent if they show all of it',
  ),
})
export type PageImage = z.infer<typeof PageImage>

/** Number of leading pages of a document that get pictures. */
export const MAX_PAGE_IMAGES = 10

/** A file of an entry. */
export const EntryFile = z.object({
  filePath: z.string().describe('Path of the file, without a leading slash'),
  fileName: z.string().describe('Original name of the uploaded file'),
  mimeType: z.string(),
  size: z.int().describe('Bytes'),
  width: z.int().optional().describe('Of pictures, in pixels'),
  height: z.int().optional(),
  color: z
    .string()
    .optional()
    .describe('Dominant colour of a picture, #rrggbb, for its placeholder'),
  sizes: z.array(PictureSize).optional().describe('Smaller WebP copies of a picture'),
  pages: z
    .array(PageImage)
    .optional()
    .describe(
      `Previews of a PDF's first pages, at most ${MAX_PAGE_IMAGES}. Absent until rendered; empty if rendering failed`,
    ),
  pageCount: z.int().optional().describe('Total pages of a PDF; present with `pages`'),
})
export type EntryFile = z.infer<typeof EntryFile>

/** Maximum number of files of an entry of any collection. */
export const MAX_ENTRY_FILES = Math.max(
  ...collectionNames.map((name) => collections[name].maxFiles),
)
/** The files that a form carries may together be as large as this many of the largest allowed file. */
export const MAX_TOTAL_FILES = 2
/** Maximum length of an entry's text, in UTF-16 units. */
export const MAX_BODY_LENGTH = 20_000
/** Maximum length of an excerpt, in characters. */
export const EXCERPT_LENGTH = 200

/** What admins see of an entry, or of a change of one, that is not published yet. */
export const DRAFT_STATUSES = ['draft', 'waiting'] as const
export type DraftStatus = (typeof DRAFT_STATUSES)[number]

export const DraftDetails = z.object({
  by: z.string().describe('Username of who wrote last'),
  startedBy: z
    .string()
    .optional()
    .describe('Username of who began it, if another: it stays their draft'),
  at: z.string().describe('Time of the last change'),
  changes: z.boolean().describe('Whether it changes a published entry'),
  note: z.string().optional().describe('Sentence with which it was sent back'),
  noteBy: z.string().optional().describe('Username of who sent it back'),
  version: z
    .int()
    .optional()
    .describe(
      'Of a change of a published entry, whose `__v` is that of the entry: see `draftVersion`',
    ),
  previewUntil: z
    .string()
    .optional()
    .describe('Until when a link shows it to everyone who has it; see `previewEntry`'),
})
export type DraftDetails = z.infer<typeof DraftDetails>

/** Address of the preview of a draft; the token in it is the only credential. */
export const EntryPreview = z.object({
  url: z.string().describe('Path of the page, with a token'),
  expiresAt: z.string().describe('One hour later'),
})
export type EntryPreview = z.infer<typeof EntryPreview>

/** Maximum length of the sentence with which a draft is sent back, in characters. */
export const MAX_NOTE_LENGTH = 300

const draftInputs = {
  status: z
    .enum(['draft', 'waiting', 'published'], { error: 'valid.choice' })
    .optional()
    .describe(
      '`draft`: kept for the office; of a published entry, the change is. `waiting`: the same, for approval. `published`: publishes a draft, or the draft of a change. Absent: drafts stay drafts, all others are published. What a clerk publishes while approval is on waits',
    ),
}
/** The title of what may be a draft, which may be without one. */
const DraftTitle = textField({
  max: MAX_TITLE_LENGTH,
  optional: true,
  tooLong: 'valid.title.tooLong',
})

/** An entry of a collection in its public form. */
export const Entry = z.object({
  _id: z.string(),
  title: z.string(),
  date: z.string().describe('Publication date, ISO 8601 UTC; default sort key of lists'),
  createdAt: z.string().describe('Creation time, ISO 8601 UTC'),
  updatedAt: z.string().optional().describe('Last change of its contents; only of pages'),
  __v: z.int().describe('Version; send it with a change to detect conflicts'),
  publishAt: z.string().optional().describe('Hidden from visitors until then'),
  expiresAt: z.string().optional().describe('Hidden from visitors from then on'),
  pinnedUntil: z.string().optional().describe('Listed first until then; absent afterwards'),
  ...presentedProperties,
  ...EntryFile.partial().shape,
  files: z
    .array(EntryFile)
    .optional()
    .describe(
      'All files in order, if there are several. The properties of the first are also on the entry. Not in lists of albums, which have `fileCount`',
    ),
  fileCount: z
    .int()
    .optional()
    .describe('In lists of albums and in results of the search, if there are several files'),
  excerpt: z
    .string()
    .optional()
    .describe(`Beginning of the text without marks, at most ${EXCERPT_LENGTH} characters`),
  body: z
    .string()
    .optional()
    .describe('Text in a subset of Markdown. Not in lists, which have `excerpt`'),
  videoLink: z.string().optional(),
  videoId: z.string().optional().describe('YouTube video id, 11 characters'),
  videoPicture: EntryFile.pick({
    filePath: true,
    width: true,
    height: true,
    color: true,
    sizes: true,
  })
    .optional()
    .describe('Preview of the video, on this server. Absent until it was fetched, or without one'),
  status: z
    .enum(DRAFT_STATUSES)
    .optional()
    .describe('Of a draft, which only admins see: still written, or waiting for approval'),
  draft: DraftDetails.optional().describe('Present with `status`'),
  queued: z
    .literal(true)
    .optional()
    .describe('Only in the desktop app: not yet sent to the server'),
})
export type Entry = z.infer<typeof Entry>

/** An entry with its collection. */
export const EntryOfCollection = Entry.extend({ collection: z.enum(collectionNames) })
export type EntryOfCollection = z.infer<typeof EntryOfCollection>

/** An entry in the trash. */
export const TrashItem = z.object({
  _id: z.string(),
  collection: z.string().describe('Its collection, or the kind of record'),
  title: z.string(),
  deletedAt: z.string(),
  deletedBy: z.string(),
  restorableUntil: z.string().describe('Time of permanent removal, 30 days after the deletion'),
  isDraft: z.literal(true).optional().describe('Only of drafts, which were never published'),
})
export type TrashItem = z.infer<typeof TrashItem>

const Body = textField({ max: MAX_BODY_LENGTH, optional: true, lines: 'many' })

/** Ids of uploads that take the places of files; null is the place of the next part `file`. */
export const NamedUploads = z
  .array(
    z
      .string()
      .regex(/^[0-9a-z]{20}$/)
      .nullable(),
  )
  .max(MAX_ENTRY_FILES)
export type NamedUploads = z.infer<typeof NamedUploads>

const uploadInputs = {
  uploads: jsonOr(NamedUploads)
    .optional()
    .describe(
      'Ids of complete uploads of `/api/admin/uploads` (tus 1.0.0), which come as new files; null is the place of the next part `file`',
    ),
}

/** Fields of a new entry; its files are the separate parts `file`, in order. */
export const NewEntry = z.object({
  title: Title,
  body: Body.optional().describe(
    'Text in a subset of Markdown: paragraphs, «## » and «### » headings, «- » lists, **bold**, [text](address), lines «| cell | cell |» of a table, and ![description](file 2) for the second file',
  ),
  date: DateTime.optional().describe('Default: `publishAt`, otherwise now'),
  publishAt: NullableDateTime.optional(),
  expiresAt: NullableDateTime.optional().describe('After `publishAt`'),
  pinnedUntil: NullableDateTime.optional(),
  ...propertyInputs,
  ...draftInputs,
  ...uploadInputs,
})
export type NewEntry = z.input<typeof NewEntry>

const FileOrder = z
  .array(z.union([z.string().max(200), z.null()]), { error: 'valid.choice' })
  .max(MAX_ENTRY_FILES, { error: 'valid.max' })

const VideoLink = z
  .string({ error: 'valid.video' })
  .trim()
  .max(500, { error: 'valid.video' })
  .refine((link) => videoIdOf(link) !== null, { error: 'valid.video' })

/** A partial change. Multipart may also have new `file` parts. */
export const EntryChange = z.object({
  title: Title.optional(),
  body: Body.optional().describe('Empty: no text'),
  videoLink: VideoLink.optional().describe('Only where an entry can be a video, and has no file'),
  files: jsonOr(FileOrder)
    .optional()
    .describe(
      'Which files stay, by `filePath`, in which order; null is the place of the next new file. New files without a place come last. Absent: new files replace the first',
    ),
  date: DateTime.optional(),
  publishAt: NullableDateTime.optional().describe('Null: immediately'),
  expiresAt: NullableDateTime.optional().describe('After `publishAt`. Null: never'),
  pinnedUntil: NullableDateTime.optional().describe('Null: not pinned'),
  ...propertyInputs,
  ...draftInputs,
  ...uploadInputs,
  note: textField({ max: MAX_NOTE_LENGTH, optional: true })
    .optional()
    .describe('With the status `draft`: the sentence with which it is sent back'),
  collection: z
    .enum(collectionNames, { error: 'valid.choice' })
    .optional()
    .describe(
      'Of a draft: the collection that it moves to, without the properties that this one lacks',
    ),
  __v: VersionField.optional(),
  draftVersion: VersionField.optional().describe(
    'Version (`draft.version`) of the change that is not published yet, as the writer saw it; 0: none',
  ),
})
export type EntryChange = z.input<typeof EntryChange>

/** Returns the versions that a writer saw: of the entry, and of a change of it. */
export function versionsOf({ __v, draft }: Entry): Pick<EntryChange, '__v' | 'draftVersion'> {
  return { __v, ...(draft?.version !== undefined && { draftVersion: draft.version }) }
}

/** Body of a change: of an entry or a draft. */
export const EntryOrDraftChange = EntryChange.extend({
  title: DraftTitle.optional().describe('Empty only in a draft'),
})

export const NewVideo = NewEntry.extend({ videoLink: VideoLink })
export type NewVideo = z.input<typeof NewVideo>

/**
 * Body of a creation: an entry or a video. One object instead of a union, so that every issue names
 * its field and an invalid link is not taken for an entry without one.
 */
export const NewEntryOrVideo = NewEntry.extend({
  title: DraftTitle.describe('Empty only in a draft'),
  videoLink: VideoLink.optional(),
})

/** A whole number as JSON, or as text in a query. */
export const wholeNumber = (min: number, max: number) =>
  z
    .union([z.int(), digits('valid.integer')], { error: 'valid.integer' })
    .pipe(z.int().min(min, { error: 'valid.min' }).max(max, { error: 'valid.max' }))

/** Visibility: now, not yet, no longer, or any of these; drafts, and what waits for approval. */
const ENTRY_STATES = ['visible', 'scheduled', 'expired', 'all', 'draft', 'waiting'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** Sort columns; pinned entries come first with `date` and `createdAt`. */
const ENTRY_SORTS = ['date', 'createdAt', 'title', 'startsOn', 'order'] as const
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
  kind: KindId.optional(),
  class: z
    .enum(CLASS_NAMES, { error: 'valid.enum.class' })
    .optional()
    .describe(
      'Entries that concern this class: by `date` and `createdAt`, first those for it, pinned ones first, then those for all classes, pinned ones first',
    ),
  urgent: z
    .literal('1', { error: 'valid.choice' })
    .optional()
    .describe('Only those that are urgent now, in the order of `sort` without pins'),
  from: Day.optional().describe('Only entries with dates that end on this day or later'),
  to: Day.optional().describe('Only entries with dates that start on this day or earlier'),
  sort: z.enum(ENTRY_SORTS, { error: 'valid.choice' }).optional(),
  order: z
    .enum(['asc', 'desc'], { error: 'valid.choice' })
    .optional()
    .describe('Default: newest first; ascending by `title`, `startsOn` and `order`'),
  state: z
    .enum(ENTRY_STATES, { error: 'valid.choice' })
    .optional()
    .describe(
      'Default: visible. Other values require an admin. `draft` and `waiting` include changes of published entries, and `all` does not include drafts',
    ),
  limit: wholeNumber(1, 1000).optional(),
  offset: wholeNumber(0, 10_000_000).optional(),
})
export type ListQuery = z.input<typeof ListQuery>

/** Query of the entries of all collections, or of one. */
export const AllEntriesQuery = ListQuery.pick({
  q: true,
  kind: true,
  sort: true,
  order: true,
  limit: true,
  offset: true,
}).extend({
  collection: z.enum(collectionNames, { error: 'valid.choice' }).optional(),
  state: ListQuery.shape.state.describe(
    'Default: all. `draft` and `waiting` include changes of published entries, and `all` does not include drafts',
  ),
})
export type AllEntriesQuery = z.input<typeof AllEntriesQuery>

/** Numbers of matching entries by state; of the trash, all items. */
export const EntryCounts = z.object({
  all: z.int().describe('Without drafts'),
  draft: z.int(),
  waiting: z.int(),
  scheduled: z.int(),
  expired: z.int(),
  trash: z.int().describe('Of all items, whatever the query asks for'),
})
export type EntryCounts = z.infer<typeof EntryCounts>

/** Query of an approval that is taken back. */
export const ApprovalQuery = z.object({
  __v: VersionField.describe('Version of the published entry, as it was seen'),
})

/** Query of the numbers of entries. */
export const StatsQuery = ListQuery.omit({ sort: true, order: true, limit: true, offset: true })
export type StatsQuery = z.input<typeof StatsQuery>

const Neighbour = Entry.pick({ _id: true, title: true })

/** Neighbours of an entry in the list by date, ignoring pins; null at the ends. */
export const Neighbours = z.object({
  older: Neighbour.nullable(),
  newer: Neighbour.nullable(),
})
export type Neighbours = z.infer<typeof Neighbours>

/** Number of matching entries: in total, by year (newest first), and by kind. */
export const EntryStats = z.object({
  total: z.int(),
  years: z
    .array(z.object({ year: z.int(), count: z.int() }))
    .describe('Of matching entries of any year'),
  kinds: z
    .array(z.object({ kind: z.string(), count: z.int() }))
    .optional()
    .describe('Of matching entries of any kind; absent if none has a kind'),
  ofClass: z
    .int()
    .optional()
    .describe('With `class`: number of the matching entries that are for it, not for all classes'),
})
export type EntryStats = z.infer<typeof EntryStats>
