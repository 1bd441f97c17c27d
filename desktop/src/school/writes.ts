import { randomBytes } from 'node:crypto'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import type { OutboxItem } from '../outbox/outbox-item.ts'
import type { Outbox } from '../outbox/outbox-types.ts'
import {
  isQueueable,
  type PathParams,
  type QueueableName,
  queueableRow,
} from '../outbox/queueable.ts'
import { readFields } from '../outbox/rewrite-body.ts'
import { jsonAnswer, type PageRequest } from '../page-request.ts'
import type { Line } from './line.ts'
import type { PendingChanges } from './pending-changes.ts'
import { provisionalAnswer, provisionalRecord, type WrittenDown } from './provisional-answer.ts'
import type { SeenRecords } from './seen-records.ts'

interface WritesDeps {
  line: Line
  outbox: Outbox
  pending: PendingChanges
  seen: SeenRecords
  /** Ids that the server has given meanwhile to what the page still knows by a temporary one. */
  given: ReadonlyMap<string, string>
  now: () => Date
}

/** A write of the page and the endpoint that it is for. */
export interface PageWrite {
  request: PageRequest
  name: EndpointName
  params: PathParams
}

/** Carries out what the page writes: through the outbox where it may wait, else at once. */
export type Writes = (write: PageWrite) => Promise<Response>

export function createWrites({ line, outbox, pending, seen, given, now }: WritesDeps): Writes {
  const itemThatMade = (id: string) =>
    outbox.view().items.find(({ temporaryId }) => temporaryId === id)

  /** What has not gone out yet is changed where it lies; null where that cannot be. */
  const changeInPlace = async (
    item: OutboxItem,
    change: WrittenDown,
    key: string,
  ): Promise<Response | null> => {
    if (change.file) return null
    if (change.name === 'deleteEntry' || change.name === 'deleteStudentCount') {
      const neverWent = item.attempts === 0 || item.refusal !== null
      return neverWent && (await outbox.discard(item.seq)) ? provisionalAnswer(change) : null
    }
    const { __v: _, ...fields } = change.fields
    const texts = Object.entries(fields).map(([name, value]) => [name, String(value ?? '')])
    if (!(await outbox.edit(item.seq, Object.fromEntries(texts), key))) return null
    pending.remember(key, provisionalRecord(change) ?? {})
    return provisionalAnswer(change)
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
    const before = seen.find(place)
    const change: WrittenDown = { name, fields, file, id, before, now: now().toISOString() }

    const maker = itemThatMade(id)
    const changed = maker && !creates && (await changeInPlace(maker, change, key))
    if (changed) return changed

    const record = provisionalRecord(change)
    if (record) pending.remember(key, record)
    const { verdict } = await outbox.put(
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
    const outcome = await verdict
    if (outcome.kind === 'queued') return provisionalAnswer(change)
    const { status, contentType: type, retryAfter, body: answer } = outcome.answer
    const headers = new Headers()
    if (type) headers.set('content-type', type)
    if (retryAfter !== null) headers.set('retry-after', String(retryAfter))
    return new Response(status === 204 ? null : answer, { status, headers })
  }

  /** Taking back a deletion that has not gone out is forgetting it. */
  const undoDeletion = async ({ id = '' }: PathParams): Promise<Response | null> => {
    const deletion = outbox
      .view()
      .items.find((item) => item.method === 'DELETE' && item.path.endsWith(`/${id}`))
    const before = deletion && seen.find(deletion.target)
    if (!deletion || !before || !(await outbox.discard(deletion.seq))) return null
    return jsonAnswer(before)
  }

  return async (asked) => {
    const write = withGivenId(asked, given)
    const { request, name, params } = write
    if (isQueueable(name)) return queue({ ...write, name })
    const undone = name === 'restoreTrash' ? await undoDeletion(params) : null
    if (undone) return undone
    const { method, url, headers, body, signal } = request
    const path = url.pathname + url.search
    return (await line.forward({ method, path, headers, body, signal })) ?? Response.error()
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
  const { className, shift, section } = { ...before, ...fields } as Record<string, unknown>
  return [className, shift, section].filter((part) => typeof part === 'string').join(' ')
}
