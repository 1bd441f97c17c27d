import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RendererModule } from '@bidyaloy/shared/render'
import helmet from 'helmet'
import type { Config } from '../config.ts'

/** One year, including subdomains. */
const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

/** Browser features that no page uses, disabled against injected scripts. */
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

/**
 * Returns the security headers of all responses; routes may narrow them. The hashes permit the
 * renderer's inline scripts and style sheets.
 */
export function pageHeaders({
  scriptHashes,
  styleHashes,
}: Pick<RendererModule, 'scriptHashes' | 'styleHashes'>): Record<string, string> {
  const protect = helmet({
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
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  protect(request, response, () => undefined)
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS }
  for (const [name, value] of Object.entries(response.getHeaders())) headers[name] = String(value)
  return headers
}

/** Returns the headers of a page that may be in a frame of this site. */
export function framedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...headers,
    [POLICY]: replaced(headers, "frame-ancestors 'none'", "frame-ancestors 'self'"),
    'x-frame-options': 'SAMEORIGIN',
  }
}

/** Returns the content security policy of a page that may have frames of this site. */
export function framingPolicy(headers: Readonly<Record<string, string>>): string {
  return replaced(headers, 'frame-ancestors', "frame-src 'self';frame-ancestors")
}

const POLICY = 'content-security-policy'

function replaced(headers: Readonly<Record<string, string>>, from: string, to: string): string {
  return (headers[POLICY] ?? '').replace(from, to)
}

/** Returns the same headers for requests that are rejected before routing. */
export function bareHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    ...pageHeaders({ scriptHashes: [], styleHashes: [] }),
    ...(isHttps(publicUrl) && { 'strict-transport-security': TRANSPORT_SECURITY }),
  }
}

/**
 * Creates a function that sets `Strict-Transport-Security` on every response, including cached
 * ones: if `publicUrl` is https or the trusted proxy reports https. Never otherwise, since a local
 * school network may have no https.
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

function isHttps(publicUrl = ''): boolean {
  return publicUrl.startsWith('https://')
}
