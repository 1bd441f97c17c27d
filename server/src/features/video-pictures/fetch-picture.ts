import { videoPicturePath } from '@bidyaloy/shared/collections/video'
import { requestPublic } from '../../lib/public-request.ts'

const TIMEOUT_MS = 10_000
/** Previews have about 15 kB. */
const MAX_BYTES = 512 * 1024

interface FetchOptions {
  /** Origin of previews; only in tests this machine, whose address is not looked up. */
  origin: string
  signal: AbortSignal
}

/**
 * Fetches the preview of a video, without following redirects, from public addresses only.
 * @returns its bytes, of which nothing is known yet; null if the video has none
 * @throws Error if another attempt may succeed
 */
export async function fetchPicture(
  videoId: string,
  { origin, signal }: FetchOptions,
): Promise<Buffer | null> {
  const url = new URL(videoPicturePath(videoId), origin)
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal }
  const { status, body, isComplete } = await requestPublic(url, limits)
  if (status === 404 || status === 410 || body.length > MAX_BYTES) return null
  if (status === 200 && isComplete) return body
  throw new Error(`${url.href} responded with ${status}`)
}
