import { DEVICE_COOKIE, DEVICE_HEADER } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import type { Context } from 'koa'
import { nanoid } from 'nanoid'
import * as z from 'zod'

/*
 * A device on which somebody has signed in has a signed note of it and with it a count of wrong
 * passwords of its own (OWASP: device cookies): a pupil behind the school's address cannot lock the
 * office out. The note opens nothing; a copy of it gives ten tries, like any address.
 */

/** A device and the admins who have signed in on it. */
export interface KnownDevice {
  id: string
  adminIds: readonly string[]
}

const AUDIENCE = 'bidyaloy-device'
const ALGORITHM = 'HS256'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const MAX_LENGTH = 1000
/** A shared computer of the office has a few users; the last ones are remembered. */
const MAX_ADMINS = 5

const Payload = z.object({ did: z.string(), admins: z.array(z.string()).max(MAX_ADMINS) })

/** The device that a request names, or null where it names none or the note is not ours. */
export function readDevice(ctx: Context, secret: string, now: Date): KnownDevice | null {
  const note = ctx.get(DEVICE_HEADER) || ctx.cookies.get(DEVICE_COOKIE)
  if (!note || note.length > MAX_LENGTH) return null
  try {
    const { did, admins } = Payload.parse(
      jwt.verify(note, secret, {
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

/**
 * Notes on the device that this admin has signed in: as a cookie for the sign-in alone, or as a
 * header for a program that sent one.
 */
export function rememberDevice(
  ctx: Context,
  { known, adminId, secret, now, secure }: Remembering,
): void {
  const others = known?.adminIds.filter((id) => id !== adminId) ?? []
  const iat = Math.floor(now.getTime() / 1000)
  const note = jwt.sign(
    {
      did: known?.id ?? nanoid(),
      admins: [adminId, ...others].slice(0, MAX_ADMINS),
      ...{ iat, exp: iat + YEAR_SECONDS },
    },
    secret,
    { algorithm: ALGORITHM, audience: AUDIENCE },
  )
  if (ctx.get(DEVICE_HEADER)) {
    ctx.set(DEVICE_HEADER, note)
    return
  }
  const attributes = `HttpOnly; SameSite=Lax; Path=/api/admin/login; Max-Age=${YEAR_SECONDS}`
  ctx.append('Set-Cookie', `${DEVICE_COOKIE}=${note}; ${attributes}${secure ? '; Secure' : ''}`)
}

interface Remembering {
  /** The device, where the request named one. */
  known: KnownDevice | null
  adminId: string
  secret: string
  now: Date
  /** Whether the request came over https. */
  secure: boolean
}
