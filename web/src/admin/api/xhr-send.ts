import { ApiError, type CallOptions } from '@bidyaloy/shared/api/api'
import { fetchSend, type IncomingResponse, type Send } from '@bidyaloy/shared/api/http-api'
import { isLargeFile, takesSources, takesUploads } from '@bidyaloy/shared/api/uploads'
import { QUEUED_HEADER } from '@bidyaloy/shared/desktop/response-headers'

interface XhrRequest extends Pick<CallOptions, 'signal'> {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: XMLHttpRequestBodyInit | undefined
  onProgress?: ((sent: number, total: number) => void) | undefined
}

/**
 * Sends one request with XMLHttpRequest, which reports upload progress.
 * @throws ApiError `offline`, `aborted`
 */
export function xhrRequest({
  method,
  url,
  headers,
  body,
  signal,
  onProgress,
}: XhrRequest): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
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
      resolve(request)
    }
    request.onerror = fail('offline')
    request.ontimeout = fail('offline')
    request.onabort = fail('aborted')
    if (signal?.aborted) return fail('aborted')()
    signal?.addEventListener('abort', abort)
    request.send(body ?? null)
  })
}

const xhrSend: Send = async (request) => {
  const response = await xhrRequest(request)
  return {
    status: response.status,
    text: response.responseText,
    retryAfter: response.getResponseHeader('retry-after'),
    queued: response.getResponseHeader(QUEUED_HEADER) !== null,
  }
}

/** Sends the large files of a form before it; `sendForm` sends a form as it is. */
export type SendLargeFiles = (
  request: Parameters<Send>[0] & { body: FormData },
  sendForm: Send,
) => Promise<IncomingResponse>

/**
 * Sends files with XMLHttpRequest, everything else with `fetch`. The desktop app's own scheme uses
 * only `fetch`, because XMLHttpRequest sends no bodies there; its outbox sends large files, but not
 * those of an older site, which are larger than it takes.
 */
export function browserSend(protocol: string, sendLargeFiles: SendLargeFiles): Send {
  const isWeb = isWebProtocol(protocol)
  const sendForm = isWeb ? xhrSend : fetchSend('', fetchWithBytes)
  const byFetch = fetchSend()
  return (request) => {
    const { body } = request
    if (!(body instanceof FormData)) return byFetch(request)
    const goesBefore = (isWeb ? takesUploads : takesSources)(request.url)
    const isLarge = goesBefore && body.getAll('file').some(isLargeFile)
    return isLarge ? sendLargeFiles({ ...request, body }, sendForm) : sendForm(request)
  }
}

/** Whether a page is one of the web, not of the desktop app. */
export const isWebProtocol = (protocol: string): boolean => /^https?:$/.test(protocol)

/** Encodes forms itself: over the desktop app's scheme, files in a FormData arrive empty. */
const fetchWithBytes: typeof fetch = async (input, init) => {
  if (!(init?.body instanceof FormData)) return fetch(input, init)
  const encoded = new Response(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', encoded.headers.get('content-type') ?? '')
  return fetch(input, { ...init, headers, body: await encoded.arrayBuffer() })
}
