import { QUEUED_HEADER } from '../desktop/response-headers.ts'
import type { Method } from '../feature.ts'
import { type Api, ApiError, type CallOptions, type ReadApi } from './api.ts'
import { type EndpointName, paths, readPaths } from './paths.ts'
import { isProblemCode } from './problem-codes.ts'

interface OutgoingRequest extends Pick<CallOptions, 'signal' | 'onProgress'> {
  method: string
  /** Relative to the site, beginning with `/api/`. */
  url: string
  headers: Record<string, string>
  body?: string | FormData
}

/** A complete response with its body. */
export interface IncomingResponse {
  status: number
  text: string
  retryAfter?: string | null
  /** Whether the desktop app queued the change. */
  queued?: boolean
}

/** Sends one request. Rejects with `ApiError` (`offline`, `aborted`) without a response. */
export type Send = (request: OutgoingRequest) => Promise<IncomingResponse>

/** Validates a response's JSON, for example with the endpoint's zod schema. */
export type CheckResponse = (name: EndpointName, response: unknown) => unknown

interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  file?: Blob | readonly Blob[]
}

interface HttpApiOptions {
  check?: CheckResponse
  /** Language of error messages. */
  language?: 'bn' | 'en'
}

/** Creates the API over HTTP for dashboard, desktop app and tests. */
export function createHttpApi(send: Send, options?: HttpApiOptions): Api {
  // `createCalls` returns one call for each name, as `Api` declares.
  return createCalls(paths, send, options) as Api
}

/** Creates the public site's reads, without validation of its own server's responses. */
export function createHttpReadApi(send: Send): ReadApi {
  return createCalls(readPaths, send) as ReadApi
}

function createCalls<N extends EndpointName>(
  endpoints: Readonly<Record<N, { method: Method; path: string }>>,
  send: Send,
  { check, language = 'bn' }: HttpApiOptions = {},
): Record<string, unknown> {
  const call = async (
    name: N,
    input: AnyInput = {},
    { idempotencyKey, ...options }: CallOptions = {},
  ): Promise<unknown> => {
    const { method, path } = endpoints[name]
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-language': language,
    }
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
    const body = bodyOf(input)
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    const url = fillPath(path, input.params) + queryOf(input.query)
    const response = await send({
      method,
      url,
      headers,
      ...(body !== undefined && { body }),
      ...options,
    })
    if (response.status >= 400) throw errorOf(response)
    const json = response.text ? parseJson(response) : undefined
    return check ? check(name, json) : json
  }
  return Object.fromEntries(
    Object.keys(endpoints).map((name) => [
      name,
      (input?: AnyInput, options?: CallOptions) => call(name as N, input, options),
    ]),
  )
}

/** Sends with `fetch`, which cannot report upload progress. */
export function fetchSend(baseUrl = '', fetchFn: typeof fetch = fetch): Send {
  return async ({ method, url, headers, body, signal }) => {
    try {
      const response = await fetchFn(baseUrl + url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      })
      return {
        status: response.status,
        text: await response.text(),
        retryAfter: response.headers.get('retry-after'),
        queued: response.headers.has(QUEUED_HEADER),
      }
    } catch (error) {
      throw new ApiError(0, signal?.aborted ? 'aborted' : 'offline', String(error))
    }
  }
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryOf(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  // Browsers of 2022 lack `search.size`.
  const text = search.toString()
  return text ? `?${text}` : ''
}

function bodyOf({ body, file }: AnyInput): string | FormData | undefined {
  if (file === undefined) return body === undefined ? undefined : JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined) form.set(name, formValue(value))
  }
  for (const one of [file].flat()) form.append('file', one)
  return form
}

function formValue(value: unknown): string {
  // FormData has no null: an empty field removes the value.
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** @throws ApiError `bad_answer` */
function parseJson({ status, text }: IncomingResponse): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(status, 'bad_answer', 'The response is not JSON')
  }
}

/** Returns the error that a response of 400 or above tells; one of a proxy is no JSON. */
export function errorOf(response: IncomingResponse): ApiError {
  const { status, retryAfter } = response
  let json: unknown
  try {
    json = parseJson(response)
  } catch {
    json = undefined
  }
  const body = typeof json === 'object' && json !== null ? json : {}
  const code = 'code' in body && isProblemCode(body.code) ? body.code : 'internal'
  const message = 'error' in body && typeof body.error === 'string' ? body.error : `HTTP ${status}`
  const fields: Record<string, string> = {}
  if ('fields' in body && typeof body.fields === 'object' && body.fields !== null) {
    for (const [name, text] of Object.entries(body.fields)) fields[name] = String(text)
  }
  const seconds = Number(retryAfter)
  return new ApiError(status, code, message, fields, seconds > 0 ? seconds : undefined)
}
