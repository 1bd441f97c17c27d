import type { ReadApi } from '@bidyaloy/shared/api/api'

/* What a feature gives to the rest of the server. */

/** A generated file other than pages and API responses. */
export interface SiteDocument {
  contentType: string
  body: string | Buffer
  /** Name for downloads; undefined for files that are not downloads. */
  fileName?: string
  /** Time for which browsers need not ask again; by default they revalidate each time. */
  maxAgeSeconds?: number
}

/**
 * Creates a document. Null if its data do not exist yet, which gives a 404. `publicUrl` is
 * the site's URL without a trailing slash; undefined if absolute links are impossible.
 */
export type MakeDocument = (context: {
  api: ReadApi
  now: Date
  publicUrl: string | undefined
}) => Promise<SiteDocument | null>
