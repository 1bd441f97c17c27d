import type { ReadApi } from '@bidyaloy/shared/api/api'
import { Problem } from '@bidyaloy/shared/api/problem'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { type Contact, statedSiteAddress } from '@bidyaloy/shared/school/contact'
import { REVALIDATE, type RenderedResponse } from '../cached-response.ts'

/** What a document is made of. */
interface DocumentContext {
  api: ReadApi
  now: Date
  /** The site's own address without a trailing slash; absent: no absolute link can be made. */
  publicUrl: string | undefined
}

/** Something that is made of the data beside pages and API. */
interface SiteDocument {
  contentType: string
  body: string | Buffer
  /** Under which name it is saved; left out where it is not for saving. */
  fileName?: string
}

/** Makes a document, or null where there is none (yet): the address then leads to no page. */
export type MakeDocument = (context: DocumentContext) => Promise<SiteDocument | null>

/** The contact record, or null before it was saved. */
export async function findContact(api: ReadApi): Promise<Contact | null> {
  try {
    return await api.getContact()
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null
    throw error
  }
}

/** The site's own address as the contact record states it, if it does. */
export async function statedAddress(api: ReadApi): Promise<string | undefined> {
  return statedSiteAddress((await findContact(api))?.website ?? '')
}

/** The school's own name, or what such schools are called before one was saved. */
export async function schoolName(api: ReadApi): Promise<string> {
  return (await findContact(api))?.schoolName ?? siteCopy['site.name.generic']
}

/** A back-dated entry is as new as its coming in or its appearing, one with a date to come as that. */
export function lastChange({
  date,
  createdAt,
  publishAt = '',
}: Pick<Entry, 'date' | 'createdAt' | 'publishAt'>): string {
  return [date, createdAt, publishAt].sort().at(-1) ?? createdAt
}

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
