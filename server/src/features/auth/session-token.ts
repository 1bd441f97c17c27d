import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { SESSION_COOKIE, SESSION_DAYS } from '@bidyaloy/shared/school/admin-session'
import jwt from 'jsonwebtoken'
import type { Context } from 'koa'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../data-folder.ts'
import { isNodeError } from '../../node-error.ts'
import { atomicMove } from '../../storage/atomic-move.ts'

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
export function signToken({ adminId, sessionId }: TokenClaims, secret: string, now: Date): string {
  const iat = secondsOf(now)
  return jwt.sign({ sid: sessionId, iat, exp: iat + SESSION_SECONDS }, secret, {
    algorithm: ALGORITHM,
    subject: adminId,
    issuer: ISSUER,
    audience: AUDIENCE,
  })
}

/** Returns the claims of a token, or null if it is forged, expired or malformed. */
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

/** Built by hand: Koa's cookie library supports `Expires` only, not `Max-Age`. */
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

type Folder = Pick<DataFolder, 'root' | 'secretFile'>

/** Secret that session tokens are signed with: 32 random bytes as hex. */
export interface SigningSecret {
  /** The secret as it is now: the command line may give the folder another one at any time. */
  current(): Promise<string>
}

/**
 * Opens the secret of a data folder; makes it at the first start.
 * @throws with one line that says what to do
 */
export async function openSigningSecret(folder: Folder): Promise<SigningSecret> {
  const { secretFile: file } = folder
  if (!(await fs.stat(file).catch(unlessMissing))) await rotateSigningSecret(folder)
  let read = await readSecret(file)
  return {
    async current() {
      const seen = await fingerprint(file).catch(unlessMissing)
      // A file deleted while the server runs signs no one out.
      if (seen !== null && seen !== read.seen) read = await readSecret(file)
      return read.secret
    },
  }
}

/** Replaces the secret, which invalidates all tokens signed with the old one. */
export async function rotateSigningSecret({ root, secretFile }: Folder): Promise<void> {
  const fresh = `${secretFile}.new`
  await fs.rm(fresh, { force: true })
  await fs.writeFile(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  // Renamed into place, so that no reader sees half a secret.
  await atomicMove(root, [{ from: fresh, to: path.basename(secretFile) }])
}

async function readSecret(file: string): Promise<{ secret: string; seen: string }> {
  const seen = await fingerprint(file)
  const secret = (await fs.readFile(file, 'utf8')).trim()
  if (/^[0-9a-f]{64}$/.test(secret)) return { secret, seen }
  throw new Error(
    `${file} does not hold a signing secret. Make a new one with: npm run admin -- rotate-secret`,
  )
}

/** Changes whenever the file is replaced or written. */
async function fingerprint(file: string): Promise<string> {
  const { ino, mtimeMs, size } = await fs.stat(file)
  return `${ino} ${mtimeMs} ${size}`
}

function unlessMissing(error: unknown): null {
  if (isNodeError(error, 'ENOENT')) return null
  throw error
}
