import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { ApiError } from '@bidyaloy/shared/api/api'
import {
  resumeUpload,
  type SendUpload,
  type UploadResponse,
} from '@bidyaloy/shared/api/resume-upload'
import { isLargeFile, MAX_UNFINISHED_UPLOADS } from '@bidyaloy/shared/api/uploads'
import * as z from 'zod'
import { atomicWrite } from '../atomic-write.ts'
import { type Forward, parseJson, readBody } from '../forward.ts'
import { isMultipart, readBodyParts, type TypedBody, writeBodyParts } from './rewrite-body.ts'
import type { SentResponse } from './send-results.ts'

/** Bytes that the server has of the files of a change. */
export interface SendProgress {
  sent: number
  total: number
}

/** Brings large files to the server before the change that names them. */
export interface LargeFiles {
  /**
   * Sends what is missing of the large files of a body. Resolves to the body that names them; to a
   * response that ends the attempt; to null without one.
   * @param key Idempotency-Key of the change, for `progressOf`
   */
  send(key: string, body: TypedBody, signal: AbortSignal): Promise<TypedBody | SentResponse | null>
  /** Forgets the uploads of a body: the change was accepted, or the server does not have them. */
  forget(body: TypedBody): Promise<void>
  /** The progress of a change that is being sent; null for others. */
  progressOf(key: string): SendProgress | null
}

/** The outbox waits longer by itself, and begins with the oldest change then. */
const RETRY_DELAYS = [0, 1000, 3000]
/** `fetch` does not report upload progress; each acknowledged chunk does. */
const CHUNK_BYTES = 512 * 1024
const MAX_RESPONSE = 64 * 1024

/** Paths of uploads by the content of their files. */
const Unfinished = z.record(z.string(), z.string())

/** @param file remembers unfinished uploads across restarts */
export async function openLargeFiles(file: string, forward: Forward): Promise<LargeFiles> {
  const stored = await fs.readFile(file).catch(() => null)
  let unfinished = Unfinished.catch({}).parse(parseJson(stored) ?? {})
  let current: (SendProgress & { key: string }) | null = null

  const store = async (entries: readonly (readonly [string, string])[]) => {
    unfinished = Object.fromEntries(entries.slice(-MAX_UNFINISHED_UPLOADS))
    // Without it, a file is sent from its beginning after a restart.
    await atomicWrite(file, JSON.stringify(unfinished)).catch(() => undefined)
  }
  const others = (prints: readonly string[]) =>
    Object.entries(unfinished).filter(([print]) => !prints.includes(print))

  const send: LargeFiles['send'] = async (key, body, signal) => {
    if (!isMultipart(body)) return body
    const { fields, files } = await readBodyParts(body)
    if (!files.some(isLargeFile)) return body
    const progress = { key, sent: 0, total: files.reduce((sum, { size }) => sum + size, 0) }
    current = progress
    const uploads: (string | null)[] = []
    let complete = 0
    for (const large of files) {
      if (!isLargeFile(large)) {
        uploads.push(null)
        continue
      }
      const print = await printOf(large)
      const result = await resumeUpload(large, {
        send: uploadOver(forward),
        location: unfinished[print],
        onStart: (location) => void store([...others([print]), [print, location]]),
        onProgress(bytes) {
          progress.sent = complete + bytes
        },
        signal,
        retryDelays: RETRY_DELAYS,
        chunkBytes: CHUNK_BYTES,
      })
      if (result.kind === 'unsupported') return body
      if (result.kind === 'failed') return result.response && sentResponse(result.response)
      uploads.push(result.id)
      complete += large.size
    }
    const small = files.filter((one) => !isLargeFile(one))
    return writeBodyParts({ fields: { ...fields, uploads }, files: small }, true)
  }

  return {
    async send(key, body, signal) {
      try {
        return await send(key, body, signal)
      } catch (error) {
        if (error instanceof ApiError) return null
        throw error
      } finally {
        current = null
      }
    },
    async forget(body) {
      if (!isMultipart(body) || Object.keys(unfinished).length === 0) return
      const { files } = await readBodyParts(body)
      await store(others(await Promise.all(files.filter(isLargeFile).map(printOf))))
    },
    progressOf: (key) => (current?.key === key ? current : null),
  }
}

async function printOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return createHash('sha256').update(file.name).update('\0').update(bytes).digest('hex')
}

const uploadOver =
  (forward: Forward): SendUpload =>
  async ({ method, path, headers, body, signal }) => {
    const response = await forward({
      method,
      path,
      headers: { 'accept-language': 'bn', ...headers },
      ...(body && { body: new Uint8Array(await body.arrayBuffer()) }),
      ...(signal && { signal }),
      keepHeaders: ['location', 'upload-offset'],
    })
    const text = response && (await readBody(response, MAX_RESPONSE))
    if (!text) return null
    return {
      status: response.status,
      text: new TextDecoder().decode(text),
      header: (name) => response.headers.get(name),
    }
  }

function sentResponse({ status, text, header }: UploadResponse): SentResponse {
  const body = new TextEncoder().encode(text)
  return { status, contentType: header('content-type'), retryAfter: retryAfterIn(header), body }
}

/** Returns the seconds of `Retry-After`; null without them. */
export function retryAfterIn(header: (name: string) => string | null): number | null {
  const seconds = Number(header('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
