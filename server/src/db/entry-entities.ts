import { DRAFT_STATUSES } from '@bidyaloy/shared/collections/entry'
import { MENU_GROUPS, type MenuGroup } from '@bidyaloy/shared/collections/entry-properties'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { ReadLine, TextSource } from '@bidyaloy/shared/lib/ocr/read-page'
import { CLASS_NAMES, type ClassName } from '@bidyaloy/shared/school/classes'
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'
import * as z from 'zod'
import { StoredFile } from './stored-file.ts'
import { json, LONG_AGO, NEVER, text, time } from './stored-values.ts'

/* Tables of entries. */

/** What is known of a draft besides its state. */
export const Draft = z.object({
  status: z.enum(DRAFT_STATUSES),
  /** Username of the last writer. */
  by: z.string(),
  /** Username of who began it; absent: the same. */
  startedBy: z.string().exactOptional(),
  /** Time of the last change. */
  at: z.string(),
  /** Sentence with which it was sent back, and the username of who did. */
  note: z.string().exactOptional(),
  noteBy: z.string().exactOptional(),
  /** Of a change of a published entry: how often it was written. Absent before this was counted. */
  version: z.number().exactOptional(),
  /** The link that shows it, and until when. */
  preview: z.object({ id: z.string(), until: z.string() }).exactOptional(),
  /** Wanted dates and address of a new entry; null: chosen when it is published. */
  date: z.string().nullable().exactOptional(),
  publishAt: z.string().nullable().exactOptional(),
  slug: z.string().nullable().exactOptional(),
})
export type Draft = z.infer<typeof Draft>

/** An entry of any collection. */
@Entity({ name: 'entry' })
export class EntryRow {
  /** Order of entry; breaks ties between equal moments. */
  @PrimaryGeneratedColumn('increment', { type: 'integer' })
  seq!: number
  @Column({ type: 'text', unique: true })
  id!: string
  @Column({ type: 'text' })
  collection!: CollectionName
  @Column({ type: 'text' })
  title!: string
  /** The title in the form in which searches compare it. */
  @Column({ type: 'text', name: 'search_text' })
  searchText!: string
  @Column(time(LONG_AGO))
  date!: string
  /** Calendar year of `date` in Dhaka. */
  @Column({ type: 'integer' })
  year!: number
  @Column(time(LONG_AGO, { name: 'created_at' }))
  createdAt!: string
  @Column(time(LONG_AGO, { name: 'updated_at' }))
  updatedAt!: string
  /** Hidden before this time. */
  @Column(time(NEVER, { name: 'publish_at', nullable: true }))
  publishAt!: string | null
  /** Hidden from this time on. */
  @Column(time(LONG_AGO, { name: 'expires_at', nullable: true }))
  expiresAt!: string | null
  /** Pinned above all others until this time. */
  @Column(time(null, { name: 'pinned_until', nullable: true }))
  pinnedUntil!: string | null
  /** On every page until this time. */
  @Column(time(null, { name: 'urgent_until', nullable: true }))
  urgentUntil!: string | null
  /** First public time: `createdAt`, or a later `publishAt`. Computed by SQLite. */
  @Column(time(LONG_AGO, { name: 'appeared_at', insert: false, update: false }))
  appearedAt!: string
  @Column({ type: 'integer' })
  version!: number
  @Column(json(StoredFile, { nullable: true }))
  file!: StoredFile | null
  /** `file.stem`, for the lookup of served files. */
  @Column({ type: 'text', name: 'file_stem', nullable: true, unique: true })
  fileStem!: string | null
  /** The files after the first, in order; null if there are none. */
  @Column(json(z.array(StoredFile), { name: 'more_files', nullable: true }))
  moreFiles!: StoredFile[] | null
  /** Beginning of the text; null without a text. */
  @Column({ type: 'text', nullable: true })
  excerpt!: string | null
  /** A file is a PDF whose pages are not rendered yet. */
  @Column({ type: 'boolean', name: 'pages_pending', default: false })
  pagesPending!: boolean
  /** When the files are read: now, or at night; null if none waits. */
  @Column(text(z.enum(['soon', 'night']), { nullable: true }))
  reading!: 'soon' | 'night' | null
  @Column({ type: 'text', name: 'video_id', nullable: true })
  videoId!: string | null
  /** Preview of the video. */
  @Column(json(StoredFile, { name: 'video_picture', nullable: true }))
  videoPicture!: StoredFile | null
  /** The preview of the video was not fetched yet. */
  @Column({ type: 'boolean', name: 'video_pending', default: false })
  videoPending!: boolean
  /** Id of a kind, see `shared/src/collections/kinds.ts`. */
  @Column({ type: 'text', nullable: true })
  kind!: string | null
  /** The classes it concerns; null: all. */
  @Column(json(z.array(z.enum(CLASS_NAMES)), { nullable: true }))
  classes!: ClassName[] | null
  /** First and last day in Dhaka, `YYYY-MM-DD`; both null, or `endsOn` the same as `startsOn`. */
  @Column(text(z.iso.date(), { name: 'starts_on', nullable: true }))
  startsOn!: string | null
  @Column(text(z.iso.date(), { name: 'ends_on', nullable: true }))
  endsOn!: string | null
  /** Time and place on these days, as text. */
  @Column({ type: 'text', nullable: true })
  time!: string | null
  /** Last part of its address; unique in its collection outside the trash. */
  @Column({ type: 'text', nullable: true })
  slug!: string | null
  /** Group of the navigation. */
  @Column(text(z.enum(MENU_GROUPS), { nullable: true }))
  menu!: MenuGroup | null
  /** Place in lists by `order`. */
  @Column({ type: 'real', nullable: true })
  position!: number | null
  @Column(json(z.record(z.string(), z.string()), { nullable: true }))
  fields!: Record<string, string> | null
  /** Consent of parents to its photos: a day, or `distant`; null: not asked. No visitor sees it. */
  @Column({ type: 'text', nullable: true })
  consent!: string | null
  /** Of a draft, whose `publishAt` is `NEVER`. */
  @Column(json(Draft, { nullable: true }))
  draft!: Draft | null
  /** What was approved, as it had waited, while nothing else has happened to the entry. */
  @Column(json(Draft, { nullable: true }))
  approved!: Draft | null
  @Column(time(NEVER, { name: 'deleted_at', nullable: true }))
  deletedAt!: string | null
  @Column({ type: 'text', name: 'deleted_by', nullable: true })
  deletedBy!: string | null
}

/** A change of a published entry that is not published yet. */
@Entity({ name: 'entry_change' })
export class EntryChangeRow {
  @PrimaryColumn({ type: 'integer', name: 'entry_seq' })
  entrySeq!: number
  @Column(json(Draft, { instead: { status: 'draft', by: '', at: '' } }))
  draft!: Draft
  /** Version of the entry that it changes. */
  @Column({ type: 'integer', name: 'base_version' })
  baseVersion!: number
  /** The state of the entry after the change, without the files. */
  @Column(json(z.looseObject({})))
  data!: object
  /** All files after the change, in order. */
  @Column(json(z.array(StoredFile), { name: 'more_files', nullable: true }))
  files!: StoredFile[] | null
}

/** The text of an entry that has one. */
@Entity({ name: 'entry_body' })
export class EntryBodyRow {
  @PrimaryColumn({ type: 'integer', name: 'entry_seq' })
  entrySeq!: number
  /** Markdown, as in `shared/src/lib/markdown.ts`. */
  @Column({ type: 'text' })
  body!: string
}

/** The text of a page of a file. */
@Entity({ name: 'page_text' })
export class PageTextRow {
  /** Of the file. */
  @PrimaryColumn({ type: 'text' })
  stem!: string
  /** From 1. */
  @PrimaryColumn({ type: 'integer' })
  page!: number
  @Column({ type: 'integer', name: 'entry_seq' })
  entrySeq!: number
  /** Null before the text is found: an attempt is stored before it starts. */
  @Column(text(TextSource, { nullable: true }))
  source!: TextSource | null
  @Column(json(z.array(ReadLine)))
  lines!: ReadLine[]
  /** Name and version of the program that read it, or the username of the person. */
  @Column({ type: 'text' })
  reader!: string
  @Column(time(LONG_AGO, { name: 'read_at' }))
  readAt!: string
}

/** The entry of a file that is not, or no longer, the first file of an entry. */
@Entity({ name: 'file_owner' })
export class FileOwnerRow {
  @PrimaryColumn({ type: 'text' })
  stem!: string
  @Column({ type: 'integer', name: 'entry_seq' })
  entrySeq!: number
}

/** The entry that an address with a slug leads to: the present one, or the last one that had it. */
@Entity({ name: 'entry_slug' })
export class EntrySlugRow {
  @PrimaryColumn({ type: 'text' })
  collection!: CollectionName
  @PrimaryColumn({ type: 'text' })
  slug!: string
  @Column({ type: 'integer', name: 'entry_seq' })
  entrySeq!: number
}

/**
 * A hash of a file that visitors can download, or could. Of files of published entries only; it stays
 * when the entry is deleted for good.
 */
@Entity({ name: 'published_file' })
export class PublishedFileRow {
  @PrimaryColumn({ type: 'text' })
  stem!: string
  /** Hexadecimal; empty while the file waits for being read. */
  @PrimaryColumn({ type: 'text' })
  sha256!: string
  /** The entry may have been deleted for good. */
  @Column({ type: 'text', name: 'entry_id' })
  entryId!: string
  /** When visitors first had it, or will; null: never. */
  @Column(time(NEVER, { name: 'from_at', nullable: true }))
  fromAt!: string | null
  /** When it ended, or was hidden although its entry still has it. */
  @Column(time(LONG_AGO, { name: 'until_at', nullable: true }))
  untilAt!: string | null
  /** What became of it; null: its entry has it. */
  @Column(text(z.enum(['replaced', 'withdrawn']), { nullable: true }))
  ended!: 'replaced' | 'withdrawn' | null
}
