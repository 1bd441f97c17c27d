import { isDeepStrictEqual } from 'node:util'
import { missingFileText, validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField } from '@bidyaloy/shared/api/problem'
import type { Entry, EntryChange, EntryOrDraftChange } from '@bidyaloy/shared/collections/entry'
import { MENU_GROUPS } from '@bidyaloy/shared/collections/entry-properties'
import { type CollectionName, collections, hasPapers } from '@bidyaloy/shared/collections/registry'
import { videoIdOf } from '@bidyaloy/shared/collections/video'
import { foldForSearch } from '@bidyaloy/shared/lib/bengali/search-text'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import { type Draft, EntryRow, type StoredFile, type VersionRow } from '../../db/entities.ts'
import {
  excerptColumn,
  fileColumns,
  filesOfRow,
  readBody,
  recordFileOwner,
  writeBody,
} from '../../db/entry-content.ts'
import { indexEntry } from '../../db/search-index.ts'
import { NEVER } from '../../db/stored-values.ts'
import { tooManyFiles } from '../../http/multipart-upload.ts'
import { fileName } from '../../storage/file-names.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import { recordFiles, withoutDigests } from '../verify/published-files.ts'
import { storeVersion } from '../versions/version-commands.ts'
import {
  assertUrgency,
  assertValidDates,
  changedDates,
  dateColumns,
  type EntryDates,
} from './entry-dates.ts'
import {
  assertProperties,
  changedProperties,
  type EntryProperties,
  freeSlug,
  lastPosition,
  propertiesOf,
  recordSlug,
} from './entry-properties.ts'
import { findUndeleted } from './find-entry.ts'
import { presentToAdmins } from './present-entry.ts'

/** A state without its files, as it is stored. */
export const FormerEntry = z.object({
  title: z.string(),
  date: z.string(),
  publishAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  pinnedUntil: z.string().nullable(),
  urgentUntil: z.string().nullable().default(null),
  body: z.string(),
  videoId: z.string().nullable().optional(),
  kind: z.string().nullable().default(null),
  classes: z.array(z.enum(CLASS_NAMES)).nullable().default(null),
  startsOn: z.string().nullable().default(null),
  endsOn: z.string().nullable().default(null),
  time: z.string().nullable().default(null),
  menu: z.enum(MENU_GROUPS).nullable().default(null),
  fields: z.record(z.string(), z.string()).nullable().default(null),
  consent: z.string().nullable().default(null),
})

/* Reads and writes the state of an entry, stores the state before as a version, and restores one. */

/** The fields of an entry that a change can change. */
export type EntryState = Pick<EntryRow, 'title' | 'videoId'> & {
  body: string
  files: StoredFile[]
} & EntryDates &
  EntryProperties

/** Returns the state of an entry; of a draft the wanted one, with an empty date if none was chosen. */
export async function stateOf(tx: EntityManager, row: EntryRow): Promise<EntryState> {
  const { title, videoId, expiresAt, pinnedUntil, draft } = row
  const body = await readBody(tx, row)
  const { date, publishAt, slug } = draft
    ? { date: draft.date ?? '', publishAt: draft.publishAt ?? null, slug: draft.slug ?? null }
    : row
  const dates = { date, publishAt, expiresAt, pinnedUntil }
  return { title, videoId, ...dates, ...propertiesOf(row), slug, body, files: filesOfRow(row) }
}

export interface StateChange {
  before: EntryState
  after: EntryState
  context: ActionContext
  /** The draft that the entry is afterwards; null: published. */
  draft?: Draft | null
  /** What is approved by this change, as it had waited. */
  approved?: Draft | null
}

/**
 * Returns the state after a change: fields that are not sent stay.
 * @throws Problem `validation_failed` for invalid fields
 */
export async function changedState<F extends object>(
  read: EntityManager,
  {
    collection,
    before,
    fields,
    added,
    further = [],
    now,
    isDraft,
  }: {
    collection: CollectionName
    before: EntryState
    /** Files that the order may name besides those of the state before. */
    further?: readonly StoredFile[]
    fields: z.output<typeof EntryOrDraftChange>
    /** New files. */
    added: readonly F[]
    now: Date
    isDraft: boolean
  },
): Promise<Omit<EntryState, 'files'> & { files: (StoredFile | F)[] }> {
  const { title = before.title, body = before.body, videoLink } = fields
  const { files: order } = fields
  const present = order ? [...before.files, ...newFiles(further, before.files)] : before.files
  const files = arrangeFiles(collection, present, added, order)
  if (videoLink !== undefined && (!collections[collection].takesVideo || files.length > 0)) {
    throw invalidField('file', validationText('valid.file.single'))
  }
  const videoId = videoLink === undefined ? before.videoId : videoIdOf(videoLink)
  const dates = changedDates(before, fields, now)
  assertUrgency(fields.urgentUntil, { ...dates, now })
  return {
    title,
    body,
    videoId: files.length > 0 ? null : videoId,
    ...dates,
    ...(await changedProperties(read, collection, before, fields, { isDraft })),
    files,
  }
}

/**
 * Writes a state to the row of an entry. Stores the state before as a version, unless only the position
 * in the list changes.
 * @param storesVersion whether a version is stored; default true
 * @returns the entry, and files that nothing references any more
 * @throws Problem `validation_failed` for an invalid state
 */
export async function writeState(
  tx: EntityManager,
  row: EntryRow,
  {
    before,
    after,
    context,
    draft = null,
    approved = null,
    storesVersion = true,
  }: StateChange & { storesVersion?: boolean },
): Promise<{ entry: Entry; unused: StoredFile[] }> {
  const { collection, id, version } = row
  const { title, body, files, ...columns } = after
  const { position } = before
  const isOtherVideo = columns.videoId !== row.videoId
  const isOnlyMoved =
    after.position !== position && isDeepStrictEqual({ ...after, position }, before)
  assertValidState(row, after, draft)
  const published = row.draft && !draft ? await publication(tx, collection, after, context) : null
  const dates = { ...columns, ...published, ...(draft && draftColumns(after, draft, context)) }
  const changed = {
    ...row,
    ...titleColumns(title),
    ...columns,
    draft: null,
    approved,
    ...dates,
    slug: draft ? null : await freeSlug(tx, { collection, id, title, slug: columns.slug }),
    ...dateColumns(dates.date),
    ...fileColumns(draft ? files : files.map(withoutDigests)),
    ...readingColumn(collection, files, before.files),
    ...excerptColumn(body),
    ...(isOtherVideo && { videoPicture: null, videoPending: columns.videoId !== null }),
    ...(!isOnlyMoved && { updatedAt: context.now.toISOString() }),
    version: version + 1,
  }
  await tx.update(EntryRow, { id }, changed)
  const at = context.now.toISOString()
  const { publishAt } = changed
  const shownFrom = draft ? null : publishAt && publishAt > at ? publishAt : at
  await recordFiles(tx, { entryId: id, files, shownFrom, at })
  const removed = before.files.filter(({ stem }) => !files.some((file) => file.stem === stem))
  await writeContent(tx, { ...changed, body }, [...files.slice(1), ...removed])
  const formerPicture = isOtherVideo && row.videoPicture ? [row.videoPicture] : []
  if (isOnlyMoved || !storesVersion)
    return { entry: presentToAdmins(changed, context.now, body), unused: formerPicture }
  const { files: formerFiles, ...data } = before
  const former = { recordType: collection, recordId: id, n: version, data, files: formerFiles }
  const unused = await storeVersion(tx, context, former)
  return {
    entry: presentToAdmins(changed, context.now, body),
    unused: [...unused, ...formerPicture],
  }
}

/**
 * Returns the files of an entry after a change.
 * @param added new files
 * @param order which of the present files stay, in which order, as in `EntryChange`; without it new
 *   files replace the first one
 * @throws Problem `validation_failed`
 */
export function arrangeFiles<F extends object>(
  collection: CollectionName,
  present: readonly StoredFile[],
  added: readonly F[],
  order: z.output<typeof EntryChange>['files'],
): (StoredFile | F)[] {
  const { maxFiles } = collections[collection]
  const isReplaced = added.length > 0 ? 1 : 0
  const places = order ?? [...added.map(() => null), ...present.slice(isReplaced).map(pathOf)]
  const left = [...present]
  const waiting = [...added]
  const arranged = places.map((place) => {
    const index = left.findIndex((file) => pathOf(file) === place)
    const next = place === null ? waiting.shift() : left.splice(index, 1)[0]
    if (!next || (place !== null && index < 0))
      throw invalidField('files', validationText('valid.choice'))
    return next
  })
  if (arranged.length + waiting.length > maxFiles) throw tooManyFiles(maxFiles)
  return [...arranged, ...waiting]
}

function pathOf(file: StoredFile): string {
  return `${file.folder}/${fileName(file)}`
}

/** @throws Problem `validation_failed` unless an entry, or a draft, may have this state */
export function assertValidState(
  { collection }: Pick<EntryRow, 'collection'>,
  {
    title,
    videoId,
    body,
    files,
    ...columns
  }: Omit<EntryState, 'files'> & { files: readonly object[] },
  draft: Pick<Draft, 'status'> | null,
): void {
  const isDraft = draft?.status === 'draft'
  if (!title && !isDraft) throw invalidField('title', validationText('valid.title.required'))
  assertValidDates(columns)
  assertProperties(collection, columns, { isDraft })
  // What is urgent may be said in the title.
  const mayBeEmpty = isDraft || columns.urgentUntil !== null
  if (videoId === null) assertValidContent(collection, { body, files: files.length, mayBeEmpty })
}

/** Returns the columns of a draft, which hide it and keep its wanted dates and address. */
export function draftColumns(
  { date, publishAt, slug }: Pick<EntryState, 'date' | 'publishAt' | 'slug'>,
  draft: Draft,
  { now }: Pick<ActionContext, 'now'>,
): Pick<EntryRow, 'date' | 'publishAt' | 'slug' | 'draft'> {
  return {
    date: date || publishAt || now.toISOString(),
    publishAt: NEVER,
    slug: null,
    draft: { ...draft, date: date || null, publishAt, slug },
  }
}

/** Returns the columns that a draft gets when it is published: now, or at its later time. */
async function publication(
  tx: EntityManager,
  collection: CollectionName,
  { date, publishAt, position }: EntryState,
  { now }: ActionContext,
): Promise<Pick<EntryRow, 'date' | 'publishAt' | 'createdAt' | 'position'>> {
  const at = now.toISOString()
  const later = publishAt !== null && publishAt > at ? publishAt : null
  return {
    date: date || later || at,
    publishAt: later,
    createdAt: at,
    position: position ?? (await lastPosition(tx, collection)),
  }
}

/**
 * Changes an entry back to a former version. Files that only versions reference become public again.
 * @returns files that nothing references any more, to be removed after the commit
 * @throws Problem `not_found`, `validation_failed`
 */
export async function restoreEntry(
  tx: EntityManager,
  { collection, id }: { collection: CollectionName; id: string },
  { data, files }: Pick<VersionRow, 'data' | 'files'>,
  context: ActionContext,
): Promise<{ title: string; unused: StoredFile[] }> {
  const row = await findUndeleted(tx, collection, id)
  const before = await stateOf(tx, row)
  const former = FormerEntry.parse(data)
  // Keeps the current position and slug.
  const { slug, position } = before
  const { videoId = before.videoId } = former
  const after = { ...former, videoId, slug, position, files: files ?? [] }
  const { draft } = row
  const { unused } = await writeState(tx, row, { before, after, context, draft })
  return { title: former.title, unused }
}

/**
 * Stores what is not on the row of an entry: its text, its words for the search, and the owner of
 * all files but the first.
 */
export async function writeContent(
  tx: EntityManager,
  entry: Pick<EntryRow, 'seq' | 'collection' | 'title' | 'slug' | 'fields'> & { body: string },
  further: readonly StoredFile[],
): Promise<void> {
  const { seq, body } = entry
  await writeBody(tx, seq, body)
  await recordSlug(tx, entry)
  await indexEntry(tx, entry)
  if (further.length > 0) await recordFileOwner(tx, seq, further)
}

/**
 * @param mayBeEmpty whether both may be missing
 * @throws Problem `validation_failed` unless an entry may have this text and number of files
 */
export function assertValidContent(
  collection: CollectionName,
  { body, files, mayBeEmpty }: { body: string; files: number; mayBeEmpty: boolean },
): void {
  const { fileRequired, takesBody, maxFiles } = collections[collection]
  if (body && !takesBody) throw invalidField('body', validationText('valid.choice'))
  if (fileRequired && files === 0 && !body && !mayBeEmpty) {
    throw invalidField('file', missingFileText({ takesBody }))
  }
  if (files > maxFiles) throw tooManyFiles(maxFiles)
}

/** Marks an entry whose files are to be read, unless it had all of them before. */
export function readingColumn(
  collection: CollectionName,
  files: readonly StoredFile[],
  before: readonly StoredFile[] = [],
): Partial<Pick<EntryRow, 'reading'>> {
  const hasNew = newFiles(files, before).length > 0
  return hasPapers(collection) && hasNew ? { reading: 'soon' } : {}
}

const newFiles = (files: readonly StoredFile[], before: readonly StoredFile[]) =>
  files.filter(({ stem }) => !before.some((file) => file.stem === stem))

export function titleColumns(title: string): Pick<EntryRow, 'title' | 'searchText'> {
  return { title, searchText: foldForSearch(title) }
}
