import { ProblemBody } from '@bidyaloy/shared/api/problem'
import * as z from 'zod'
import type { OutboxItem, Refusal } from './outbox-store.ts'

/** Sends one item. Null: no answer came, it may or may not have arrived. */
export type SendItem = (
  item: OutboxItem,
  body: Uint8Array<ArrayBuffer> | null,
  signal: AbortSignal,
) => Promise<SentAnswer | null>

/** What becomes of an item while somebody watches: the server's answer, or it waits on the disk. */
export type SendResult = { kind: 'answered'; answer: SentAnswer } | { kind: 'queued' }

/** Who waits for the answer to a change, and what answers the last changes got. */
interface SendResults {
  /** Waits for the verdict on an item; whoever waited before is told that it is queued. */
  watch(seq: number, key: string): Promise<SendResult>
  isWatched(seq: number): boolean
  /** The verdict on the change with this key, come or still to come. */
  on(key: string): Promise<SendResult> | undefined
  tell(seq: number, verdict: SendResult): void
  tellAll(verdict: SendResult): void
}

const REMEMBERED = 200

/** Remembers the last 200 verdicts, come or still to come. */
export function createSendResults(): SendResults {
  const watchers = new Map<number, (verdict: SendResult) => void>()
  const verdicts = new Map<string, Promise<SendResult>>()
  const tell = (seq: number, verdict: SendResult) => {
    watchers.get(seq)?.(verdict)
    watchers.delete(seq)
  }
  return {
    watch(seq, key) {
      // Whoever watched it before it was written anew.
      tell(seq, { kind: 'queued' })
      const verdict = new Promise<SendResult>((resolve) => watchers.set(seq, resolve))
      verdicts.set(key, verdict)
      const [oldest] = verdicts.keys()
      if (verdicts.size > REMEMBERED && oldest !== undefined) verdicts.delete(oldest)
      return verdict
    },
    isWatched: (seq) => watchers.has(seq),
    on: (key) => verdicts.get(key),
    tell,
    tellAll(verdict) {
      for (const seq of [...watchers.keys()]) tell(seq, verdict)
    },
  }
}

/** An answer of the server, whole. */
export interface SentAnswer {
  status: number
  contentType: string | null
  /** Seconds, where the server told when to try again. */
  retryAfter: number | null
  body: Uint8Array<ArrayBuffer>
}

/** Any code: a newer server may send codes that this version does not know. */
const AnyProblem = ProblemBody.extend({ code: z.string() })
const Versioned = z.object({ _id: z.string().optional(), __v: z.int() })
/** Both writes of the contact record answer so. */
const Wrapped = z.object({ data: Versioned })

/** Id and version of the record in a good answer; null where it holds none. */
export function answeredRecord(answer: SentAnswer): z.infer<typeof Versioned> | null {
  const json = jsonOf(answer)
  const plain = Versioned.safeParse(json)
  if (plain.success) return plain.data
  const wrapped = Wrapped.safeParse(json)
  return wrapped.success ? wrapped.data.data : null
}

/** The refusal in the server's words. */
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
