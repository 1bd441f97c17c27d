import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { type Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { LimitedStream, TooLarge } from './limited-stream.ts'
import { errorCode, isNodeError } from './node-error.ts'
import { createLookup, isPublicAddress, isRefusedLiteral, NOT_PUBLIC } from './public-request.ts'

/* Downloads from servers that others name, with redirects: each is judged like the first address. */

/** Why something cannot be had. */
export type DownloadFailure =
  | 'gone'
  | 'forbidden'
  | 'unreachable'
  | 'too-slow'
  | 'too-large'
  | 'damaged'
  | 'private-address'

export interface Downloaded {
  /** Address after all redirects. */
  url: URL
  headers: http.IncomingHttpHeaders
  /** Bytes after decompression. */
  size: number
  /** Empty if they were written to a file. */
  bytes: Buffer
}

interface DownloadOptions<Refusal extends string> {
  /** Maximum number of bytes, after decompression. */
  maxBytes: number
  /** File to be written, which is absent or overwritten; without it the bytes are returned. */
  target?: string
  /** Overrides the time limit of the downloader. */
  totalMs?: number
  /** Called before each request, also of redirects: may wait, or refuse the address. */
  judge(url: URL): Promise<Refusal | null>
  signal: AbortSignal
}

interface DownloaderOptions {
  userAgent: string
  /** Time limit without a byte. */
  idleMs: number
  /** Time limit of a download. */
  totalMs: number
  /** Only in tests: addresses of this machine. */
  allowLoopback?: boolean
}

export interface Downloader {
  /** @throws Error if the signal aborts, or the file cannot be written */
  get<Refusal extends string>(
    url: URL,
    options: DownloadOptions<Refusal>,
  ): Promise<Downloaded | { reason: DownloadFailure | Refusal }>
  /** Closes idle connections. */
  close(): void
}

const MAX_REDIRECTS = 5

/** Creates a downloader with one connection at a time to a host. */
export function createDownloader(options: DownloaderOptions): Downloader {
  const { idleMs, userAgent, allowLoopback = false } = options
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (allowLoopback && isLoopback(address))
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 1 }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 1 }),
  }
  const send = (url: URL, signal: AbortSignal) => {
    const isSecure = url.protocol === 'https:'
    return respond(url, {
      agent: agents[isSecure ? 'https:' : 'http:'],
      headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip', accept: '*/*' },
      lookup: createLookup(isAllowed),
      timeout: idleMs,
      signal,
    })
  }
  return {
    async get(start, { maxBytes, target, judge, signal, totalMs = options.totalMs }) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(totalMs)])
      let url = start
      try {
        for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
          if (isRefusedLiteral(url, isAllowed)) return { reason: 'private-address' }
          const refusal = await judge(url)
          if (refusal) return { reason: refusal }
          const response = await send(url, limited)
          try {
            const next = redirectOf(response, url)
            if (next) {
              url = next
              continue
            }
            const reason = failureOf(response, maxBytes)
            if (reason) return { reason }
            const received = await receive(response, { maxBytes, target, signal: limited, idleMs })
            return { url, headers: response.headers, ...received }
          } finally {
            // What was not read would hold the only connection to the host.
            response.destroy()
          }
        }
        return { reason: 'unreachable' }
      } catch (error) {
        if (target !== undefined) await fs.rm(target, { force: true })
        signal.throwIfAborted()
        // The connection that it ends may report its own end first.
        return { reason: limited.aborted ? 'too-slow' : reasonOf(error) }
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function isLoopback(address: string): boolean {
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1'
}

/** A failure with a reason. */
class Failed extends Error {
  constructor(readonly reason: DownloadFailure) {
    super(reason)
  }
}

function respond(url: URL, options: https.RequestOptions): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve)
    sent.on('timeout', () => sent.destroy(new Failed('too-slow')))
    sent.on('error', reject)
    sent.end()
  })
}

/** Paths of forms to sign in, to which sites lead what only members may see. */
const SIGN_IN = /(?:^|\/)(?:wp-login|log-?in|sign-?in|account\/login)(?:\.\w+)?\/?$/i

/** @throws Failed if it leads to a form to sign in, or to nothing that is on the web */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return null
  // Older servers send bytes of UTF-8.
  const written = Buffer.from(location, 'latin1').toString()
  if (!URL.canParse(written, from.href)) throw new Failed('unreachable')
  const next = new URL(written, from)
  next.username = ''
  next.password = ''
  if (!/^https?:$/.test(next.protocol)) throw new Failed('unreachable')
  if (SIGN_IN.test(next.pathname) && !SIGN_IN.test(from.pathname)) throw new Failed('forbidden')
  return next
}

function failureOf(
  { statusCode = 0, headers }: IncomingMessage,
  maxBytes: number,
): DownloadFailure | null {
  if (statusCode === 404 || statusCode === 410) return 'gone'
  if (statusCode === 401 || statusCode === 403) return 'forbidden'
  if (statusCode !== 200) return 'unreachable'
  return Number(headers['content-length'] ?? 0) > maxBytes ? 'too-large' : null
}

interface ReceiveOptions {
  maxBytes: number
  target: string | undefined
  signal: AbortSignal
  idleMs: number
}

async function receive(
  response: IncomingMessage,
  { maxBytes, target, signal, idleMs }: ReceiveOptions,
): Promise<{ size: number; bytes: Buffer }> {
  const limit = new LimitedStream(maxBytes)
  const collected = createCollector()
  response.setTimeout(idleMs, () => response.destroy(new Failed('too-slow')))
  const sink = target === undefined ? collected.stream : createWriteStream(target)
  const unpack = unpackerFor(response)
  await (unpack
    ? pipeline(response, unpack, limit, sink, { signal })
    : pipeline(response, limit, sink, { signal }))
  if (!response.complete) throw new Failed('unreachable')
  return { size: limit.size, bytes: collected.bytes() }
}

/** Collects bytes in one buffer: of a body in chunks of a byte, a list of them takes a hundred times its size. */
function createCollector(): { stream: Writable; bytes(): Buffer } {
  let buffer = Buffer.alloc(0)
  let size = 0
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      if (size + chunk.length > buffer.length) {
        const larger = Buffer.alloc(Math.max(2 * buffer.length, size + chunk.length, 16 * 1024))
        buffer.copy(larger, 0, 0, size)
        buffer = larger
      }
      size += chunk.copy(buffer, size)
      done()
    },
  })
  return { stream, bytes: () => buffer.subarray(0, size) }
}

function unpackerFor({ headers }: IncomingMessage): Transform | null {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (/^(x-)?gzip$|^deflate$/.test(encoding)) return zlib.createUnzip()
  return encoding === 'br' ? zlib.createBrotliDecompress() : null
}

function reasonOf(error: unknown): DownloadFailure {
  if (error instanceof Failed) return error.reason
  if (error instanceof TooLarge) return 'too-large'
  if (isNodeError(error, NOT_PUBLIC)) return 'private-address'
  if (error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name)) return 'too-slow'
  const code = errorCode(error)
  if (/^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI)/.test(code)) return 'damaged'
  // Failures of this machine's disk are no fault of the site.
  if (/^(ENOSPC|EDQUOT|EIO|EROFS|EACCES|ENOENT|EMFILE)$/.test(code)) throw error
  return 'unreachable'
}
