import { REVALIDATE } from '../cache-control.ts'
import type { RenderedResponse } from '../cached-response.ts'
import type { SiteDocument } from './site-document.ts'

/** A document as the cache keeps it. */
export function documentAnswer(
  { contentType, body, fileName }: SiteDocument,
  headers: Readonly<Record<string, string>>,
): RenderedResponse {
  return {
    status: 200,
    contentType,
    headers: {
      ...headers,
      'Cache-Control': REVALIDATE,
      ...(fileName && { 'Content-Disposition': attachment(fileName) }),
    },
    body: Buffer.from(body),
  }
}

/** Offers a file under a name in any script (RFC 6266, 8187). */
function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename*=UTF-8''${encoded}`
}
