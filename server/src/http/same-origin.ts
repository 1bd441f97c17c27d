import { Problem } from '@bidyaloy/shared/api/problem'
import type { Context } from 'koa'
import type { Config } from '../config.ts'

/**
 * Lets a request pass that comes from a page of this site. For writes with the cookie, which a
 * browser adds by itself, and for sign-in, with which another site could slip in its own account.
 *
 * A browser says where a request comes from: `Sec-Fetch-Site`, or in older ones `Origin` (else
 * `Referer`). A request that says nothing at all is let through: it comes from a tool that someone
 * runs by hand, since every browser that keeps `SameSite` cookies sends `Origin` with a write.
 * @throws Problem `cross_site`
 */
export function assertSameOrigin(ctx: Context, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const site = ctx.get('Sec-Fetch-Site')
  if (site) {
    if (site === 'same-origin' || site === 'none') return
    throw new Problem('cross_site')
  }
  const source = ctx.get('Origin') || ctx.get('Referer')
  if (source && !isOwn(source, ctx.host, publicUrl)) throw new Problem('cross_site')
}

/** Compares for equality only: the Host header is what a client claims, and builds nothing here. */
function isOwn(source: string, host: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(source)) return false
  const { protocol, host: sourceHost, origin } = new URL(source)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  if (publicUrl && new URL(publicUrl).origin === origin) return true
  const own = `${protocol}//${host}`
  // Through URL, so that a default port in either does not matter.
  return host !== '' && URL.canParse(own) && new URL(own).host === sourceHost
}
