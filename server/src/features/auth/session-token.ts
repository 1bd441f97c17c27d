import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { SESSION_COOKIE, SESSION_DAYS } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import type { Context } from 'koa'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import type { Secrets } from '../../storage/secrets.ts'

/** Session and admin that a token names. */
export interface TokenClaims {
  adminId: string
  sessionId: string
}

const ISSUER = 'bidyaloy'
const AUDIENCE = 'bidyaloy-admin'
const ALGORITHM = 'HS256'
const MAX_LENGTH = 2000

/** Lifetime of a token. */
export const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60

const Payload = z.object({ sub: z.string(), sid: z.string() })

/** Signs a token that expires 30 days after `now`. */
export function signToken(
  { adminId, sessionId }: TokenClaims,
  secret: KeyObject,
  now: Date,
): string {
  const iat = secondsOf(now)
  return jwt.sign({ sid: sessionId, iat, exp: iat + SESSION_SECONDS }, secret, {
    algorithm: ALGORITHM,
    subject: adminId,
    issuer: ISSUER,
    audience: AUDIENCE,
  })
}

/** Returns the claims of a token, or null if it is forged, expired or malformed. */
export function readToken(token: string, secret: KeyObject, now: Date): TokenClaims | null {
  if (token.length > MAX_LENGTH) return null
  try {
    const payload = Payload.parse(
      jwt.verify(token, secret, {
        // Fixed: the token's header must not choose it.
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        clockTimestamp: secondsOf(now),
      }),
    )
    return { adminId: payload.sub, sessionId: payload.sid }
  } catch {
    // The response must not reveal why a token is invalid.
    return null
  }
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

type Site = Pick<Config, 'publicUrl'>

/** Sets the session cookie. Scripts cannot read it, and other sites' POSTs do not send it. */
export function setSessionCookie(ctx: Context, token: string, site: Site): void {
  ctx.append('Set-Cookie', cookie(token, SESSION_SECONDS, isSecure(ctx, site)))
}

/**
 * Deletes the session cookie. `Clear-Site-Data` would also delete the cookies of other sites below
 * the same domain, or unsent drafts.
 */
export function clearSessionCookie(ctx: Context, site: Site): void {
  ctx.append('Set-Cookie', cookie('', 0, isSecure(ctx, site)))
}

/** Returns the unverified token in the request's cookie. */
export function readSessionCookie(ctx: Context): string | undefined {
  return ctx.cookies.get(SESSION_COOKIE)
}

/** Built by hand: Koa's cookie library supports `Expires` only, not `Max-Age`. */
function cookie(value: string, maxAge: number, secure: boolean): string {
  const attributes = `HttpOnly; SameSite=Lax; Path=/; Max-Age=${maxAge}`
  return `${SESSION_COOKIE}=${value}; ${attributes}${secure ? '; Secure' : ''}`
}

/**
 * Whether the request came over https, according to the proxy or to the configured public URL. Over
 * http in a school's network, `Secure` cookies would make sign-in impossible.
 */
export function isSecure(ctx: Context, { publicUrl }: Site): boolean {
  if (ctx.secure) return true
  if (!publicUrl) return false
  const { protocol, host } = new URL(publicUrl)
  return protocol === 'https:' && host === ctx.host.toLowerCase()
}

const SECRET = 'signing-secret'

/** Secret that session tokens are signed with: 32 random bytes as hex. */
export interface SigningSecret {
  /** Returns the current secret; the command line may replace it at any time. */
  current(): Promise<KeyObject>
}

/**
 * Opens the secret of a school; creates it at the first start.
 * @throws Error whose message is a single line for the operator
 */
export async function openSigningSecret(secrets: Secrets): Promise<SigningSecret> {
  let cached = await readSecret(secrets)
  return {
    async current() {
      const version = await secrets.version(SECRET)
      // If the file is deleted while the server runs, sessions stay valid.
      if (version !== null && version !== cached.version) cached = await readSecret(secrets)
      return cached.secret
    },
  }
}

/** Replaces the secret, which invalidates all tokens signed with the old one. */
export function rotateSigningSecret(secrets: Secrets): Promise<void> {
  return secrets.replace(SECRET, newSecret())
}

const newSecret = () => `${randomBytes(32).toString('hex')}\n`

async function readSecret(
  secrets: Secrets,
): Promise<{ secret: KeyObject; version: string | number | null }> {
  // Before reading: a later version is then read again.
  const version = await secrets.version(SECRET)
  const secret = (await secrets.readOrMake(SECRET, newSecret)).trim()
  // From a text, jsonwebtoken would first try to make a public key, which takes a millisecond.
  const key = () => createSecretKey(Buffer.from(secret))
  if (/^[0-9a-f]{64}$/.test(secret)) return { secret: key(), version }
  throw new Error(
    `${secrets.place(SECRET)} does not hold a signing secret. Make a new one with: npm run admin -- rotate-secret`,
  )
}
