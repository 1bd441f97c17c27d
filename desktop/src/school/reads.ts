import type { PathParams } from '@bidyaloy/shared/api/paths'
import { KEPT_HEADER } from '@bidyaloy/shared/desktop/answer-headers'
import { jsonAnswer, type PageRequest, readBody } from '../forward.ts'
import type { OutboxItem } from '../outbox/outbox-store.ts'
import { overlayList } from '../outbox/pending-overlay.ts'
import { endpointOf } from '../outbox/queueable.ts'
import type { ReadCache } from '../read-cache.ts'
import type { Connection } from './connection.ts'
import type { PendingChanges, RecordCache } from './pending-changes.ts'

interface ReadsDeps {
  connection: Connection
  cache: ReadCache
  pending: PendingChanges
  seen: RecordCache
  now: () => Date
}

/** Larger than any picture or list that a site gives out, in bytes. */
const MAX_ANSWER = 64 * 1024 * 1024

/** Answers what the page reads: from the server, else from the disk, with what waits shown in it. */
interface Reads {
  answer(request: PageRequest): Promise<Response>
  /** Paths of the lists of which the last answer held only what waits: nothing was ever read. */
  unread(): readonly string[]
}

/** @param deps.cache what the server answered last, kept on the disk */
export function createReads({ connection, cache, pending, seen, now }: ReadsDeps): Reads {
  const unread = new Set<string>()
  const fromServer = async (request: PageRequest, address: string): Promise<Response | null> => {
    const { method, headers, signal } = request
    const answer = await connection.forward({ method, path: address, headers, signal })
    if (answer?.status !== 200) return answer
    const type = answer.headers.get('content-type') ?? ''
    // A part of a file goes straight through.
    if (headers.range || !isKept(request.url.pathname, type)) return answer
    const body = await readBody(answer, MAX_ANSWER)
    if (!body) return null
    await cache
      .keep(address, { contentType: type, body, keptAt: now().toISOString() })
      // A full disk must not keep anybody from reading.
      .catch(() => undefined)
    return new Response(body, { headers: answer.headers })
  }

  const fromDisk = async (address: string): Promise<Response | null> => {
    const kept = await cache.find(address)
    if (!kept) return null
    return new Response(kept.body, {
      headers: { 'content-type': kept.contentType, [KEPT_HEADER]: kept.keptAt },
    })
  }

  const answerTo = async (request: PageRequest): Promise<Response> => {
    const { pathname } = request.url
    const address = pathname + request.url.search
    const kept = connection.answers() ? null : await fromDisk(address)
    if (kept) connection.probe()
    const answer =
      kept ?? (await fromServer(request, address).catch(() => null)) ?? (await fromDisk(address))
    const endpoint = endpointOf('GET', pathname)
    if (!answer) return endpoint ? onlyPending(request, endpoint) : Response.error()
    unread.delete(pathname)
    if (!endpoint || answer.status !== 200) return answer
    return withPending(answer, endpoint.name, endpoint.params, request.url.searchParams)
  }
  return { answer: answerTo, unread: () => [...unread] }

  /** A list of which nothing was ever read still shows what was made here. */
  async function onlyPending(
    { url }: PageRequest,
    { name, params }: NonNullable<ReturnType<typeof endpointOf>>,
  ): Promise<Response> {
    const wanted = LISTS.includes(name) ? changesFor(name, params) : null
    const changes = wanted ? await pending.of(wanted) : []
    if (changes.length === 0) return Response.error()
    unread.add(url.pathname)
    return withPending(jsonAnswer([]), name, params, url.searchParams)
  }

  async function withPending(
    answer: Response,
    name: string,
    params: PathParams,
    query: URLSearchParams,
  ): Promise<Response> {
    const wanted = changesFor(name, params)
    if (!wanted) return answer
    const json: unknown = await answer.json()
    seen.note(name, params, json)
    const changes = await pending.of(wanted)
    const headers = new Headers(answer.headers)
    if (changes.length === 0) return jsonAnswer(json, 200, headers)
    if (Array.isArray(json)) {
      const rows = json.filter((row) => typeof row === 'object' && row !== null)
      const q = query.get('q') ?? ''
      const offset = Number(query.get('offset') ?? 0)
      return jsonAnswer(overlayList(rows, changes, { q, offset }), 200, headers)
    }
    const fields = changes.map((change) => change.fields)
    return jsonAnswer(Object.assign({}, json, ...fields), 200, headers)
  }
}

/** Files and answers of the API; the sign-in's own state too, so that the dashboard opens offline. */
function isKept(pathname: string, type: string): boolean {
  return (
    (pathname.startsWith('/api/') && type.startsWith('application/json')) ||
    /^\/(gallery-)?uploads\//.test(pathname) ||
    pathname === '/TeacherInformation.html'
  )
}

const LISTS: readonly string[] = ['listEntries', 'listStudentCounts']

/** Which waiting changes a read shows; null where none could belong. */
function changesFor(name: string, params: PathParams): ((item: OutboxItem) => boolean) | null {
  switch (name) {
    case 'listEntries':
      return ({ target }) => target.startsWith(`${params.collection}/`)
    case 'getEntry':
      return ({ target }) => target === `${params.collection}/${params.id}`
    case 'listStudentCounts':
      return ({ target }) => target.startsWith('studentCounts/')
    case 'getSchoolInfo':
      return mine('schoolInfo')
    case 'getContact':
      return mine('contactus')
    case 'getSettings':
      return mine('settings')
    default:
      return null
  }
}

/** Where somebody else's change won, theirs is shown until a person has decided. */
const mine = (target: string) => (item: OutboxItem) =>
  item.target === target && item.refusal === null
