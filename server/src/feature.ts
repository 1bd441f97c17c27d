import type { Input, Output, ReadApi } from '@bidyaloy/shared/api/api'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import type { RecordName } from '@bidyaloy/shared/features'
import type { EntityManager } from 'typeorm'
import type { ActionContext } from './features/activity/activity-commands.ts'
import type { ApiRouter, RouteDeps } from './http/route.ts'

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
}

/** A record as the restore from the trash returns it. */
export type RestoredRecord = Output<'restoreTrash'>

/** A record in the trash. */
export interface DeletedRecord {
  id: string
  title: string
  deletedAt: string | null
  deletedBy: string | null
}

/** A kind of record, as trash, former versions and overview use it. */
export interface RecordStore {
  /** Whether there is one outside the trash. */
  exists(read: EntityManager): Promise<boolean>
  /** Returns the id of a record outside the trash. @throws Problem `not_found` */
  find(read: EntityManager, id: string): Promise<string>
  /** Restores a former version. @throws Problem `conflict`, ZodError */
  restoreVersion(
    tx: EntityManager,
    id: string,
    data: object,
    context: ActionContext,
  ): Promise<{ title: string }>
  /** Lists the records deleted after `since`. */
  listDeleted(read: EntityManager, since: string): Promise<DeletedRecord[]>
  /**
   * Restores a record deleted after `since`. Returns null if there is none.
   * @throws Problem `conflict`
   */
  restore(
    tx: EntityManager,
    id: string,
    since: string,
  ): Promise<{ record: RestoredRecord; title: string } | null>
  /** Removes the records deleted at `until` or before. */
  deleteOld(tx: EntityManager, until: string): Promise<void>
}

/** Example JSON body of endpoints, for the API document. */
export type BodyExamples = {
  [N in EndpointName]?: Input<N> extends { body: infer Body } ? Body : never
}
/** Example response of endpoints. */
export type ResponseExamples = { [N in EndpointName]?: Output<N> }

/** A feature with a kind of record. */
export interface ServerFeature {
  name: RecordName
  store: RecordStore
  routes(router: ApiRouter, deps: RouteDeps): void
  /** Generated files, by their paths. */
  documents: readonly (readonly [path: string, make: MakeDocument])[]
  searchPages: readonly SitePage[]
  /** Returns what the static copy has at `/api/<name>`. */
  read(api: ReadApi): Promise<unknown>
  /** Stores the records of the sample school. @throws ZodError */
  fillDemo(tx: EntityManager, records: unknown, now: Date): Promise<void>
}
