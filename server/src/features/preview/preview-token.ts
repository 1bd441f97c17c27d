import type { KeyObject } from 'node:crypto'
import { type CollectionName, collectionNames } from '@bidyaloy/shared/collections/registry'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import jwt from 'jsonwebtoken'
import * as z from 'zod'

/** The entry whose draft a token shows. */
export interface PreviewedEntry {
  collection: CollectionName
  id: string
}

/** What a token names. */
interface PreviewLink extends PreviewedEntry {
  /** Id of the link, which can be ended. */
  link: string
}

const ISSUER = 'bidyaloy'
/** Not that of sessions and devices: a token is valid for one purpose only. */
const AUDIENCE = 'bidyaloy-preview'
const ALGORITHM = 'HS256'
const MAX_LENGTH = 1000

const Payload = z.object({
  collection: z.enum(collectionNames),
  sub: z.string(),
  jti: z.string(),
  exp: z.int(),
})

/** Signs a token that shows the draft of an entry for an hour. */
export function signPreviewToken(
  { collection, id, link }: PreviewLink,
  secret: KeyObject,
  now: Date,
): { token: string; expiresAt: string } {
  const iat = secondsOf(now)
  const exp = iat + HOUR_MS / 1000
  const token = jwt.sign({ collection, iat, exp }, secret, {
    algorithm: ALGORITHM,
    subject: id,
    jwtid: link,
    issuer: ISSUER,
    audience: AUDIENCE,
  })
  return { token, expiresAt: new Date(exp * 1000).toISOString() }
}

/** Returns the entry that a token names, `ended` after its hour, or null if it is forged or malformed. */
export function readPreviewToken(
  token: string,
  secret: KeyObject,
  now: Date,
): PreviewLink | 'ended' | null {
  if (token.length > MAX_LENGTH) return null
  try {
    const { collection, sub, jti, exp } = Payload.parse(
      jwt.verify(token, secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        // Compared below: expired tokens of other purposes are rejected before that.
        ignoreExpiration: true,
      }),
    )
    return exp > secondsOf(now) ? { collection, id: sub, link: jti } : 'ended'
  } catch {
    return null
  }
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
