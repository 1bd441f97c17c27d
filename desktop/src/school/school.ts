import path from 'node:path'
import type { OutboxEntry, Profile } from '@bidyaloy/shared/desktop/desktop-api'
import { DEVICE_HEADER, PasswordChanged } from '@bidyaloy/shared/school/admin-session'
import * as z from 'zod'
import { createForward, jsonAnswer, type PageRequest, readBody } from '../forward.ts'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import { type OutboxItem, openOutboxStore } from '../outbox/outbox-store.ts'
import { endpointOf } from '../outbox/queueable.ts'
import { readFields } from '../outbox/rewrite-body.ts'
import type { SendItem } from '../outbox/send-results.ts'
import { openReadCache } from '../read-cache.ts'
import type { TokenStore } from '../token-store.ts'
import { type Connection, createConnection } from './connection.ts'
import { createPendingChanges, createRecordCache } from './pending-changes.ts'
import { createReads } from './reads.ts'
import { createServerIdentity } from './server-identity.ts'
import { createWrites } from './writes.ts'

/** What tells the program of things worth a line in its log. */
export type Report = (event: string, details?: unknown) => void

/** What a site is opened with. */
export interface SchoolOptions {
  profile: Profile
  /** Folder of this profile alone. */
  folder: string
  tokens: TokenStore
  /** Keeps the key of the server with the profile. */
  pin: (key: string) => Promise<void>
  report: Report
  /** Called when the outbox has become empty after it was not. */
  onAllSent: () => void
  now?: () => Date
  fetch?: typeof fetch
  backoff?: (failures: number) => number
  patience?: number
}

/** One school's site as the program works on it. */
export interface School {
  profile: Profile
  connection: Connection
  /** Whether somebody who is not the known server answers at its address. */
  isStranger(): boolean
  outbox: Outbox
  /** The fields of a change as they lie on the disk. */
  fieldsOf(item: OutboxItem): Promise<Record<string, unknown>>
  /** The changes that arrived since the program began, latest first. */
  sent(): readonly OutboxEntry[]
  /** Paths of the lists that show only what waits: nothing of them was ever read. */
  unread(): readonly string[]
  answer(request: PageRequest): Promise<Response>
  close(): Promise<void>
}

const REMEMBERED_SENT = 20

/** Name in the token store under which sign-in at a site knows this program again. */
export function deviceToken(profileId: string): string {
  return `${profileId}-device`
}

/** Folder of a profile's outbox, below the profile's own. */
export const OUTBOX_FOLDER = 'outbox'

/** Opens a profile: its outbox begins to send at once. */
export async function openSchool({
  profile,
  folder,
  tokens,
  pin,
  report,
  onAllSent,
  now = () => new Date(),
  fetch,
  backoff,
  patience,
}: SchoolOptions): Promise<School> {
  const cache = await openReadCache(path.join(folder, 'cache'))
  const { store, damaged } = await openOutboxStore(path.join(folder, OUTBOX_FOLDER))
  if (damaged.length > 0) report('changes that could not be read were put aside', damaged)

  const token = () => tokens.read(profile.id)
  const { address, key } = profile
  const identity = createServerIdentity({
    ...{ address, key, pin },
    forward: createForward({ address, token, ...(fetch && { fetch }) }),
  })
  const connection = createConnection(identity.forward, now, () => outbox.goOn(), cache.lastKept)
  const given = new Map<string, string>()
  let sent: readonly OutboxEntry[] = []

  const outbox = createOutbox({
    store,
    send: createOutboxTransport(connection),
    now,
    ...(backoff && { backoff }),
    ...(patience !== undefined && { patience }),
    onSent(item, id) {
      if (item.temporaryId !== null && id !== undefined) given.set(item.temporaryId, id)
      sent = [outboxEntry(item, 'sent'), ...sent].slice(0, REMEMBERED_SENT)
      const others = store.items().some(({ seq }) => seq !== item.seq)
      if (!others && item.attempts > 1) onAllSent()
    },
    onFault: (error) => report('the outbox met a fault', error),
  })
  const seen = createRecordCache()
  const pending = createPendingChanges(outbox, store, seen)
  const reads = createReads({ connection, cache, pending, seen, now })
  const writes = createWrites({ connection, outbox, pending, seen, given, now })

  const signIn = async (request: PageRequest): Promise<Response> => {
    const device = deviceToken(profile.id)
    const headers = { ...request.headers, [DEVICE_HEADER]: (await tokens.read(device)) ?? 'new' }
    const answer = await writes({ request: { ...request, headers }, name: 'login', params: {} })
    if (answer.status !== 200) return answer
    const note = answer.headers.get(DEVICE_HEADER)
    if (note) await tokens.keep(device, note)
    const { token } = z.object({ token: z.string().min(1) }).parse(await answer.json())
    await tokens.keep(profile.id, token)
    outbox.goOn()
    // The page has no use for it, and could only lose it.
    return jsonAnswer({ token: '' })
  }

  const changePassword = async (request: PageRequest): Promise<Response> => {
    const answer = await writes({ request, name: 'changePassword', params: {} })
    // An older server answers 204: there the session keeps its token.
    if (answer.status !== 200) return answer.status === 204 ? jsonAnswer({}) : answer
    const { token } = PasswordChanged.parse(await answer.json())
    if (token !== undefined) await tokens.keep(profile.id, token)
    outbox.goOn()
    return jsonAnswer({})
  }

  const signOut = async (request: PageRequest): Promise<Response> => {
    const answer = await writes({ request, name: 'logout', params: {} })
    await tokens.forget(profile.id)
    // Lists and pictures too: the next person at this computer is not to read them.
    await cache.clear()
    // Without the server the token is forgotten here; its session ends by itself.
    return answer.type === 'error' ? new Response(null, { status: 204 }) : answer
  }

  return {
    profile,
    connection,
    isStranger: identity.isStranger,
    outbox,
    async fieldsOf(item) {
      const body = await store.body(item)
      if (!body || !item.contentType) return {}
      return (await readFields({ body, contentType: item.contentType })).fields
    },
    sent: () => sent,
    unread: reads.unread,
    async answer(request) {
      const { method, url } = request
      if (method === 'GET' || method === 'HEAD') return reads.answer(request)
      const endpoint = endpointOf(method, url.pathname)
      if (!endpoint) return new Response(null, { status: 404 })
      if (endpoint.name === 'login') return signIn(request)
      if (endpoint.name === 'logout') return signOut(request)
      if (endpoint.name === 'changePassword') return changePassword(request)
      return writes({ request, ...endpoint })
    },
    close: () => outbox.stop(),
  }
}

/** An item as the list of the outbox shows it. */
export function outboxEntry(item: OutboxItem, state: OutboxEntry['state']): OutboxEntry {
  const { seq, endpoint, about, bodyBytes, createdAt, refusal, attempts } = item
  return {
    seq,
    state,
    endpoint,
    ...about,
    bytes: bodyBytes,
    createdAt,
    refusal: refusal && {
      code: refusal.code,
      sentence: refusal.sentence,
      fields: refusal.fields,
    },
    editable: bodyBytes !== null && (attempts === 0 || refusal !== null),
  }
}

/** An answer to a change is a record, in bytes. */
const MAX_ANSWER = 4 * 1024 * 1024

/** Sends the items of an outbox over the line to the school's server. */
export function createOutboxTransport(connection: Connection): SendItem {
  return async ({ method, path, contentType, key }, body, signal) => {
    const answer = await connection.forward({
      method,
      path,
      headers: {
        accept: 'application/json',
        'accept-language': 'bn',
        'idempotency-key': key,
        ...(contentType && { 'content-type': contentType }),
      },
      body,
      signal,
    })
    if (!answer) return null
    const retryAfter = Number(answer.headers.get('retry-after'))
    // Where the line breaks in the midst of the answer it may have been done, so it goes again.
    const received = await readBody(answer, MAX_ANSWER)
    return (
      received && {
        status: answer.status,
        contentType: answer.headers.get('content-type'),
        retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
        body: received,
      }
    )
  }
}
