import { createHmac, type KeyObject } from 'node:crypto'
import { DEVICE_COOKIE, DEVICE_HEADER } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import type { Context } from 'koa'
import { nanoid } from 'nanoid'
import * as z from 'zod'

/** A device, and the admins who have signed in on it. */
export interface KnownDevice {
  id: string
  adminIds: readonly string[]
  /** Those of them who have proved two factors on it. */
  twoStepIds: readonly string[]
  /** Whether wrong passwords from it are counted apart from others of its address. */
  hasOwnAttempts: boolean
}

const AUDIENCE = 'bidyaloy-device'
const ALGORITHM = 'HS256'
export const DEVICE_DAYS = 365
const YEAR_SECONDS = DEVICE_DAYS * 24 * 60 * 60
const MAX_LENGTH = 1500
/** A shared computer has many users; the latest are stored. */
const MAX_ADMINS = 20

const DevicePayload = z.object({
  did: z.string(),
  admins: z.array(z.string()).max(MAX_ADMINS),
  twoStep: z.array(z.string()).max(MAX_ADMINS).default([]),
  proof: z.string().optional(),
})

/** Keys of the cookie. */
export interface DeviceKeys {
  /** Signs it, and outlives `rotate-secret`: a known device stays known. */
  device: KeyObject
  /** Signs sessions. After a new one, the cookie gives no attempts of its own: it may have leaked. */
  session: KeyObject
}

/** Returns the device that a request names, or a new one without a valid signature. */
export function readDevice(ctx: Context, keys: DeviceKeys, now: Date): KnownDevice {
  const token = ctx.get(DEVICE_HEADER) || ctx.cookies.get(DEVICE_COOKIE)
  const unknown = () => ({ id: nanoid(), adminIds: [], twoStepIds: [], hasOwnAttempts: false })
  if (!token || token.length > MAX_LENGTH) return unknown()
  const named = verified(token, keys.device, now)
  if (named) {
    const { did: id, admins: adminIds, twoStep: twoStepIds, proof } = named
    return { id, adminIds, twoStepIds, hasOwnAttempts: proof === proofOf(id, keys.session) }
  }
  // Former versions signed it with the secret of sessions.
  const former = verified(token, keys.session, now)
  if (!former) return unknown()
  return { id: former.did, adminIds: former.admins, twoStepIds: [], hasOwnAttempts: true }
}

function verified(token: string, key: KeyObject, now: Date) {
  try {
    return DevicePayload.parse(
      jwt.verify(token, key, {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        clockTimestamp: Math.floor(now.getTime() / 1000),
      }),
    )
  } catch {
    return null
  }
}

const proofOf = (id: string, key: KeyObject) =>
  createHmac('sha256', key).update(`device ${id}`).digest('base64url').slice(0, 22)

interface DeviceOptions {
  device: KnownDevice
  adminId: string
  /** Whether the admin has proved two factors. */
  twoStep: boolean
  keys: DeviceKeys
  now: Date
  /** Whether the request came over https. */
  secure: boolean
}

/**
 * Sets a device cookie (OWASP) after a sign-in, or a header if the request sent one. The device has
 * its own count of failed sign-ins, so that others behind the same address cannot lock it out. The
 * cookie grants no access; a copy of it allows ten attempts, like any address.
 */
export function rememberDevice(
  ctx: Context,
  { device, adminId, twoStep, keys, now, secure }: DeviceOptions,
): void {
  const others = device.adminIds.filter((id) => id !== adminId)
  const admins = [adminId, ...others].slice(0, MAX_ADMINS)
  const twoStepIds = twoStep ? [adminId, ...device.twoStepIds] : device.twoStepIds
  const iat = Math.floor(now.getTime() / 1000)
  const payload = {
    did: device.id,
    admins,
    twoStep: admins.filter((id) => twoStepIds.includes(id)),
    proof: proofOf(device.id, keys.session),
    iat,
    exp: iat + YEAR_SECONDS,
  }
  const token = jwt.sign(payload, keys.device, { algorithm: ALGORITHM, audience: AUDIENCE })
  if (ctx.get(DEVICE_HEADER)) {
    ctx.set(DEVICE_HEADER, token)
    return
  }
  const attributes = `HttpOnly; SameSite=Lax; Path=/api/admin/login; Max-Age=${YEAR_SECONDS}`
  ctx.append('Set-Cookie', `${DEVICE_COOKIE}=${token}; ${attributes}${secure ? '; Secure' : ''}`)
}
