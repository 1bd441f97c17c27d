import { collectionNames } from '@bidyaloy/shared/collections/registry'
import { ASKERS } from '@bidyaloy/shared/features/photo-requests/photo-address'
import { CLASS_NAMES, type ClassName } from '@bidyaloy/shared/school/classes'
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'
import * as z from 'zod'
import { json, LONG_AGO, time } from './stored-values.ts'

/* Tables of visitors. Only `photo_request` may have data about persons, until it is answered. */

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

/** How an answered request can be taken back: the former version of the entry, or its place in the trash. */
const HiddenPhoto = z.union([
  z.object({ kind: z.literal('entry') }),
  z.object({
    kind: z.literal('file'),
    /** Former version of the entry, and its version after the change. */
    n: z.int(),
    version: z.int(),
  }),
])
export type HiddenPhoto = z.infer<typeof HiddenPhoto>

/** What is known of a request. */
export const PhotoRequestData = z.object({
  collection: z.enum(collectionNames),
  entryId: z.string(),
  title: z.string(),
  /** From 1. */
  place: z.int(),
  who: z.enum(ASKERS),
  reason: z.string(),
  /** While it waits. */
  phone: z.string().exactOptional(),
  /** Keyed hash of the network address and the photo, while it waits, for 7 days. */
  sender: z.object({ hash: z.string(), at: z.string() }).exactOptional(),
  answer: z
    .object({
      answer: z.enum(['hidden', 'refused', 'takenDown']),
      /** Username; empty: by itself. */
      by: z.string(),
      reason: z.string().exactOptional(),
      hidden: HiddenPhoto.exactOptional(),
    })
    .exactOptional(),
})
export type PhotoRequestData = z.infer<typeof PhotoRequestData>

/** A request to take a photo down. */
@Entity({ name: 'photo_request' })
export class PhotoRequestRow {
  @PrimaryColumn({ type: 'text' })
  id!: string
  /** Of the photo. */
  @Column({ type: 'text' })
  stem!: string
  @Column(time(LONG_AGO))
  at!: string
  /** Null while it waits. */
  @Column(time(LONG_AGO, { name: 'answered_at', nullable: true }))
  answeredAt!: string | null
  @Column(json(PhotoRequestData))
  data!: PhotoRequestData
}

/** A file that was taken down. */
@Entity({ name: 'withdrawn_file' })
export class WithdrawnFileRow {
  @PrimaryColumn({ type: 'text' })
  stem!: string
  @Column(time(LONG_AGO))
  at!: string
  /** When its copies were deleted; null: not yet. */
  @Column(time(null, { name: 'erased_at', nullable: true }))
  erasedAt!: string | null
}
