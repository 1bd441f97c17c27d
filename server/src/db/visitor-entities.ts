import { CLASS_NAMES, type ClassName } from '@bidyaloy/shared/school/classes'
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'
import * as z from 'zod'
import { json } from './stored-values.ts'

/* Tables of visitors, without data about persons. */

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
