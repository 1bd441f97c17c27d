import path from 'node:path'
import { problems } from '@bidyaloy/shared/api/problem'
import { isUploadPath, SOURCE_METADATA, UPLOADS_PATH } from '@bidyaloy/shared/api/uploads'
import type { OutboxEntry, Profile } from '@bidyaloy/shared/desktop/desktop-api'
import { DEVICE_HEADER, PasswordChanged, usernameKey } from '@bidyaloy/shared/school/admin-session'
import * as z from 'zod'
import { createForward, jsonResponse, type PageRequest, readBody } from '../forward.ts'
import {
  type LargeFiles,
  openLargeFiles,
  retryAfterIn,
  type SendProgress,
} from '../outbox/large-files.ts'
import { createOutbox, type Outbox, type OutboxOptions } from '../outbox/outbox.ts'
import { type OutboxItem, openOutboxStore } from '../outbox/outbox-store.ts'
import { endpointOf } from '../outbox/queueable.ts'
import { jsonFields, readBodyParts, type TypedBody } from '../outbox/rewrite-body.ts'
import type { SendItem, SentResponse } from '../outbox/send-results.ts'
import { openReadCache } from '../read-cache.ts'
import type { TokenStore } from '../token-store.ts'
import { type Connection, createConnection } from './connection.ts'
import { createPendingChanges, createRecordCache, SESSION } from './pending-changes.ts'
import { createReads } from './reads.ts'
import { createServerIdentity } from './server-identity.ts'
import { maxUploadBytes } from './server-limits.ts'
import { createWrites } from './writes.ts'

/** Writes an event to the log. */
export type Report = (event: string, details?: unknown) => void

/** Options of `openSchool`. */
export interface SchoolOptions {
  profile: Profile
  /** Folder of this profile. */
  folder: string
  tokens: TokenStore
  /** Stores the server's key in the profile. */
  pin: (key: string) => Promise<void>
  report: Report
  /** Called when a delayed outbox becomes empty. */
  onAllSent: () => void
  fetch?: typeof fetch | undefined
  backoff?: OutboxOptions['backoff']
  offlineTimeoutMs?: OutboxOptions['offlineTimeoutMs']
}

/** An open site: its connection, outbox and request handler. */
export interface School {
  profile: Profile
  connection: Connection
  /** Whether another server responds at its address. */
  hasIdentityChanged(): boolean
  outbox: Outbox
  /** Reads the fields of a change from disk. */
  fieldsOf(item: OutboxItem): Promise<Record<string, unknown>>
  /** Changes sent since the start, latest first. */
  sent(): readonly OutboxEntry[]
  /** Bytes that the server has of the files of the change in flight, by its key; null for others. */
  progressOf(key: string): SendProgress | null
  /** Paths of lists that were never read and show only pending changes. */
  unread(): readonly string[]
  respond(request: PageRequest): Promise<Response>
  close(): Promise<void>
}

/** Bytes up to which new files are added to a change that waits. */
const MERGED_BYTES = 4_000_000
const MAX_SENT = 20

/** Key of a site's device token in the token store. */
export function deviceToken(profileId: string): string {
  return `${profileId}-device`
}

/** Key of the account that has signed in last at a site, in the token store. */
export function accountName(profileId: string): string {
  return `${profileId}-account`
}

/** Subfolder of a profile for its outbox. */
export const OUTBOX_FOLDER = 'outbox'

/** Opens a profile and starts sending its outbox. */
export async function openSchool({
  profile,
  folder,
  tokens,
  pin,
  report,
  onAllSent,
  fetch,
  backoff,
  offlineTimeoutMs,
}: SchoolOptions): Promise<School> {
  const cache = await openReadCache(path.join(folder, 'cache'))
  const { store, damaged } = await openOutboxStore(path.join(folder, OUTBOX_FOLDER))
  if (damaged.length > 0) report('unreadable changes were moved aside', damaged)

  const token = () => tokens.read(profile.id)
  const { address, key } = profile
  const identity = createServerIdentity({
    address,
    key,
    pin,
    forward: createForward({ address, token, fetch }),
  })
  const onReturn = () => outbox.resume()
  const connection = createConnection(identity.forward, onReturn, cache.newestAt)
  const largeFiles = await openLargeFiles(path.join(folder, 'uploads.json'), connection.forward)
  const seen = createRecordCache()
  const maxUpload = () => maxUploadBytes(seen.find(SESSION))
  let sent: readonly OutboxEntry[] = []
  let account = await tokens.read(accountName(profile.id))

  const outbox = createOutbox({
    store,
    send: createOutboxTransport(connection, largeFiles),
    account: () => account,
    backoff,
    offlineTimeoutMs,
    maxMergedBytes: MERGED_BYTES,
    onSent(item) {
      sent = [outboxEntry(item, 'sent'), ...sent].slice(0, MAX_SENT)
      const others = store.items().some(({ seq }) => seq !== item.seq)
      if (!others && item.attempts > 1) onAllSent()
    },
    onFault: (error) => report('outbox error', error),
  })
  const pending = createPendingChanges(outbox, store, seen)
  const reads = createReads({ connection, cache, outbox, pending, seen })
  const writes = createWrites({ connection, outbox, pending, seen, maxUpload })

  const signIn = async (request: PageRequest): Promise<Response> => {
    const device = deviceToken(profile.id)
    const headers = { ...request.headers, [DEVICE_HEADER]: (await tokens.read(device)) ?? 'new' }
    const response = await writes({ request: { ...request, headers }, name: 'login', params: {} })
    if (response.status !== 200) return response
    const newDevice = response.headers.get(DEVICE_HEADER)
    if (newDevice) await tokens.store(device, newDevice)
    const { token } = z.object({ token: z.string().min(1) }).parse(await response.json())
    account = usernameIn(request.body)
    await outbox.leaveOthers()
    await tokens.store(accountName(profile.id), account)
    await tokens.store(profile.id, token)
    outbox.resume()
    // The page must not receive the token.
    return jsonResponse({ token: '' })
  }

  const changePassword = async (request: PageRequest): Promise<Response> => {
    const response = await writes({ request, name: 'changePassword', params: {} })
    if (response.status !== 200) return response
    const { token } = PasswordChanged.parse(await response.json())
    if (token !== undefined) await tokens.store(profile.id, token)
    outbox.resume()
    return jsonResponse({})
  }

  const signOut = async (request: PageRequest): Promise<Response> => {
    const response = await writes({ request, name: 'logout', params: {} })
    await tokens.forget(profile.id)
    // The next user of this computer must not see the lists and pictures.
    await cache.clear()
    // Offline, only the local token is deleted; the server's session expires.
    return response.type === 'error' ? new Response(null, { status: 204 }) : response
  }

  return {
    profile,
    connection,
    hasIdentityChanged: identity.hasIdentityChanged,
    outbox,
    async fieldsOf(item) {
      const body = await store.body(item)
      if (!body || !item.contentType) return {}
      return (await readBodyParts({ body, contentType: item.contentType })).fields
    },
    sent: () => sent,
    progressOf: largeFiles.progressOf,
    unread: reads.unread,
    async respond(request) {
      const { method, url } = request
      if (isUploadPath(url.pathname)) return forwardUpload(connection, request)
      if (method === 'GET' || method === 'HEAD') return reads.respond(request)
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

/** Returns the name with which an account signs in, as the server compares it. */
function usernameIn(body: PageRequest['body']): string {
  const { username } = z.object({ username: z.string() }).parse(body && jsonFields(body))
  return usernameKey(username)
}

/**
 * Forwards a part of a file of an older site, which the page sends itself: it may be larger than the outbox takes.
 * Files of entries are sent by the outbox: for them there are no uploads.
 */
async function forwardUpload(connection: Connection, request: PageRequest): Promise<Response> {
  const { method, url, headers, body, signal } = request
  const isSource = headers['upload-metadata']?.split(',').includes(SOURCE_METADATA)
  if (url.pathname === UPLOADS_PATH && !isSource) return new Response(null, { status: 404 })
  const keepHeaders = ['location', 'upload-offset']
  const sent = { method, path: url.pathname, headers, body, signal, keepHeaders }
  return (await connection.forward(sent)) ?? Response.error()
}

/** Converts an item for the outbox list. */
export function outboxEntry(
  item: OutboxItem,
  state: OutboxEntry['state'],
  progress: SendProgress | null = null,
): OutboxEntry {
  const { seq, endpoint, about, files, bodyBytes, createdAt, refusal, attempts } = item
  return {
    seq,
    state,
    endpoint,
    ...about,
    fileNames: files.map(({ fileName }) => fileName),
    bytes: bodyBytes,
    progress: progress && progress.sent / progress.total,
    createdAt,
    refusal: refusal && {
      code: refusal.code,
      sentence: refusal.sentence,
      fields: refusal.fields,
    },
    editable: bodyBytes !== null && (attempts === 0 || refusal !== null),
  }
}

/** Size limit of a response to a change, in bytes. */
const MAX_RESPONSE = 4 * 1024 * 1024

/** Sends outbox items to the school's server. */
export function createOutboxTransport(connection: Connection, largeFiles: LargeFiles): SendItem {
  return async ({ method, path, contentType, key }, stored, signal) => {
    const post = async (typed: TypedBody | null): Promise<SentResponse | null> => {
      const response = await connection.forward({
        method,
        path,
        headers: {
          accept: 'application/json',
          'accept-language': 'bn',
          'idempotency-key': key,
          ...(contentType && { 'content-type': typed?.contentType ?? contentType }),
        },
        body: typed?.body ?? null,
        signal,
      })
      if (!response || isPage(response)) return null
      // A response that breaks off is a failure: the item is sent again with the same key.
      const received = await readBody(response, MAX_RESPONSE)
      return (
        received && {
          status: response.status,
          contentType: response.headers.get('content-type'),
          retryAfter: retryAfterIn((name) => response.headers.get(name)),
          body: received,
        }
      )
    }
    const whole = stored && { body: stored, contentType: contentType ?? '' }
    if (!whole) return post(null)
    const sent = await largeFiles.send(key, whole, signal)
    if (!sent || 'status' in sent) return sent
    const response = await post(sent)
    if (sent === whole || !response) return response
    if (response.status < 300 || response.status === GONE) await largeFiles.forget(whole)
    // Removed after a day, or at another process.
    return response.status === GONE ? post(whole) : response
  }
}

/** Whether a success or a 404 did not come from the API, such as the page with which a host replaces a closed site. */
function isPage({ status, headers }: Response): boolean {
  return [200, 404].includes(status) && !headers.get('content-type')?.startsWith('application/json')
}

const GONE = problems.upload_gone.status
