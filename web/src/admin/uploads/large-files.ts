import { ApiError } from '@bidyaloy/shared/api/api'
import type { IncomingResponse } from '@bidyaloy/shared/api/http-api'
import { resumeUpload } from '@bidyaloy/shared/api/resume-upload'
import { isLargeFile, MAX_UNFINISHED_UPLOADS, takesSources } from '@bidyaloy/shared/api/uploads'
import { fingerprintOf } from '../../lib/file-fingerprint.ts'
import type { SendLargeFiles } from '../api/xhr-send.ts'
import { drafts } from '../form/drafts.ts'
import { uploadWay } from './send-upload.ts'

/* Large files are brought to the server before the form that names them, and go on after a break. */

/** Milliseconds before each try after one that brought nothing further. */
const RETRY_DELAYS = [0, 1000, 3000, 5000, 10_000, 20_000]

/** Paths of uploads by the fingerprints of their files, which survive a reload. */
const UNFINISHED = 'unfinished uploads'

/**
 * Sends the large files of a form, one after the other, then the form with their ids. What the server
 * has got of a file is not sent again: after a break, a failure, or when the file is chosen again
 * after a reload.
 */
export const sendLargeFiles: SendLargeFiles = async (request, sendForm) => {
  const { body, signal, onProgress } = request
  const files = body.getAll('file').filter((part) => typeof part !== 'string')
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const way = uploadWay(window.location.protocol)
  const fingerprints: string[] = []
  const uploads: (string | null)[] = []
  let sent = 0
  for (const file of files) {
    if (!isLargeFile(file)) {
      uploads.push(null)
      continue
    }
    const fingerprint = `${await fingerprintOf(file)}-${file.lastModified}`
    const result = await resumeUpload(file, {
      ...way,
      location: drafts.read(UNFINISHED)[fingerprint],
      onStart: (location) => remember(fingerprint, location),
      onProgress: (bytes) => onProgress?.(sent + bytes, total),
      signal,
      isSource: takesSources(request.url),
      retryDelays: RETRY_DELAYS,
    })
    if (result.kind === 'unsupported') return sendForm(request)
    if (result.kind === 'failed') return responseOf(result.response)
    fingerprints.push(fingerprint)
    uploads.push(result.id)
    sent += file.size
  }
  const response = await sendForm({
    ...request,
    body: withUploads(body, uploads),
    onProgress: (bytes, ofForm) => onProgress?.(sent + (bytes / ofForm) * (total - sent), total),
  })
  const isGone = response.status === 410
  if (isGone || response.status < 300) for (const fingerprint of fingerprints) forget(fingerprint)
  // Removed after a day, or at another process.
  return isGone ? sendForm(request) : response
}

function withUploads(form: FormData, uploads: readonly (string | null)[]): FormData {
  const named = new FormData()
  for (const [name, value] of form) if (!isLargeFile(value)) named.append(name, value)
  named.set('uploads', JSON.stringify(uploads))
  return named
}

/** @throws ApiError `offline` without a response */
function responseOf(response: IncomingResponse | null): IncomingResponse {
  if (response) return response
  throw new ApiError(0, 'offline', 'The connection was lost too often')
}

function remember(fingerprint: string, location: string): void {
  const known = Object.entries(drafts.read(UNFINISHED)).filter(([one]) => one !== fingerprint)
  const kept = [...known, [fingerprint, location] as const].slice(-MAX_UNFINISHED_UPLOADS)
  drafts.store(UNFINISHED, Object.fromEntries(kept))
}

function forget(fingerprint: string): void {
  const { [fingerprint]: _, ...others } = drafts.read(UNFINISHED)
  drafts.store(UNFINISHED, others)
}
