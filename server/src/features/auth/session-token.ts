import { SESSION_COOKIE, SESSION_DAYS } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import type { Context } from 'koa'
import * as z from 'zod'
import type { Config } from '../../config.ts'

/** Whose session a token names. */
export interface TokenClaims {
  adminId: string
  sessionId: string
}

const ISSUER = 'bidyaloy'
const AUDIENCE = 'bidyaloy-admin'
const ALGORITHM = 'HS256'
const MAX_LENGTH = 2000

/** How long a token is good. */
export const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60

const Payload = z.object({ sub: z.string(), sid: z.string() })

/** Signs a token that is good for 30 days from `now`. */
export function signToken({ adminId, sessionId }: TokenClaims, secret: string, now: Date): string {
  const iat = secondsOf(now)
  return jwt.sign({ sid: sessionId, iat, exp: iat + SESSION_SECONDS }, secret, {
    algorithm: ALGORITHM,
    subject: adminId,
    issuer: ISSUER,
    audience: AUDIENCE,
  })
}

/** What a token says, or null where it is forged, expired, or none. */
export function readToken(token: string, secret: string, now: Date): TokenClaims | null {
  if (token.length > MAX_LENGTH) return null
  try {
    const payload = Payload.parse(
      jwt.verify(token, secret, {
        // Pinned: the header of the token does not get to choose.
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        clockTimestamp: secondsOf(now),
      }),
    )
    return { adminId: payload.sub, sessionId: payload.sid }
  } catch {
    // Whatever is wrong with it, nobody is told.
    return null
  }
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

type Site = Pick<Config, 'publicUrl'>

/** Hands the token to the browser. Scripts cannot read it; other sites' posts do not carry it. */
export function setSessionCookie(ctx: Context, token: string, site: Site): void {
  ctx.append('Set-Cookie', cookie(token, SESSION_SECONDS, isSecure(ctx, site)))
}

/**
 * Only the cookie goes. `Clear-Site-Data: "cookies"` would reach the cookies of every other site
 * below the same domain, and "storage" the drafts that someone has not sent yet.
 */
export function clearSessionCookie(ctx: Context, site: Site): void {
  ctx.append('Set-Cookie', cookie('', 0, isSecure(ctx, site)))
}

/** The token in the request's cookie, unchecked. */
export function readSessionCookie(ctx: Context): string | undefined {
  return ctx.cookies.get(SESSION_COOKIE)
}

/** Written out here: the cookie library of Koa knows `Expires` alone. */
function cookie(value: string, maxAge: number, secure: boolean): string {
  const attributes = `HttpOnly; SameSite=Lax; Path=/; Max-Age=${maxAge}`
  return `${SESSION_COOKIE}=${value}; ${attributes}${secure ? '; Secure' : ''}`
}

/**
 * Whether the request came over https: by the proxy's word, or because it is addressed to our own
 * https address. Over plain http in a school's own network `Secure` would keep everyone out.
 */
export function isSecure(ctx: Context, { publicUrl }: Site): boolean {
  if (ctx.secure) return true
  if (!publicUrl) return false
  const { protocol, host } = new URL(publicUrl)
  return protocol === 'https:' && host === ctx.host.toLowerCase()
}
