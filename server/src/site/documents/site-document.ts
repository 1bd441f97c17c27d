import type { ReadApi } from '@bidyaloy/shared/api/api'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import type { Contact } from '@bidyaloy/shared/school/contact'
import type { SiteDocument } from '../../feature.ts'
import { REVALIDATE, type RenderedResponse } from '../cached-response.ts'

/** Returns null for what does not exist. */
export async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

/** Returns the contact record, or null before it is saved. */
export function findContact(api: ReadApi): Promise<Contact | null> {
  return orNull(api.getContact())
}

/** Returns the school's name, or a generic name before it is saved. */
export async function schoolName(api: ReadApi): Promise<string> {
  return (await findContact(api))?.schoolName || siteCopy['site.name.generic']
}

/** Returns the latest of an entry's date, creation, publication and, of a page, last change. */
export function lastChange({
  date,
  createdAt,
  publishAt = '',
  updatedAt = '',
}: Pick<Entry, 'date' | 'createdAt' | 'publishAt' | 'updatedAt'>): string {
  return [date, createdAt, publishAt, updatedAt].sort().at(-1) ?? createdAt
}

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
