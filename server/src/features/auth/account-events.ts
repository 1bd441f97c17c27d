import { createHash } from 'node:crypto'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { AccountEvent } from '@bidyaloy/shared/school/account-events'
import { type EntityManager, IsNull, MoreThan, Not } from 'typeorm'
import * as z from 'zod'
import { AdminRow, DeviceKey, SessionRow, StoredEvent } from '../../db/entities.ts'
import type { KnownDevice } from './device-cookie.ts'

/*
 * What the owner of an account is told of, because somebody else may have done it: at once in the browsers
 * that asked for it, and on the first screen until it is acknowledged.
 */

/** The latest ones are stored. */
const MAX_EVENTS = 20

/** Returns the stored events, of whatever version. */
const eventsOf = ({ events }: Pick<AdminRow, 'events'>): StoredEvent[] =>
  z
    .array(StoredEvent)
    .catch([])
    .parse(events ?? [])

/**
 * Stores an event of an account, unless nobody has ever signed in to it. Call before its sessions end.
 * @returns the sessions whose browsers are to be told
 */
export async function addEvent(
  tx: EntityManager,
  adminId: string,
  event: StoredEvent,
): Promise<SessionRow[]> {
  const row = await tx.findOneByOrFail(AdminRow, { id: adminId })
  if (row.lastSignInAt === null) return []
  const events = [...eventsOf(row), event].slice(-MAX_EVENTS)
  await tx.update(AdminRow, { id: adminId }, { events })
  return tx.findBy(SessionRow, { adminId, expiresAt: MoreThan(event.at), alerts: Not(IsNull()) })
}

interface Own {
  id: string
  sessionId: string
}

/** Returns the device of a session, which is not told of its own sign-in and cannot acknowledge it. */
async function deviceOf(reader: EntityManager, { sessionId }: Own): Promise<string | null> {
  return (await reader.findOneBy(SessionRow, { id: sessionId }))?.device ?? null
}

/** Returns what a session is told of its account, oldest first. */
export async function listEvents(reader: EntityManager, own: Own): Promise<AccountEvent[]> {
  const present = eventsOf(await reader.findOneByOrFail(AdminRow, { id: own.id }))
  if (present.length === 0) return []
  const device = await deviceOf(reader, own)
  const hidden = ({ device: of, seenOn }: StoredEvent) =>
    device !== null && (of === device || seenOn?.includes(device))
  // Without the ids of devices.
  return present.filter((event) => !hidden(event)).map((event) => AccountEvent.parse(event))
}

/**
 * Forgets what a session was told of its account. A new device that is not acknowledged itself hides messages
 * about other new devices only from itself: otherwise two devices of a stranger could acknowledge each other.
 * @param isSeen whether it is forgotten
 */
export async function forgetEvents(
  tx: EntityManager,
  own: Own,
  isSeen: (event: AccountEvent) => boolean,
): Promise<void> {
  const present = eventsOf(await tx.findOneByOrFail(AdminRow, { id: own.id }))
  const device = await deviceOf(tx, own)
  const isNew = present.some((event) => event.device && event.device === device)
  const left = present.flatMap((event) => {
    if ((event.device && event.device === device) || !isSeen(event)) return [event]
    if (!isNew || !event.device || device === null) return []
    const seenOn = new Set([...(event.seenOn ?? []), device])
    return [{ ...event, seenOn: [...seenOn].slice(-MAX_EVENTS) }]
  })
  if (present.length > 0) await tx.update(AdminRow, { id: own.id }, { events: left })
}

/** Days without messages of new devices after the key changed by which they are known. */
const QUIET_DAYS = 14

/** Names the key and address by which devices are known: their cookies are bound to both. */
export function nameDeviceKey(key: Buffer, publicUrl = ''): string {
  return createHash('sha256').update(key).update(publicUrl).digest('base64url').slice(0, 16)
}

/**
 * Judges whether an admin has never signed in on a device. Nobody is told of the first sign-in ever, nor
 * soon after a move of the school to another machine or address, where all devices are unknown.
 * @returns what is stored for the next time
 */
export function judgeDevice(
  admin: Pick<AdminRow, 'id' | 'devices' | 'lastSignInAt'>,
  { device, deviceKey: key, now }: { device: KnownDevice; deviceKey: string; now: Date },
): { isNew: boolean; devices: DeviceKey } {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
  const stored = DeviceKey.nullable().catch(null).parse(admin.devices)
  if (stored?.key !== key) {
    const quietUntil = inDays(admin.lastSignInAt === null ? 0 : QUIET_DAYS)
    return { isNew: false, devices: { key, quietUntil } }
  }
  const isKnown = device.adminIds.includes(admin.id)
  // Of a clock that was ahead, it may be years away.
  const isQuiet = inDays(0) < stored.quietUntil && stored.quietUntil <= inDays(QUIET_DAYS)
  return { isNew: !isKnown && !isQuiet, devices: stored }
}
