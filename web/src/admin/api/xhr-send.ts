import { ApiError, type OnProgress } from '@bidyaloy/shared/api/api'
import { fetchSend, type IncomingAnswer, type Send } from '@bidyaloy/shared/api/http-api'
import { QUEUED_HEADER } from '@bidyaloy/shared/desktop/answer-headers'

/** Sends with XMLHttpRequest, which tells how much of the body has gone up. */
function xhrSend(makeRequest: () => XMLHttpRequest = () => new XMLHttpRequest()): Send {
  return ({ method, url, headers, body, signal, onProgress }) =>
    new Promise<IncomingAnswer>((resolve, reject) => {
      const request = makeRequest()
      const abort = () => request.abort()
      const fail = (code: 'offline' | 'aborted') => () => {
        signal?.removeEventListener('abort', abort)
        reject(new ApiError(0, code, `The request was not answered: ${code}`))
      }
      request.open(method, url)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      if (onProgress) reportUpload(request.upload, onProgress)
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
}

function reportUpload(upload: XMLHttpRequestUpload, onProgress: OnProgress): void {
  upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
}

/**
 * Uploads go by XMLHttpRequest where that carries bodies, which is over http(s) alone; all else,
 * and everything in the desktop program, by `fetch`.
 */
export function browserSend(protocol: string): Send {
  if (!/^https?:$/.test(protocol)) return fetchSend('', fetchWithBytes)
  const byFetch = fetchSend()
  const byXhr = xhrSend()
  return (request) => (request.body instanceof FormData ? byXhr(request) : byFetch(request))
}

/** Over the desktop program's own scheme, files in a form have arrived empty: their bytes do not. */
const fetchWithBytes: typeof fetch = async (input, init) => {
  if (!(init?.body instanceof FormData)) return fetch(input, init)
  const encoded = new Response(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', encoded.headers.get('content-type') ?? '')
  return fetch(input, { ...init, headers, body: await encoded.arrayBuffer() })
}
