import { SESSION_DAYS } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import * as z from 'zod'

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
