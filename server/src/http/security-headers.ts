import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RendererModule } from '@bidyaloy/shared/render'
import helmet from 'helmet'
import type { Config } from '../config.ts'

/** One year, including subdomains. */
const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

/** Browser features that would tell something about visitors, disabled against injected scripts. */
const PERMISSIONS = ['camera', 'geolocation', 'microphone'].map((name) => `${name}=()`).join(', ')

/**
 * Returns the security headers of pages, and of all other responses but data; routes may narrow them.
 * Each of them protects in browsers of today (decision 26 names what is left out).
 * @param inline the inline scripts and style sheets that are permitted; by default none
 */
export function pageHeaders({
  scriptHashes,
  styleHashes,
}: Pick<RendererModule, 'scriptHashes' | 'styleHashes'> = NO_INLINE): Record<string, string> {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'", ...styleHashes],
        imgSrc: ["'self'", 'data:'],
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
    referrerPolicy: { policy: 'strict-origin' },
    strictTransportSecurity: false,
    // The policy has `frame-ancestors`; the others are of browsers that cannot show the site.
    frameguard: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  protect(request, response, () => undefined)
  const headers: Record<string, string> = { 'permissions-policy': PERMISSIONS }
  for (const [name, value] of Object.entries(response.getHeaders())) headers[name] = String(value)
  return headers
}

const NO_INLINE = { scriptHashes: [], styleHashes: [] }

/** Security headers of data. Prevent browsers from rendering data as a page. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * Returns the headers of a rendered page.
 * @param own the directives of the inline scripts and style sheets that the page has
 */
export function renderedHeaders(
  headers: Readonly<Record<string, string>>,
  own: string | null,
): Record<string, string> {
  if (own === null) return { ...headers }
  const policy = own
    .split(';')
    .reduce(
      (all, directive) => all.replace(`${directive.split(' ', 1)[0]} 'self'`, directive),
      headers[POLICY] ?? '',
    )
  return { ...headers, [POLICY]: policy }
}

/** Returns the headers of a page that may be in a frame of this site. */
export function framedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...headers, [POLICY]: framedPolicy(headers[POLICY] ?? '') }
}

/** Returns a policy that permits frames of this site. */
export function framedPolicy(policy: string): string {
  return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
}

/** Returns the policy of the dashboard: it frames previews, and shows files before they are sent. */
export function dashboardPolicy(headers: Readonly<Record<string, string>>): string {
  const framing = replaced(headers, 'frame-ancestors', "frame-src 'self';frame-ancestors")
  return framing.replace('data:', 'data: blob:')
}

const POLICY = 'content-security-policy'

function replaced(headers: Readonly<Record<string, string>>, from: string, to: string): string {
  return (headers[POLICY] ?? '').replace(from, to)
}

/** Returns the same headers for requests that are rejected before routing. */
export function bareHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    ...pageHeaders(),
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
