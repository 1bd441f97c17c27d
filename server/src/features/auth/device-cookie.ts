import type { KeyObject } from 'node:crypto'
import { DEVICE_COOKIE, DEVICE_HEADER } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import type { Context } from 'koa'
import { nanoid } from 'nanoid'
import * as z from 'zod'

/** A device, and the admins who have signed in on it. */
export interface KnownDevice {
  id: string
  adminIds: readonly string[]
}

const AUDIENCE = 'bidyaloy-device'
const ALGORITHM = 'HS256'
export const DEVICE_DAYS = 365
const YEAR_SECONDS = DEVICE_DAYS * 24 * 60 * 60
const MAX_LENGTH = 1000
/** A shared computer has a few users; the latest are stored. */
const MAX_ADMINS = 5

const DevicePayload = z.object({ did: z.string(), admins: z.array(z.string()).max(MAX_ADMINS) })

/** Returns the device that a request names, or null without a valid signature. */
export function readDevice(ctx: Context, secret: KeyObject, now: Date): KnownDevice | null {
  const token = ctx.get(DEVICE_HEADER) || ctx.cookies.get(DEVICE_COOKIE)
  if (!token || token.length > MAX_LENGTH) return null
  try {
    const { did, admins } = DevicePayload.parse(
      jwt.verify(token, secret, {
        algorithms: [ALGORITHM],
        audience: AUDIENCE,
        clockTimestamp: Math.floor(now.getTime() / 1000),
      }),
    )
    return { id: did, adminIds: admins }
  } catch {
    return null
  }
}

interface DeviceOptions {
  /** The device that the request names. */
  known: KnownDevice | null
  adminId: string
  secret: KeyObject
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
  { known, adminId, secret, now, secure }: DeviceOptions,
): void {
  const others = known?.adminIds.filter((id) => id !== adminId) ?? []
  const iat = Math.floor(now.getTime() / 1000)
  const payload = {
    did: known?.id ?? nanoid(),
    admins: [adminId, ...others].slice(0, MAX_ADMINS),
    iat,
    exp: iat + YEAR_SECONDS,
  }
  const token = jwt.sign(payload, secret, { algorithm: ALGORITHM, audience: AUDIENCE })
  if (ctx.get(DEVICE_HEADER)) {
    ctx.set(DEVICE_HEADER, token)
    return
  }
  const attributes = `HttpOnly; SameSite=Lax; Path=/api/admin/login; Max-Age=${YEAR_SECONDS}`
  ctx.append('Set-Cookie', `${DEVICE_COOKIE}=${token}; ${attributes}${secure ? '; Secure' : ''}`)
}
