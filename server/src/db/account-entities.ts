import { AccountEvent } from '@bidyaloy/shared/school/account-events'
import type { Action } from '@bidyaloy/shared/school/actions'
import type { Subject } from '@bidyaloy/shared/school/activity'
import { NewAlerts } from '@bidyaloy/shared/school/push'
import type { Role } from '@bidyaloy/shared/school/roles'
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm'
import * as z from 'zod'
import { json, LONG_AGO, time } from './stored-values.ts'

/* Tables of accounts, and of what they do. */

export const StoredEvent = AccountEvent.extend({
  /** Id of the device whose sign-in it is. */
  device: z.string().optional(),
  /** Ids of new devices on which it was seen: they cannot acknowledge it for others. */
  seenOn: z.array(z.string()).optional(),
})
export type StoredEvent = z.infer<typeof StoredEvent>

export const DeviceKey = z.object({ key: z.string(), quietUntil: z.string() })
export type DeviceKey = z.infer<typeof DeviceKey>

/** An admin account. */
@Entity({ name: 'admin' })
export class AdminRow {
  @PrimaryColumn({ type: 'text' })
  id!: string
  @Column({ type: 'text', unique: true })
  username!: string
  /** Name under which colleagues know its owner. */
  @Column({ type: 'text', nullable: true })
  name!: string | null
  /** Post, such as «অফিস সহকারী». */
  @Column({ type: 'text', nullable: true })
  post!: string | null
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
  /** What its owner is told until it is acknowledged, oldest first. */
  @Column(json(z.array(StoredEvent), { nullable: true }))
  events!: StoredEvent[] | null
  /** With which key its devices are known, and until when unknown ones are not told of. */
  @Column(json(DeviceKey, { nullable: true }))
  devices!: DeviceKey | null
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
  /** Id of the device, which its cookie has; null if an earlier version started the session. */
  @Column({ type: 'text', nullable: true })
  device!: string | null
  /** The browser's subscription to what concerns the account, and the server's key that it was made for. */
  @Column(json(NewAlerts.extend({ serverKey: z.string() }), { nullable: true }))
  alerts!: (NewAlerts & { serverKey: string }) | null
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
  /** Over the item and the hash of the one before (`activity-chain.ts`); null if an earlier version wrote it. */
  @Column({ type: 'text', nullable: true })
  hash!: string | null
}
