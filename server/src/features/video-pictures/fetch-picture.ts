import http from 'node:http'
import https from 'node:https'
import { videoPicturePath } from '@bidyaloy/shared/collections/video'
import { publicLookup } from '../push/push-endpoint.ts'

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
export function fetchPicture(
  videoId: string,
  { origin, signal }: FetchOptions,
): Promise<Buffer | null> {
  const url = new URL(videoPicturePath(videoId), origin)
  const { get } = url.protocol === 'https:' ? https : http
  const options = {
    headers: { 'user-agent': 'bidyaloy' },
    // Of the whole exchange.
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    lookup: publicLookup,
  }
  return new Promise((resolve, reject) => {
    const sent = get(url, options, (response) => {
      const { statusCode = 0 } = response
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > MAX_BYTES) response.destroy()
      })
      response.on('close', () => {
        const isTooLarge = bytes > MAX_BYTES
        if (statusCode === 404 || statusCode === 410 || isTooLarge) resolve(null)
        else if (statusCode === 200 && response.complete) resolve(Buffer.concat(chunks))
        else reject(new Error(`${url.href} responded with ${statusCode}`))
      })
    })
    sent.on('error', reject)
  })
}
