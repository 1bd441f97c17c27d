import { ApiError } from '@bidyaloy/shared/api/api'
import type { SendUpload } from '@bidyaloy/shared/api/resume-upload'
import { xhrRequest } from '../api/xhr-send.ts'

/** Time without progress after which a connection counts as lost: phones lose it without a word. */
const STALLED_MS = 30_000

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
