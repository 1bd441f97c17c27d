import * as z from 'zod'
import type { Refusal } from './outbox-item.ts'

/** An answer of the server, whole. */
export interface SentAnswer {
  status: number
  contentType: string | null
  /** Seconds, where the server told when to try again. */
  retryAfter: number | null
  body: Uint8Array<ArrayBuffer>
}

const Problem = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
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
  const problem = Problem.safeParse(jsonOf(answer))
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
