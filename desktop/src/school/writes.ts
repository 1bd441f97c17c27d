import { randomBytes } from 'node:crypto'
import type { EndpointName, PathParams } from '@bidyaloy/shared/api/paths'
import { EntryIds } from '@bidyaloy/shared/collections/entry'
import { QUEUED_HEADER } from '@bidyaloy/shared/desktop/answer-headers'
import { jsonAnswer, type PageRequest } from '../forward.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxItem } from '../outbox/outbox-store.ts'
import { isQueueable, type QueueableName, queueableRow } from '../outbox/queueable.ts'
import { jsonFields, readFields } from '../outbox/rewrite-body.ts'
import type { Connection } from './connection.ts'
import { optimisticResponse, type QueuedChange } from './optimistic-response.ts'
import type { PendingChanges, RecordCache } from './pending-changes.ts'

interface WritesDeps {
  connection: Connection
  outbox: Outbox
  pending: PendingChanges
  seen: RecordCache
  /** Ids that the server has given meanwhile to what the page still knows by a temporary one. */
  given: ReadonlyMap<string, string>
  now: () => Date
}

/** A write of the page and the endpoint that it is for. */
interface PageWrite {
  request: PageRequest
  name: EndpointName
  params: PathParams
}

/** Carries out what the page writes: through the outbox where it may wait, else at once. */
type Writes = (write: PageWrite) => Promise<Response>

/**
 * What waits is answered as the server would, with `QUEUED_HEADER`. Where a change may not wait and
 * no answer comes, the answer is `Response.error()`.
 */
export function createWrites({
  connection,
  outbox,
  pending,
  seen,
  given,
  now,
}: WritesDeps): Writes {
  /** The record as it stands here, with what waits. */
  const recordAt = async (place: string) => {
    const changes = await pending.of(({ target }) => target === place)
    return changes.at(-1)?.fields ?? seen.find(place)
  }

  /** What never reached the server is gone without it. */
  const dropUnsent = async (id: string): Promise<boolean> => {
    const maker = outbox.view().items.find(({ temporaryId }) => temporaryId === id)
    const isUnsent = maker && (maker.attempts === 0 || maker.refusal !== null)
    return isUnsent === true && outbox.discard(maker.seq)
  }

  const queue = async ({ request, name, params }: PageWrite & { name: QueueableName }) => {
    const { creates = false, target } = queueableRow(name)
    const key = request.headers['idempotency-key'] ?? randomBytes(16).toString('hex')
    const id = creates ? `q${randomBytes(12).toString('hex')}` : (params.id ?? name)
    const place = target({ ...params, id })
    const contentType = request.headers['content-type'] ?? null
    const { body } = request
    const { fields, file } =
      body && contentType ? await readFields({ body, contentType }) : { fields: {}, file: null }
    const before = await recordAt(place)
    const written = { name, fields, file, id, now: now().toISOString() }
    const change: QueuedChange = { ...written, before }
    if (request.method === 'DELETE' && (await dropUnsent(id))) return optimisticResponse(change)

    const { verdict, merged } = await outbox.put(
      {
        key,
        endpoint: name,
        method: methodOf(request),
        path: request.url.pathname,
        contentType,
        target: place,
        temporaryId: creates ? id : null,
        baseVersion: versionIn(fields),
        about: {
          collection: params.collection ?? null,
          title: titleOf(fields, before),
          fileName: file?.name ?? null,
        },
      },
      body,
    )
    if (!merged) pending.remember(key, written)
    const outcome = await verdict
    if (outcome.kind === 'queued') return optimisticResponse(change)
    const { status, contentType: type, retryAfter, body: answer } = outcome.answer
    const headers = new Headers()
    if (type) headers.set('content-type', type)
    if (retryAfter !== null) headers.set('retry-after', String(retryAfter))
    return new Response(status === 204 ? null : answer, { status, headers })
  }

  /**
   * Deletes several at once where the server answers and nothing of them waits; else one by one, so
   * that none is kept back by another that somebody has deleted meanwhile.
   */
  const deleteMany = async (write: PageWrite): Promise<Response> => {
    const { request, params } = write
    const typed = EntryIds.safeParse(request.body && jsonFields(request.body))
    if (!typed.success) return send(request)
    const ids = typed.data.ids.map((id) => given.get(id) ?? id)
    const places = ids.map((id) => `${params.collection}/${id}`)
    const waits = outbox.view().items.some(({ target }) => places.includes(target))
    const answer = waits || !connection.answers() ? null : await send(request)
    if (answer && answer.type !== 'error' && answer.status < 500) return answer
    const key = request.headers['idempotency-key'] ?? randomBytes(16).toString('hex')
    const answers = await Promise.all(
      ids.map((id) => queue({ ...deletionOf(write, id, `${key}:${id}`), name: 'deleteEntry' })),
    )
    const refused = answers.find(({ status }) => status >= 400 && status !== 404)
    const queued = answers.find(({ headers }) => headers.has(QUEUED_HEADER))
    return refused ?? queued ?? new Response(null, { status: 204 })
  }

  const send = async ({ method, url, headers, body, signal }: PageRequest): Promise<Response> => {
    const path = url.pathname + url.search
    return (await connection.forward({ method, path, headers, body, signal })) ?? Response.error()
  }

  const deletionThatWaits = (id: string) =>
    outbox.view().items.find(({ method, path }) => method === 'DELETE' && path.endsWith(`/${id}`))

  /** Taking back a deletion that has not gone out is forgetting it. */
  const undoDeletion = async (id: string): Promise<boolean> => {
    const deletion = deletionThatWaits(id)
    return deletion !== undefined && outbox.discard(deletion.seq)
  }

  const restoreOne = async (request: PageRequest, { id = '' }: PathParams) => {
    const record = seen.find(deletionThatWaits(id)?.target ?? '')
    return record && (await undoDeletion(id)) ? jsonAnswer(record) : send(request)
  }

  /** What is only to be deleted is spared; the rest has to be taken out of the bin. */
  const restoreMany = async (request: PageRequest): Promise<Response> => {
    const typed = EntryIds.safeParse(request.body && jsonFields(request.body))
    if (!typed.success) return send(request)
    const left: string[] = []
    for (const id of typed.data.ids) if (!(await undoDeletion(id))) left.push(id)
    if (left.length === 0) return new Response(null, { status: 204 })
    return send({ ...request, body: new TextEncoder().encode(JSON.stringify({ ids: left })) })
  }

  return async (asked) => {
    const write = withGivenId(asked, given)
    const { request, name, params } = write
    if (isQueueable(name)) return queue({ ...write, name })
    if (name === 'deleteEntries') return deleteMany(write)
    if (name === 'restoreTrash') return restoreOne(request, params)
    if (name === 'restoreFromTrash') return restoreMany(request)
    return send(request)
  }
}

/** The deletion of one of several. */
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

function withGivenId(write: PageWrite, given: WritesDeps['given']): PageWrite {
  const { id } = write.params
  const real = id === undefined ? undefined : given.get(id)
  if (id === undefined || real === undefined) return write
  const url = new URL(write.request.url)
  url.pathname = url.pathname.replace(id, real)
  return { ...write, params: { ...write.params, id: real }, request: { ...write.request, url } }
}

function methodOf({ method }: PageRequest): OutboxItem['method'] {
  if (method === 'POST' || method === 'PUT' || method === 'DELETE') return method
  throw new Error(`${method} changes nothing`)
}

function versionIn({ __v }: Readonly<Record<string, unknown>>): number | null {
  const version = typeof __v === 'string' && /^\d+$/.test(__v) ? Number(__v) : __v
  return typeof version === 'number' ? version : null
}

/** What the list calls the thing: its new title, else the one that it has. */
function titleOf(
  fields: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
): string {
  for (const title of [fields.title, before?.title]) {
    if (typeof title === 'string') return title
  }
  const { className, shift, section }: Readonly<Record<string, unknown>> = { ...before, ...fields }
  return [className, shift, section].filter((part) => typeof part === 'string').join(' ')
}
