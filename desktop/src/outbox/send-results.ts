import { ProblemBody } from '@bidyaloy/shared/api/problem'
import * as z from 'zod'
import { parseJson } from '../forward.ts'
import type { OutboxItem, Refusal } from './outbox-store.ts'

/** Sends one item. Resolves to null without a response: it may or may not have arrived. */
export type SendItem = (
  item: OutboxItem,
  body: Uint8Array<ArrayBuffer> | null,
  signal: AbortSignal,
) => Promise<SentResponse | null>

/** Result for a waiting caller: the server's response, or `queued` on disk. */
export type SendResult = { kind: 'answered'; response: SentResponse } | { kind: 'queued' }

/** Callers waiting for items, and recent results. */
export interface SendResults {
  /**
   * Waits for an item's result; an earlier watcher gets `queued`.
   * @param timeoutMs milliseconds after which the result is `queued`; null for no limit
   */
  watch(seq: number, key: string, timeoutMs: number | null): Promise<SendResult>
  isWatched(seq: number): boolean
  /** The result for a key, settled or pending. */
  find(key: string): Promise<SendResult> | undefined
  settle(seq: number, result: SendResult): void
  settleAll(result: SendResult): void
}

const MAX_RESULTS = 200

/** Remembers the last 200 results, settled or pending. */
export function createSendResults(): SendResults {
  const watchers = new Map<number, (result: SendResult) => void>()
  const results = new Map<string, Promise<SendResult>>()
  const settle = (seq: number, result: SendResult) => {
    watchers.get(seq)?.(result)
    watchers.delete(seq)
  }
  return {
    watch(seq, key, timeoutMs) {
      // Releases the watcher of the previous version.
      settle(seq, { kind: 'queued' })
      const result = new Promise<SendResult>((resolve) => watchers.set(seq, resolve))
      results.set(key, result)
      const [oldest] = results.keys()
      if (results.size > MAX_RESULTS && oldest !== undefined) results.delete(oldest)
      if (timeoutMs !== null) {
        const timer = setTimeout(() => settle(seq, { kind: 'queued' }), timeoutMs)
        void result.finally(() => clearTimeout(timer))
      }
      return result
    },
    isWatched: (seq) => watchers.has(seq),
    find: (key) => results.get(key),
    settle,
    settleAll(result) {
      for (const seq of [...watchers.keys()]) settle(seq, result)
    },
  }
}

/** A complete response of the server. */
export interface SentResponse {
  status: number
  contentType: string | null
  /** Seconds from `Retry-After`, or null. */
  retryAfter: number | null
  body: Uint8Array<ArrayBuffer>
}

/** Any code: a newer server may send codes that this version does not know. */
const AnyProblem = ProblemBody.extend({ code: z.string() })
const WithPath = z.object({ filePath: z.string() })
const Versioned = z.object({
  _id: z.string().optional(),
  __v: z.int(),
  filePath: z.string().optional().catch(undefined),
  files: z.array(WithPath).optional().catch(undefined),
})
/** Response shape of writes that are declared as `isWrapped`. */
const Wrapped = z.object({ data: Versioned })

/** A record in the response to a change. */
export interface ReturnedRecord {
  _id?: string | undefined
  __v: number
  /** Paths of an entry's files, in order. */
  filePaths: readonly string[]
}

/** Returns the record in a successful response; null if it has none. */
export function returnedRecord(response: SentResponse): ReturnedRecord | null {
  const parsed = z.union([Versioned, Wrapped]).safeParse(parseJson(response.body))
  if (!parsed.success) return null
  const record = 'data' in parsed.data ? parsed.data.data : parsed.data
  const { _id, __v, filePath, files } = record
  const first = filePath === undefined ? [] : [{ filePath }]
  return { _id, __v, filePaths: (files ?? first).map((file) => file.filePath) }
}

/** Parses an error response. */
export function refusalOf(response: SentResponse): Refusal {
  const problem = AnyProblem.safeParse(parseJson(response.body))
  if (!problem.success) {
    return { status: response.status, code: 'bad_answer', sentence: '', fields: {} }
  }
  const { error, code, fields = {} } = problem.data
  return { status: response.status, code, sentence: error, fields }
}
