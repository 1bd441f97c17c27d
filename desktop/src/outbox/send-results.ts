import { ProblemBody } from '@bidyaloy/shared/api/problem'
import * as z from 'zod'
import type { OutboxItem, Refusal } from './outbox-store.ts'

/** Sends one item. Resolves to null without a response: it may or may not have arrived. */
export type SendItem = (
  item: OutboxItem,
  body: Uint8Array<ArrayBuffer> | null,
  signal: AbortSignal,
) => Promise<SentAnswer | null>

/** Result for a waiting caller: the server's response, or `queued` on disk. */
export type SendResult = { kind: 'answered'; answer: SentAnswer } | { kind: 'queued' }

/** Callers waiting for items, and recent results. */
interface SendResults {
  /** Waits for an item's result; an earlier watcher gets `queued`. */
  watch(seq: number, key: string): Promise<SendResult>
  isWatched(seq: number): boolean
  /** The result for a key, settled or pending. */
  on(key: string): Promise<SendResult> | undefined
  tell(seq: number, result: SendResult): void
  tellAll(result: SendResult): void
}

const REMEMBERED = 200

/** Remembers the last 200 results, settled or pending. */
export function createSendResults(): SendResults {
  const watchers = new Map<number, (result: SendResult) => void>()
  const results = new Map<string, Promise<SendResult>>()
  const tell = (seq: number, result: SendResult) => {
    watchers.get(seq)?.(result)
    watchers.delete(seq)
  }
  return {
    watch(seq, key) {
      // Releases the watcher of the version before.
      tell(seq, { kind: 'queued' })
      const result = new Promise<SendResult>((resolve) => watchers.set(seq, resolve))
      results.set(key, result)
      const [oldest] = results.keys()
      if (results.size > REMEMBERED && oldest !== undefined) results.delete(oldest)
      return result
    },
    isWatched: (seq) => watchers.has(seq),
    on: (key) => results.get(key),
    tell,
    tellAll(result) {
      for (const seq of [...watchers.keys()]) tell(seq, result)
    },
  }
}

/** A complete response of the server. */
export interface SentAnswer {
  status: number
  contentType: string | null
  /** Seconds from `Retry-After`, or null. */
  retryAfter: number | null
  body: Uint8Array<ArrayBuffer>
}

/** Any code: a newer server may send codes that this version does not know. */
const AnyProblem = ProblemBody.extend({ code: z.string() })
const Versioned = z.object({ _id: z.string().optional(), __v: z.int() })
/** Response shape of both contact writes. */
const Wrapped = z.object({ data: Versioned })

/** Id and version of the record in a successful response; null if it has none. */
export function answeredRecord(answer: SentAnswer): z.infer<typeof Versioned> | null {
  const json = jsonOf(answer)
  const plain = Versioned.safeParse(json)
  if (plain.success) return plain.data
  const wrapped = Wrapped.safeParse(json)
  return wrapped.success ? wrapped.data.data : null
}

/** Parses an error response. */
export function refusalOf(answer: SentAnswer): Refusal {
  const problem = AnyProblem.safeParse(jsonOf(answer))
  if (!problem.success) {
    return { status: answer.status, code: 'bad_answer', sentence: '', fields: {} }
  }
  const { error, code, fields = {} } = problem.data
  return { status: answer.status, code, sentence: error, fields }
}

function jsonOf({ body }: SentAnswer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
