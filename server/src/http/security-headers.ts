import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'
import type { Middleware } from 'koa'
import koaHelmet from 'koa-helmet'
import type { Config } from '../config.ts'

interface HeaderOptions {
  /** CSP sources (`'sha256-…'`) of the renderer's inline scripts. */
  scriptHashes: readonly string[]
  /** The same of its inline style sheets. */
  styleHashes: readonly string[]
}

/** What answers tell over https: a year, subdomains too. */
const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

/** What no page of the site uses: a script that slipped in could not use it either. */
const PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Sets the security headers of everything that goes through Koa; routes may narrow them. */
export function securityHeaders(hashes: HeaderOptions): Middleware {
  const protect = koaHelmet(helmetOptions(hashes))
  return async (ctx, next) => {
    ctx.set('Permissions-Policy', PERMISSIONS)
    await protect(ctx, next)
  }
}

/** The same headers as a plain record, for pages that are answered from the cache. */
export function pageHeaders(hashes: HeaderOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(helmetOptions(hashes))(request, response, () => undefined)
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS }
  for (const [name, value] of Object.entries(response.getHeaders())) headers[name] = String(value)
  return headers
}

/** The same headers for what is refused before it is known what it asks for. */
export function bareHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    ...pageHeaders({ scriptHashes: [], styleHashes: [] }),
    ...(isHttps(publicUrl) && { 'strict-transport-security': TRANSPORT_SECURITY }),
  }
}

/**
 * Makes what sets `Strict-Transport-Security` before any answer, a cached one too: where the site's
 * own address is https, or the trusted proxy says that this request came by it. Never else, since a
 * school's own network may have no https at all.
 */
export function transportSecurity({
  publicUrl,
  trustProxy,
}: Pick<Config, 'publicUrl' | 'trustProxy'>): (req: IncomingMessage, res: ServerResponse) => void {
  const always = isHttps(publicUrl)
  return (req, res) => {
    const forwarded = trustProxy ? req.headers['x-forwarded-proto'] : undefined
    if (always || String(forwarded).split(',', 1)[0]?.trim() === 'https') {
      res.setHeader('Strict-Transport-Security', TRANSPORT_SECURITY)
    }
  }
}

function isHttps(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https://') ?? false
}

function helmetOptions({ scriptHashes, styleHashes }: HeaderOptions): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'", ...styleHashes],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://i.ytimg.com'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: false,
  }
}
