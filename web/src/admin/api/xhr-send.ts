import { ApiError } from '@bidyaloy/shared/api/api'
import { fetchSend, type IncomingResponse, type Send } from '@bidyaloy/shared/api/http-api'
import { QUEUED_HEADER } from '@bidyaloy/shared/desktop/response-headers'

/** Sends with XMLHttpRequest, which reports upload progress. */
const xhrSend: Send = ({ method, url, headers, body, signal, onProgress }) =>
  new Promise<IncomingResponse>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const fail = (code: 'offline' | 'aborted') => () => {
      signal?.removeEventListener('abort', abort)
      reject(new ApiError(0, code, `The request was not answered: ${code}`))
    }
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (onProgress) request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onload = () => {
      signal?.removeEventListener('abort', abort)
      resolve({
        status: request.status,
        text: request.responseText,
        retryAfter: request.getResponseHeader('retry-after'),
        queued: request.getResponseHeader(QUEUED_HEADER) !== null,
      })
    }
    request.onerror = fail('offline')
    request.ontimeout = fail('offline')
    request.onabort = fail('aborted')
    if (signal?.aborted) return fail('aborted')()
    signal?.addEventListener('abort', abort)
    request.send(body ?? null)
  })

/**
 * Sends files with XMLHttpRequest, everything else with `fetch`. The desktop app's own scheme uses
 * only `fetch`, because XMLHttpRequest sends no bodies there.
 */
export function browserSend(protocol: string): Send {
  if (!/^https?:$/.test(protocol)) return fetchSend('', fetchWithBytes)
  const byFetch = fetchSend()
  return (request) => (request.body instanceof FormData ? xhrSend(request) : byFetch(request))
}

/** Encodes forms itself: over the desktop app's scheme, files in a FormData arrive empty. */
const fetchWithBytes: typeof fetch = async (input, init) => {
  if (!(init?.body instanceof FormData)) return fetch(input, init)
  const encoded = new Response(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', encoded.headers.get('content-type') ?? '')
  return fetch(input, { ...init, headers, body: await encoded.arrayBuffer() })
}
