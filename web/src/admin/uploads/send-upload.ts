import { ApiError } from '@bidyaloy/shared/api/api'
import type { SendUpload } from '@bidyaloy/shared/api/resume-upload'
import { isWebProtocol, xhrRequest } from '../api/xhr-send.ts'

/** Time without progress after which a connection counts as lost: phones lose it without a word. */
const STALLED_MS = 30_000

/** Bytes of one request over the desktop app's scheme, which reports no progress. */
const CHUNK_BYTES = 1024 * 1024

/** How the page sends uploads, and the bytes of one request if its way reports no progress. */
export function uploadWay(protocol: string): { send: SendUpload; chunkBytes?: number } {
  return isWebProtocol(protocol)
    ? { send: sendUpload }
    : { send: sendByFetch, chunkBytes: CHUNK_BYTES }
}

/** Sends one request of an upload over the desktop app's scheme. */
const sendByFetch: SendUpload = async ({ method, path, headers, body, signal }) => {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'accept-language': 'bn', ...headers },
      ...(body && { body: await body.arrayBuffer() }),
      ...(signal && { signal }),
    })
    const text = await response.text()
    return { status: response.status, text, header: (name) => response.headers.get(name) }
  } catch {
    return null
  }
}

/** Sends one request of an upload with XMLHttpRequest, which reports its progress. */
export const sendUpload: SendUpload = async ({
  method,
  path,
  headers,
  body,
  onProgress,
  signal,
}) => {
  const stop = new AbortController()
  const abort = () => stop.abort()
  signal?.addEventListener('abort', abort)
  let timer = setTimeout(abort, STALLED_MS)
  try {
    const response = await xhrRequest({
      method,
      url: path,
      headers: { 'accept-language': 'bn', ...headers },
      body,
      signal: stop.signal,
      onProgress(sent) {
        clearTimeout(timer)
        timer = setTimeout(abort, STALLED_MS)
        onProgress(sent)
      },
    })
    const { status, responseText: text } = response
    return { status, text, header: (name) => response.getResponseHeader(name) }
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
