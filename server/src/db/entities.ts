import { DRAFT_STATUSES } from '@bidyaloy/shared/collections/entry'
import { MENU_GROUPS, type MenuGroup } from '@bidyaloy/shared/collections/entry-properties'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import type { RecordName } from '@bidyaloy/shared/features'
import { ReadLine, TextSource } from '@bidyaloy/shared/lib/ocr/read-page'
import type { Action } from '@bidyaloy/shared/school/actions'
import type { Subject } from '@bidyaloy/shared/school/activity'
import { CLASS_NAMES, type ClassName } from '@bidyaloy/shared/school/classes'
import type { Role } from '@bidyaloy/shared/school/roles'
import type { SitePictureName } from '@bidyaloy/shared/school/site-settings'
import type { Versioned } from '@bidyaloy/shared/school/versions'
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'
import * as z from 'zod'
import { StoredFile } from './stored-file.ts'
import { json, LONG_AGO, NEVER, text, time } from './stored-values.ts'

export type { PageCopy, StoredFile } from './stored-file.ts'

/*
 * Every column names its type: the bundler emits no decorator metadata from which TypeORM could
 * infer it. Times are ISO 8601 UTC texts, so that they sort correctly. JSON, times and texts with a
 * rule name their schema, by which rows are read: see `stored-values.ts`.
 */

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
  /** Of a draft, whose `publishAt` is `NEVER`. */
  @Column(json(Draft, { nullable: true }))
  draft!: Draft | null
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

/** The state of a record before a change. */
@Entity({ name: 'version' })
export class VersionRow {
  @PrimaryColumn({ type: 'text', name: 'thing' })
  recordType!: Versioned
  @PrimaryColumn({ type: 'text', name: 'record_id' })
  recordId!: string
  /** Version of the record. */
  @PrimaryColumn({ type: 'integer' })
  n!: number
  @Column(time(LONG_AGO, { name: 'replaced_at' }))
  replacedAt!: string
  /** Username at that time. */
  @Column({ type: 'text', name: 'replaced_by' })
  replacedBy!: string
  @Column(json(z.looseObject({})))
  data!: object
  /** Files of an entry, in order. */
  @Column(json(z.array(StoredFile), { name: 'more_files', nullable: true }))
  files!: StoredFile[] | null
}

/** A singleton record: school info, contact, settings, teacher page. */
@Entity({ name: 'single_record' })
export class SingleRecordRow {
  @PrimaryColumn({ type: 'text' })
  name!: string
  @Column({ type: 'text' })
  id!: string
  @Column(json(z.unknown()))
  data!: unknown
  @Column({ type: 'integer' })
  version!: number
  @Column(time(LONG_AGO, { name: 'updated_at' }))
  updatedAt!: string
}

/** A picture of the site itself, such as the crest. */
@Entity({ name: 'site_picture' })
export class SitePictureRow {
  @PrimaryColumn({ type: 'text' })
  name!: SitePictureName
  @Column(json(StoredFile))
  file!: StoredFile
  /** `file.stem`, for the lookup of served files. */
  @Column({ type: 'text', name: 'file_stem', unique: true })
  fileStem!: string
  @Column(time(LONG_AGO, { name: 'updated_at' }))
  updatedAt!: string
}

/** A record of a feature. */
@Entity({ name: 'record' })
export class RecordRow {
  @PrimaryColumn({ type: 'text' })
  id!: string
  @Column({ type: 'text' })
  type!: RecordName
  /** What tells it from the others of its type outside the trash. */
  @Column({ type: 'text' })
  key!: string
  /** Read by the schema of its type. */
  @Column(json(z.record(z.string(), z.unknown())))
  data!: object
  @Column({ type: 'integer' })
  version!: number
  @Column(time(LONG_AGO, { name: 'updated_at' }))
  updatedAt!: string
  @Column(time(NEVER, { name: 'deleted_at', nullable: true }))
  deletedAt!: string | null
  @Column({ type: 'text', name: 'deleted_by', nullable: true })
  deletedBy!: string | null
}

/** An admin account. */
@Entity({ name: 'admin' })
export class AdminRow {
  @PrimaryColumn({ type: 'text' })
  id!: string
  @Column({ type: 'text', unique: true })
  username!: string
  @Column({ type: 'text', default: 'head' })
  role!: Role
  @Column({ type: 'text', name: 'password_hash' })
  passwordHash!: string
  /** End of a one-time password, which must be changed; null for the admin's own password. */
  @Column({ type: 'text', name: 'password_expires_at', nullable: true })
  passwordExpiresAt!: string | null
  /** Secret of the code app, encrypted with a key that is in no backup. */
  @Column({ type: 'text', name: 'totp_secret', nullable: true })
  totpSecret!: string | null
  /** The last 30 seconds whose code was used. */
  @Column({ type: 'integer', name: 'totp_step', nullable: true })
  totpStep!: number | null
  @Column({ type: 'text', name: 'created_at' })
  createdAt!: string
  @Column({ type: 'text', name: 'disabled_at', nullable: true })
  disabledAt!: string | null
  @Column({ type: 'text', name: 'last_sign_in_at', nullable: true })
  lastSignInAt!: string | null
}

/** An active session. A token is valid only while its row exists. */
@Entity({ name: 'session' })
export class SessionRow {
  @PrimaryColumn({ type: 'text' })
  id!: string
  @Column({ type: 'text', name: 'admin_id' })
  adminId!: string
  @Column({ type: 'text', name: 'created_at' })
  createdAt!: string
  @Column({ type: 'text', name: 'expires_at' })
  expiresAt!: string
  @Column({ type: 'text', name: 'user_agent' })
  userAgent!: string
  /** Whether the sign-in used a second factor. */
  @Column({ type: 'boolean', name: 'two_step', default: false })
  twoStep!: boolean
}

/** A one-time code that signs in instead of a code of the app. */
@Entity({ name: 'recovery_code' })
export class RecoveryCodeRow {
  @PrimaryColumn({ type: 'text', name: 'admin_id' })
  adminId!: string
  @PrimaryColumn({ type: 'text' })
  hash!: string
  @Column({ type: 'text', name: 'used_at', nullable: true })
  usedAt!: string | null
}

/** A passkey of an account. */
@Entity({ name: 'passkey' })
export class PasskeyRow {
  @PrimaryColumn({ type: 'text' })
  id!: string
  @Column({ type: 'text', name: 'admin_id' })
  adminId!: string
  @Column({ type: 'text', name: 'credential_id', unique: true })
  credentialId!: string
  /** COSE key, base64url. */
  @Column({ type: 'text', name: 'public_key' })
  publicKey!: string
  /** Signatures so far, as the authenticator counts them; 0 if it does not count. */
  @Column({ type: 'integer' })
  counter!: number
  /** The owner's name for it. */
  @Column({ type: 'text' })
  name!: string
  @Column({ type: 'text', name: 'created_at' })
  createdAt!: string
  @Column({ type: 'text', name: 'last_used_at', nullable: true })
  lastUsedAt!: string | null
}

/** The first response to a request with an Idempotency-Key. */
@Entity({ name: 'idempotency' })
export class IdempotencyRow {
  @PrimaryColumn({ type: 'text', name: 'admin_id' })
  adminId!: string
  @PrimaryColumn({ type: 'text' })
  key!: string
  /** Method and path that the key was first used with. */
  @Column({ type: 'text' })
  request!: string
  @Column(json(z.unknown()))
  answer!: unknown
  @Column({ type: 'text', name: 'created_at' })
  createdAt!: string
}

/** An item of the activity log. */
@Entity({ name: 'activity' })
export class ActivityRow {
  @PrimaryGeneratedColumn('increment', { type: 'integer' })
  seq!: number
  @Column(time(LONG_AGO))
  at!: string
  /** Username at that time. */
  @Column({ type: 'text' })
  by!: string
  @Column({ type: 'text' })
  action!: Action
  @Column({ type: 'text' })
  subject!: Subject
  /** Title of the subject at that time; empty if it has none. */
  @Column({ type: 'text' })
  title!: string
  /** Number of subjects, if more than one. */
  @Column({ type: 'integer', nullable: true })
  count!: number | null
  @Column({ type: 'text', name: 'record_id', nullable: true })
  recordId!: string | null
}

/** A browser's subscription to notifications of notices, without data about the person. */
@Entity({ name: 'push_subscription' })
export class PushSubscriptionRow {
  /** Order of subscription; never used again. */
  @PrimaryGeneratedColumn('increment', { type: 'integer' })
  seq!: number
  /** URL at the browser's push service. It is the credential for changing the subscription. */
  @Column({ type: 'text', unique: true })
  endpoint!: string
  /** The browser's keys, base64url. */
  @Column({ type: 'text' })
  p256dh!: string
  @Column({ type: 'text' })
  auth!: string
  /** Public key of the server that it was made for, base64url. */
  @Column({ type: 'text', name: 'server_key' })
  serverKey!: string
  /** Ids of the kinds it is told of; null: all. */
  @Column(json(z.array(z.string()), { nullable: true }))
  kinds!: string[] | null
  /** The classes it is told of, besides notices to all classes; null: all. */
  @Column(json(z.array(z.enum(CLASS_NAMES)), { nullable: true }))
  classes!: ClassName[] | null
  @Column({ type: 'text', name: 'created_at' })
  createdAt!: string
  /** Origin of the endpoint: the push service. */
  @Column({ type: 'text' })
  origin!: string
  /** When its push service accepted a message last; null: never, it is pending. */
  @Column({ type: 'text', name: 'last_ok_at', nullable: true })
  lastOkAt!: string | null
  /** When the first message after `lastOkAt` was not accepted; null: none. */
  @Column({ type: 'text', name: 'failing_since', nullable: true })
  failingSince!: string | null
  /** When a pending one is sent its first message again. */
  @Column({ type: 'text', name: 'confirm_at', nullable: true })
  confirmAt!: string | null
}

/** How often the page of an entry was read on a day, or all pages of the site. */
@Entity({ name: 'reader_count' })
export class ReaderCountRow {
  /** Empty for the whole site. */
  @PrimaryColumn({ type: 'text', name: 'entry_id' })
  entryId!: string
  /** In Dhaka, `YYYY-MM-DD`. */
  @PrimaryColumn({ type: 'text' })
  day!: string
  @Column({ type: 'integer' })
  count!: number
}

/** Every table, for TypeORM. */
export const entities = [
  EntryRow,
  EntryChangeRow,
  EntryBodyRow,
  PageTextRow,
  FileOwnerRow,
  EntrySlugRow,
  VersionRow,
  SingleRecordRow,
  SitePictureRow,
  RecordRow,
  AdminRow,
  SessionRow,
  RecoveryCodeRow,
  PasskeyRow,
  IdempotencyRow,
  ActivityRow,
  PushSubscriptionRow,
  ReaderCountRow,
]
