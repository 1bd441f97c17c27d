import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import type { Context } from 'koa'
import type { Config } from '../../config.ts'
import { SESSION_SECONDS } from './session-token.ts'

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
