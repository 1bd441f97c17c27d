import type { SiteDocument } from '../../feature.ts'
import { REVALIDATE, type RenderedResponse } from '../cached-response.ts'

/** Returns a document as a cacheable response. */
export function documentResponse(
  { contentType, body, fileName, maxAgeSeconds }: SiteDocument,
  headers: Readonly<Record<string, string>>,
): RenderedResponse {
  return {
    status: 200,
    contentType,
    headers: {
      ...headers,
      'Cache-Control': maxAgeSeconds ? `public, max-age=${maxAgeSeconds}` : REVALIDATE,
      ...(fileName && { 'Content-Disposition': attachment(fileName) }),
    },
    body: Buffer.from(body),
  }
}

/** Returns a Content-Disposition for a file name in any script (RFC 6266, 8187). */
function attachment(fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename*=UTF-8''${encoded}`
}
