import type { PathParams } from '@bidyaloy/shared/api/paths'
import { DRAFT_STATUSES } from '@bidyaloy/shared/collections/entry'
import { isCollectionName, listedApart } from '@bidyaloy/shared/collections/registry'
import { CACHED_AT_HEADER } from '@bidyaloy/shared/desktop/response-headers'
import { recordTypes, singleTypes } from '@bidyaloy/shared/features'
import { jsonResponse, type PageRequest, readBody } from '../forward.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { AssignedIds } from '../outbox/outbox-chain.ts'
import type { OutboxItem } from '../outbox/outbox-store.ts'
import { overlayList, type PendingChange } from '../outbox/pending-overlay.ts'
import { endpointOf, isQueueable } from '../outbox/queueable.ts'
import type { ReadCache } from '../read-cache.ts'
import type { Connection } from './connection.ts'
import type { PendingChanges, RecordCache } from './pending-changes.ts'

interface ReadsDeps {
  connection: Connection
  cache: ReadCache
  outbox: Pick<Outbox, 'view'>
  pending: PendingChanges
  seen: RecordCache
}

/** Response size limit in bytes, above any picture or list. */
const MAX_RESPONSE = 64 * 1024 * 1024

/** Content type of a file whose type is unknown. */
const OTHER_TYPE = 'application/octet-stream'

/** Handles GET requests: from the server or the cache, with pending changes overlaid. */
interface Reads {
  respond(request: PageRequest): Promise<Response>
  /** Paths of lists whose last response had only pending changes, because none was ever read. */
  unread(): readonly string[]
}

export function createReads({ connection, cache, outbox, pending, seen }: ReadsDeps): Reads {
  const unread = new Set<string>()
  const fromServer = async (request: PageRequest, address: string): Promise<Response | null> => {
    const { method, headers, signal } = request
    const response = await connection.forward({ method, path: address, headers, signal })
    if (response?.status !== 200) return response
    const type = response.headers.get('content-type') ?? ''
    // Range responses are streamed, not cached.
    if (headers.range || !isCacheable(request.url.pathname, type)) return response
    const body = await readBody(response, MAX_RESPONSE)
    if (!body) return null
    await cache
      .store(address, { contentType: type, body, keptAt: new Date().toISOString() })
      // A full disk must not prevent reading.
      .catch(() => undefined)
    return new Response(body, { headers: response.headers })
  }

  const fromDisk = async (address: string): Promise<Response | null> => {
    const cached = await cache.find(address)
    if (!cached) return null
    return new Response(cached.body, {
      headers: { 'content-type': cached.contentType, [CACHED_AT_HEADER]: cached.keptAt },
    })
  }

  const respondTo = async (asked: PageRequest): Promise<Response> => {
    const local = await pending.file(asked.url.pathname.slice(1))
    if (local) return new Response(local, { headers: { 'content-type': local.type || OTHER_TYPE } })
    const request = withAssignedId(asked, outbox.view().assigned)
    const { pathname } = request.url
    const endpoint = endpointOf('GET', pathname)
    if (endpoint?.name === 'getEntry' && isTemporary(endpoint.params)) return onlyPending(endpoint)
    const address = pathname + request.url.search
    const cached = connection.isOnline() ? null : await fromDisk(address)
    if (cached) connection.probe()
    const response =
      cached ?? (await fromServer(request, address).catch(() => null)) ?? (await fromDisk(address))
    if (!response) return endpoint ? onlyPendingList(request, endpoint) : Response.error()
    unread.delete(pathname)
    if (!endpoint || response.status !== 200) return response
    return withPending(response, endpoint.name, endpoint.params, request.url.searchParams)
  }
  const isTemporary = ({ id }: PathParams) =>
    outbox.view().items.some(({ temporaryId }) => temporaryId !== null && temporaryId === id)

  return { respond: respondTo, unread: () => [...unread] }

  /** Builds an entry that is not on the server from its pending changes alone. */
  async function onlyPending({ name, params }: Endpoint): Promise<Response> {
    const wanted = changesFor(name, params)
    const changes = wanted ? await pending.of(wanted) : []
    const record = changes.findLast(({ item }) => item.method !== 'DELETE')?.fields
    return record ? jsonResponse(record) : Response.error()
  }

  /** Builds a list that was never read from its pending changes alone. */
  async function onlyPendingList(
    { url }: PageRequest,
    { name, params }: Endpoint,
  ): Promise<Response> {
    const wanted = LISTS.includes(name) ? changesFor(name, params, url.searchParams) : null
    const changes = wanted ? await pending.of(wanted) : []
    if (changes.length === 0) return Response.error()
    unread.add(url.pathname)
    return withPending(jsonResponse([]), name, params, url.searchParams)
  }

  async function withPending(
    response: Response,
    name: string,
    params: PathParams,
    query: URLSearchParams,
  ): Promise<Response> {
    const wanted = changesFor(name, params, query)
    if (!wanted && name !== 'session') return response
    const json: unknown = await response.json()
    seen.note(name, params, json)
    if (!wanted) return jsonResponse(json, 200, response.headers)
    const changes = (await pending.of(wanted)).map((change) =>
      name === 'listAllEntries' ? withCollection(change) : change,
    )
    const headers = new Headers(response.headers)
    if (changes.length === 0) return jsonResponse(json, 200, headers)
    if (Array.isArray(json)) {
      const rows = json.filter((row) => typeof row === 'object' && row !== null)
      const q = query.get('q') ?? ''
      const offset = Number(query.get('offset') ?? 0)
      const isOfPublished = !DRAFT_STATUSES.some((status) => status === query.get('state'))
      return jsonResponse(overlayList(rows, changes, { q, offset, isOfPublished }), 200, headers)
    }
    const changed = changes.findLast(({ item }) => item.method !== 'DELETE')
    return jsonResponse(changed?.fields ?? json, 200, headers)
  }
}

type Endpoint = NonNullable<ReturnType<typeof endpointOf>>

/** Replaces a temporary id or a local file path that the page may still use. */
function withAssignedId(request: PageRequest, assigned: AssignedIds): PageRequest {
  const { pathname } = request.url
  const parts = pathname.split('/').map((part) => assigned.get(part) ?? part)
  const filePath = assigned.get(pathname.slice(1))
  const name = filePath === undefined ? parts.join('/') : `/${filePath}`
  if (name === pathname) return request
  const url = new URL(request.url)
  url.pathname = name
  return { ...request, url }
}

/** Files and JSON responses, including the session, so that the dashboard opens offline. */
function isCacheable(pathname: string, type: string): boolean {
  return (
    (pathname.startsWith('/api/') && type.startsWith('application/json')) ||
    /^\/(gallery-)?uploads\//.test(pathname) ||
    pathname === '/TeacherInformation.html'
  )
}

const LISTS: readonly string[] = [
  'listEntries',
  'listAllEntries',
  ...recordTypes.map(({ list }) => list),
]

/** Selects the pending changes that a read shows; null if none can apply. */
function changesFor(
  name: string,
  params: PathParams,
  query = new URLSearchParams(),
): ((item: OutboxItem) => boolean) | null {
  switch (name) {
    case 'listAllEntries': {
      const collection = query.get('collection')
      return ({ target }) =>
        collection ? target.startsWith(`${collection}/`) : isInListOfAll(collectionOf(target))
    }
    case 'listEntries':
      return ({ target }) => target.startsWith(`${params.collection}/`)
    case 'getEntry':
      return ({ target }) => target === `${params.collection}/${params.id}`
    case 'getEntryText':
      return unrefused(`${params.collection}/${params.id}/text`)
    default: {
      const single = singleTypes.find(({ read, update }) => read === name && isQueueable(update))
      if (single) return unrefused(single.segment)
      const type = recordTypes.find(({ list }) => list === name)
      return type ? ({ target }) => target.startsWith(`${type.name}/`) : null
    }
  }
}

const isInListOfAll = (name: string) => isCollectionName(name) && !listedApart.includes(name)

const collectionOf = (target: string) => target.slice(0, target.indexOf('/'))

/** Names the collection of a changed entry, as the list of all collections does. */
const withCollection = ({ item, fields }: PendingChange): PendingChange => ({
  item,
  fields: { ...fields, collection: collectionOf(item.target) },
})

/** Excludes refused changes: the server's record is shown until the user decides. */
const unrefused = (target: string) => (item: OutboxItem) =>
  item.target === target && item.refusal === null
