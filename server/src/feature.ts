import type { Input, Output, ReadApi } from '@bidyaloy/shared/api/api'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import type { SetupStep } from '@bidyaloy/shared/school/admin-overview'
import type { EntityManager } from 'typeorm'
import type { RecordModel } from './features/records/record-commands.ts'
import type { SingleModel } from './features/records/single-record-commands.ts'
import type { ApiRouter, RouteDeps } from './http/route.ts'
import type { Instance } from './scopes.ts'

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

/** A page of the site that is no entry, as the search finds it. */
export interface SitePage {
  path: string
  title: string
  /** What else visitors call what is on it. Synonyms are found by themselves. */
  words: string
  /** Returns facts on the page, which are found like `words`. */
  facts?(read: EntityManager): Promise<string>
}

/** Example JSON body of endpoints, for the API document. */
export type BodyExamples = {
  [N in EndpointName]?: Input<N> extends { body: infer Body } ? Body : never
}
/** Example response of endpoints. */
export type ResponseExamples = { [N in EndpointName]?: Output<N> }

/** What the routes of features need. */
export type FeatureDeps = Instance & RouteDeps

/** A feature; all properties are optional, since a feature may have just a page. */
export interface ServerFeature {
  /** Its type of record: of many, or of a single one. */
  model?: RecordModel
  single?: SingleModel
  routes?(router: ApiRouter, deps: FeatureDeps): void
  /** For the API document. */
  examples?: { bodies: BodyExamples; responses: ResponseExamples }
  /** Generated files, by their paths. */
  documents?: readonly (readonly [path: string, make: MakeDocument])[]
  searchPages?: readonly SitePage[]
  /** What a static copy answers reads with beside the lists of records, by name: `web/src/boot/static-copy.ts`. */
  copyData?(api: ReadApi): Promise<Readonly<Record<string, unknown>>>
  /** Paths of pages that only a static copy needs to be told of, percent-encoded. */
  copyPages?(api: ReadApi): Promise<readonly string[]>
  /** Whether steps of setting up a school are done. Those of many records are done by any record. */
  setupSteps?: { [S in SetupStep]?: (read: EntityManager) => Promise<boolean> }
}
