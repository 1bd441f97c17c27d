import { Problem } from '@bidyaloy/shared/api/problem'
import { DEVICE_COOKIE, DEVICE_HEADER } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import type { Context } from 'koa'
import { nanoid } from 'nanoid'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import * as z from 'zod'
import { rateLimitKey } from '../../http/request.ts'

/** Failures allowed per username and address within `WINDOW_SECONDS`. */
export const MAX_FAILURES = 10
/** Failures allowed per address, over all usernames. */
export const MAX_FAILURES_OF_ADDRESS = 50
export const WINDOW_SECONDS = 15 * 60

/** An attempt to prove a password. */
export interface Attempt {
  purpose: 'login' | 'password'
  /** IP address. */
  address: string
  /** Normalised username. */
  name: string
  /** Id of a device on which that username has signed in before; it has its own count. */
  device?: string | undefined
  /** Session id, if the request has a session. */
  session?: string
}

/**
 * Limits password guessing: within 15 minutes ten failures per address and username, fifty per
 * address, ten per session. Never per username alone, or anyone could lock an admin out. A known
 * device has its own count, so that others behind the same address cannot lock it out.
 */
export interface LoginLimit {
  /** Rejects an attempt that is already over a limit. @throws Problem `too_many_requests` */
  check(attempt: Attempt): Promise<void>
  /** Counts an attempt as failed until `succeeded` is called. @throws as `check` */
  count(attempt: Attempt): Promise<void>
  succeeded(attempt: Attempt): Promise<void>
}

/** Counts in memory. A restart clears the counts, but clients cannot cause one. */
export function createLoginLimit(): LoginLimit {
  const byName = new RateLimiterMemory({ points: MAX_FAILURES, duration: WINDOW_SECONDS })
  const byAddress = new RateLimiterMemory({
    points: MAX_FAILURES_OF_ADDRESS,
    duration: WINDOW_SECONDS,
  })
  const byDevice = new RateLimiterMemory({ points: MAX_FAILURES, duration: WINDOW_SECONDS })
  const bySession = new RateLimiterMemory({ points: MAX_FAILURES, duration: WINDOW_SECONDS })
  /** Widest limit first: an address that is over it adds no more usernames to the memory. */
  const limiters = ({ purpose, address, name, device, session }: Attempt) => {
    if (device !== undefined) return [{ limiter: byDevice, key: `${device} ${name}` }]
    const from = `${purpose} ${rateLimitKey(address)}`
    return [
      { limiter: byAddress, key: from },
      ...(session === undefined ? [] : [{ limiter: bySession, key: session }]),
      { limiter: byName, key: `${from} ${name}` },
    ]
  }
  return {
    async check(attempt) {
      for (const { limiter, key } of limiters(attempt)) {
        const state = await limiter.get(key)
        if (state && state.consumedPoints >= limiter.points) throw tooMany(state)
      }
    },
    async count(attempt) {
      for (const { limiter, key } of limiters(attempt)) {
        try {
          // Before hashing: attempts sent at the same time must not all pass the limit.
          await limiter.consume(key)
        } catch (error) {
          throw error instanceof RateLimiterRes ? tooMany(error) : error
        }
      }
    },
    async succeeded(attempt) {
      for (const { limiter, key } of limiters(attempt)) {
        if (limiter === byName) await limiter.delete(key)
        // A correct password takes back its own count only: earlier failures may be guesses of other
        // passwords, or by a thief with a copy of the token or of the device's cookie.
        else await limiter.reward(key)
      }
    },
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): Problem {
  // The library uses the wall clock: after a step back it would return more than the window.
  const seconds = Math.min(Math.max(Math.ceil(msBeforeNext / 1000), 1), WINDOW_SECONDS)
  return new Problem('too_many_requests', { retryAfter: seconds })
}

/*
 * A device on which somebody has signed in has a signed note of it and with it a count of wrong
 * passwords of its own (OWASP: device cookies): a pupil behind the school's address cannot lock the
 * office out. The note opens nothing; a copy of it gives ten tries, like any address.
 */

/** A device, and the admins who have signed in on it. */
export interface KnownDevice {
  id: string
  adminIds: readonly string[]
}

const AUDIENCE = 'bidyaloy-device'
const ALGORITHM = 'HS256'
const YEAR_SECONDS = 365 * 24 * 60 * 60
const MAX_LENGTH = 1000
/** A shared computer has a few users; the latest are stored. */
const MAX_ADMINS = 5

const DevicePayload = z.object({ did: z.string(), admins: z.array(z.string()).max(MAX_ADMINS) })

/** Returns the device named by a request, or null if there is none or its signature is invalid. */
export function readDevice(ctx: Context, secret: string, now: Date): KnownDevice | null {
  const note = ctx.get(DEVICE_HEADER) || ctx.cookies.get(DEVICE_COOKIE)
  if (!note || note.length > MAX_LENGTH) return null
  try {
    const { did, admins } = DevicePayload.parse(
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
      iat,
      exp: iat + YEAR_SECONDS,
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
