import { randomBytes } from 'node:crypto'
import { type EndpointName, type PathParams, paths } from '@bidyaloy/shared/api/paths'
import { EntryIds } from '@bidyaloy/shared/collections/entry'
import { collections, isCollectionName } from '@bidyaloy/shared/collections/registry'
import { QUEUED_HEADER } from '@bidyaloy/shared/desktop/response-headers'
import { recordTypeOf } from '@bidyaloy/shared/features'
import { jsonResponse, type PageRequest, problemResponse } from '../forward.ts'
import { localFiles, orderIn } from '../outbox/file-changes.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { type AssignedIds, setsText } from '../outbox/outbox-chain.ts'
import { isQueueable, offlineOf, type QueueableName, targetOf } from '../outbox/queueable.ts'
import { jsonFields, readBodyParts } from '../outbox/rewrite-body.ts'
import type { SentResponse } from '../outbox/send-results.ts'
import type { Connection } from './connection.ts'
import { optimisticResponse, type QueuedChange } from './optimistic-response.ts'
import type { PendingChanges, RecordCache } from './pending-changes.ts'
import { sizeRefusal } from './server-limits.ts'

interface WritesDeps {
  connection: Connection
  outbox: Outbox
  pending: PendingChanges
  seen: RecordCache
  /** Size limit of one file, in bytes. */
  maxUpload: () => number
}

/** A write request and its endpoint. */
interface PageWrite {
  request: PageRequest
  name: EndpointName
  params: PathParams
}

/** Handles writes: queueable ones through the outbox, others directly. */
type Writes = (write: PageWrite) => Promise<Response>

/**
 * Responds to queued changes as the server would, with `QUEUED_HEADER`. A write that cannot be
 * queued and gets no response yields `Response.error()`.
 */
export function createWrites({ connection, outbox, pending, seen, maxUpload }: WritesDeps): Writes {
  const assigned = () => outbox.view().assigned

  /** The record with its pending changes. */
  const recordAt = async (key: string) => {
    const changes = await pending.of(({ target }) => target === key)
    return changes.at(-1)?.fields ?? seen.find(key)
  }

  /** Deletes a record that never reached the server from the outbox. */
  const dropUnsent = async (id: string): Promise<boolean> => {
    const creation = outbox.view().items.find(({ temporaryId }) => temporaryId === id)
    const isUnsent = creation && (creation.attempts === 0 || creation.refusal !== null)
    return isUnsent === true && outbox.discard(creation.seq)
  }

  const queue = async ({ request, name, params }: PageWrite & { name: QueueableName }) => {
    const { creates = false } = offlineOf(name)
    const key = request.headers['idempotency-key'] ?? randomBytes(16).toString('hex')
    const id = creates ? `q${randomBytes(12).toString('hex')}` : (params.id ?? name)
    const recordKey = targetOf(name, { ...params, id })
    const contentType = request.headers['content-type'] ?? null
    const { body } = request
    const parts =
      body && contentType ? await readBodyParts({ body, contentType }) : { fields: {}, files: [] }
    const fields = withAssignedFiles(parts.fields, assigned())
    const files = await localFiles(folderOf(params), parts.files)
    const refused = sizeRefusal(files, maxUpload())
    if (refused) return problemResponse(refused.status, refused.code, refused.sentence)
    const before = await recordAt(recordKey)
    const written = { name, fields, id, now: new Date().toISOString() }
    const change: QueuedChange = { ...written, files, before }
    const titled = name === 'updateEntryText' ? seen.find(`${params.collection}/${id}`) : before
    if (request.method === 'DELETE' && (await dropUnsent(id))) return optimisticResponse(change)

    const put = await outbox.put(
      {
        key,
        endpoint: name,
        method: paths[name].method,
        path: request.url.pathname,
        contentType,
        target: recordKey,
        temporaryId: creates ? id : null,
        baseVersion: versionIn(fields),
        about: {
          collection: params.collection ?? null,
          title: titleOf(recordKey, fields, titled),
          hasText: setsText(fields),
        },
        files,
      },
      body,
    )
    if (!put.merged) pending.remember(key, written)
    const outcome = await put.result
    if (outcome.kind === 'queued') return optimisticResponse({ ...change, files: put.files })
    return sentResponse(outcome.response)
  }

  /**
   * Deletes several entries with one request if the server responds and none has pending changes.
   * Otherwise queues one deletion each, so that a missing entry does not block the others.
   */
  const deleteMany = async (write: PageWrite): Promise<Response> => {
    const { request, params } = write
    const typed = EntryIds.safeParse(request.body && jsonFields(request.body))
    if (!typed.success) return send(request)
    const ids = typed.data.ids.map((id) => assigned().get(id) ?? id)
    const targets = ids.map((id) => `${params.collection}/${id}`)
    const waits = outbox.view().items.some(({ target }) => targets.includes(target))
    const response = waits || !connection.isOnline() ? null : await send(request)
    if (response && response.type !== 'error' && response.status < 500) return response
    const key = request.headers['idempotency-key'] ?? randomBytes(16).toString('hex')
    const responses = await Promise.all(
      ids.map((id) => queue({ ...deletionOf(write, id, `${key}:${id}`), name: 'deleteEntry' })),
    )
    const refused = responses.find(({ status }) => status >= 400 && status !== 404)
    const queued = responses.find(({ headers }) => headers.has(QUEUED_HEADER))
    return refused ?? queued ?? new Response(null, { status: 204 })
  }

  const send = async ({ method, url, headers, body, signal }: PageRequest): Promise<Response> => {
    const path = url.pathname + url.search
    return (await connection.forward({ method, path, headers, body, signal })) ?? Response.error()
  }

  const { restoreOne, restoreMany } = createRestores({ outbox, seen, send })

  return async (asked) => {
    const write = withAssignedId(asked, assigned())
    const { request, name, params } = write
    if (isQueueable(name)) return queue({ ...write, name })
    if (name === 'deleteEntries') return deleteMany(write)
    if (name === 'restoreTrash') return restoreOne(request, params)
    if (name === 'restoreFromTrash') return restoreMany(request)
    return send(request)
  }
}

type SendRequest = (request: PageRequest) => Promise<Response>

/** Restores from the trash: deletions that were not sent yet are discarded. */
function createRestores({
  outbox,
  seen,
  send,
}: Pick<WritesDeps, 'outbox' | 'seen'> & { send: SendRequest }) {
  const pendingDeletion = (id: string) =>
    outbox.view().items.find(({ method, path }) => method === 'DELETE' && path.endsWith(`/${id}`))

  /** Discards an unsent deletion. */
  const undoDeletion = async (id: string): Promise<boolean> => {
    const deletion = pendingDeletion(id)
    return deletion !== undefined && outbox.discard(deletion.seq)
  }

  const restoreOne = async (request: PageRequest, { id = '' }: PathParams) => {
    const record = seen.find(pendingDeletion(id)?.target ?? '')
    return record && (await undoDeletion(id)) ? jsonResponse(record) : send(request)
  }

  /** Discards unsent deletions; the other entries are restored by the server. */
  const restoreMany = async (request: PageRequest): Promise<Response> => {
    const typed = EntryIds.safeParse(request.body && jsonFields(request.body))
    if (!typed.success) return send(request)
    const left: string[] = []
    for (const id of typed.data.ids) if (!(await undoDeletion(id))) left.push(id)
    if (left.length === 0) return new Response(null, { status: 204 })
    return send({ ...request, body: new TextEncoder().encode(JSON.stringify({ ids: left })) })
  }

  return { restoreOne, restoreMany }
}

/** Returns the server's response to a change. */
function sentResponse({ status, contentType, retryAfter, body }: SentResponse): Response {
  const headers = new Headers()
  if (contentType) headers.set('content-type', contentType)
  if (retryAfter !== null) headers.set('retry-after', String(retryAfter))
  return new Response(status === 204 ? null : body, { status, headers })
}

/** Builds the deletion of a single entry. */
function deletionOf({ request, params }: PageWrite, id: string, key: string): PageWrite {
  const { collection = '' } = params
  const url = new URL(`/api/${collection}/${id}`, request.url)
  const { 'content-type': _, ...headers } = request.headers
  return {
    name: 'deleteEntry',
    params: { collection, id },
    request: {
      ...request,
      method: 'DELETE',
      url,
      headers: { ...headers, 'idempotency-key': key },
      body: null,
    },
  }
}

function withAssignedId(write: PageWrite, assigned: AssignedIds): PageWrite {
  const { id } = write.params
  const real = id === undefined ? undefined : assigned.get(id)
  if (id === undefined || real === undefined) return write
  const url = new URL(write.request.url)
  url.pathname = url.pathname.replace(id, real)
  return { ...write, params: { ...write.params, id: real }, request: { ...write.request, url } }
}

/** Replaces local file paths that the page may still use. */
function withAssignedFiles(
  fields: Readonly<Record<string, unknown>>,
  assigned: AssignedIds,
): Readonly<Record<string, unknown>> {
  const order = orderIn(fields)
  if (!order) return fields
  return { ...fields, files: order.map((place) => assigned.get(place ?? '') ?? place) }
}

/** Folder of a collection's files, as the server names it. */
function folderOf({ collection = '' }: PathParams): string {
  return isCollectionName(collection) ? collections[collection].folder : 'uploads'
}

function versionIn({ __v }: Readonly<Record<string, unknown>>): number | null {
  const version = typeof __v === 'string' && /^\d+$/.test(__v) ? Number(__v) : __v
  return typeof version === 'number' ? version : null
}

/** Title for the outbox list: the new one, else the current one. */
function titleOf(
  recordKey: string,
  fields: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
): string {
  for (const title of [fields.title, before?.title]) {
    if (typeof title === 'string') return title
  }
  const after: Readonly<Record<string, unknown>> = { ...before, ...fields }
  const names = recordTypeOf(recordKey)?.titleFields.map((field) => after[field]) ?? []
  return names.filter((name) => typeof name === 'string').join(' ')
}
