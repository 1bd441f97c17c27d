import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { messageOf } from '../../lib/node-error.ts'
import { type ListedFile, StorageUnavailable } from '../../storage/file-store.ts'
import type { BucketSettings } from './bucket-settings.ts'

/** The objects of an S3-compatible bucket. All functions may throw StorageUnavailable. */
export interface Bucket {
  /** Stores a file or a text; readable everywhere when this returns. @returns its size in bytes */
  put(
    key: string,
    content: { file: string } | { text: string },
    signal?: AbortSignal,
  ): Promise<number>
  /** Writes an object to a new file. @returns its size in bytes, or null if there is no object */
  get(key: string, file: string): Promise<number | null>
  /** Returns an object as text, or null if there is none. */
  getText(key: string): Promise<string | null>
  /** Returns the size of an object in bytes, or null if there is none. */
  size(key: string): Promise<number | null>
  /** Removes an object; does nothing if there is none. */
  remove(key: string): Promise<void>
  /** Returns the objects below a prefix, which their names do not contain. */
  list(prefix: string): Promise<ListedFile[]>
}

type Method = 'GET' | 'PUT' | 'HEAD' | 'DELETE'

/** Content of a PUT, hashed before it is sent. */
interface Content {
  size: number
  sha256: Buffer
  open(): Readable
}

/** Statuses of requests that may succeed later: time-out, conflict, too early, too many. */
const PASSING = [408, 409, 425, 429]
/** A connection without a byte for this long is given up. */
const SILENCE_MS = 10_000
const ATTEMPTS = 2
const MAX_TEXT_BYTES = 16 * 1024 * 1024

/** @param silenceMs time without a byte, in milliseconds, after which an exchange is given up */
export function createBucket(
  settings: BucketSettings,
  { silenceMs = SILENCE_MS }: { silenceMs?: number } = {},
): Bucket {
  const { send, at } = createRequests(settings, silenceMs)
  return {
    async put(key, source, signal) {
      const content = 'file' in source ? await contentOf(source.file) : contentOfText(source.text)
      await withOneRetry(async () => (await send('PUT', at(key), content, signal))?.resume())
      return content.size
    },
    get: (key, file) =>
      withOneRetry(async () => {
        const response = await send('GET', at(key))
        if (!response) return null
        const size = Number(response.headers['content-length'] ?? Number.NaN)
        // Replaces what an attempt before it has left.
        await pipeline(wholeBody(response, size), createWriteStream(file, { mode: 0o600 }))
        return size
      }),
    getText: (key) =>
      withOneRetry(async () => {
        const response = await send('GET', at(key))
        return response && textOf(response)
      }),
    size: (key) =>
      withOneRetry(async () => {
        const response = await send('HEAD', at(key))
        response?.resume()
        return response && Number(response.headers['content-length'])
      }),
    async remove(key) {
      await withOneRetry(async () => (await send('DELETE', at(key)))?.resume())
    },
    async list(prefix) {
      const listed: ListedFile[] = []
      let token: string | undefined
      do {
        const page = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) }
        const xml = await withOneRetry(async () => {
          const response = await send('GET', at('', page))
          const body = response ? await textOf(response) : ''
          // Half a list, or the page of some other server, must not look like an empty folder.
          if (!body.includes('</ListBucketResult>')) throw unavailable('the list is not one of S3')
          return body
        })
        listed.push(...objectsIn(xml, prefix))
        token = elementIn(xml, 'NextContinuationToken')
      } while (token)
      return listed
    },
  }
}

/** Returns functions that send signed requests, and make the address of an object. */
function createRequests(
  { url: base, region, key: accessKeyId, secret: secretAccessKey }: BucketSettings,
  silenceMs: number,
) {
  const transport = base.startsWith('https:') ? https : http
  const agent = new transport.Agent({ keepAlive: true, timeout: silenceMs })
  const signingKeys = new Map<string, ArrayBuffer>()

  /** Sends a request. @returns a response with status 2xx, or null for a missing object */
  const send = async (
    method: Method,
    address: URL,
    content?: Content,
    signal?: AbortSignal,
  ): Promise<IncomingMessage | null> => {
    const hashes = content && {
      'x-amz-content-sha256': content.sha256.toString('hex'),
      'x-amz-checksum-sha256': content.sha256.toString('base64'),
    }
    const { headers } = await new AwsV4Signer({
      method,
      url: address.href,
      headers: { ...hashes },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      cache: signingKeys,
    }).sign()
    const length = content && { 'content-length': content.size }
    const response = await exchange(
      method,
      address,
      { ...Object.fromEntries(headers), ...length },
      content,
      signal,
    )
    const { statusCode: status = 0 } = response
    if (status >= 200 && status < 300) return response
    const fault = /<Code>(\w{1,64})<\/Code>/.exec(await textOf(response))?.[1]
    // A HEAD has no body that would tell a missing object from a missing bucket.
    if (status === 404 && (fault === 'NoSuchKey' || method === 'HEAD')) return null
    const answer = fault ? `${status} ${fault}` : String(status)
    const message = `the bucket answered ${answer} to a ${method}`
    const isPassing = PASSING.includes(status) || fault === 'RequestTimeTooSkewed'
    if (status < 500 && !isPassing) {
      throw new BucketRefusal(message, { request: `${method} (${answer})` })
    }
    throw new StorageUnavailable(message)
  }

  const exchange = (
    method: Method,
    address: URL,
    headers: http.OutgoingHttpHeaders,
    content?: Content,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request = transport.request(address, {
        method,
        headers,
        agent,
        timeout: silenceMs,
        ...(signal && { signal }),
      })
      let received: IncomingMessage | undefined
      request.once('response', (response) => {
        received = response
        resolve(response)
      })
      request.once('timeout', () => (received ?? request).destroy(new SilenceError('time-out')))
      request.on('error', (cause) => reject(unavailable(cause)))
      if (!content) return request.end()
      const bytes = content.open()
      // A file that cannot be read is no fault of the bucket.
      bytes.once('error', (error) => {
        reject(error)
        request.destroy()
      })
      request.once('close', () => bytes.destroy())
      bytes.pipe(request)
    })

  const at = (key: string, query: Record<string, string> = {}) => {
    const address = new URL(key === '' ? base : `${base}/${key}`)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    return address
  }

  return { send, at }
}

/** The bucket does not accept a request: wrong address, key or secret, or a right that the key lacks. */
export class BucketRefusal extends StorageUnavailable {
  /** Method and answer, such as `PUT (403 AccessDenied)`. */
  readonly request: string
  constructor(message: string, { request }: { request: string }) {
    super(message)
    this.request = request
  }
}

/** The bucket was silent for too long; another attempt would take as long. */
class SilenceError extends Error {}

function unavailable(cause: unknown): StorageUnavailable {
  return new StorageUnavailable(`the bucket cannot be reached: ${messageOf(cause)}`, { cause })
}

/** Retries once after a failure, such as an idle connection that the bucket has just closed. */
async function withOneRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const isFinal = !(error instanceof StorageUnavailable) || error.cause instanceof SilenceError
      if (isFinal || attempt === ATTEMPTS) throw error
    }
  }
}

async function contentOf(file: string): Promise<Content> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest(), open: () => createReadStream(file) }
}

function contentOfText(content: string): Content {
  const bytes = Buffer.from(content)
  const sha256 = createHash('sha256').update(bytes).digest()
  return { size: bytes.length, sha256, open: () => Readable.from([bytes]) }
}

/** Yields a body, and throws unless it has exactly `size` bytes. */
async function* wholeBody(response: IncomingMessage, size: number): AsyncGenerator<Buffer> {
  let received = 0
  try {
    for await (const chunk of response) {
      received += chunk.length
      yield chunk
    }
  } catch (error) {
    throw unavailable(error)
  }
  if (received !== size) throw unavailable(`${received} of ${size} bytes came`)
}

/** Reads a body of at most 16 MB as text. */
async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      length += chunk.length
      if (length > MAX_TEXT_BYTES) throw new Error('a body is too long')
      chunks.push(chunk)
    }
  } catch (error) {
    throw unavailable(error)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns the objects of a page of ListObjectsV2. Our own names need no decoding. */
function objectsIn(xml: string, prefix: string): ListedFile[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, object = '']) => ({
    name: (elementIn(object, 'Key') ?? '').slice(prefix.length),
    size: Number(elementIn(object, 'Size')),
    at: Date.parse(elementIn(object, 'LastModified') ?? ''),
  }))
}

function elementIn(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
}
