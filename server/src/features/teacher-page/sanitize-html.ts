import { createHash, randomBytes } from 'node:crypto'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField } from '@bidyaloy/shared/api/problem'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { createBoundedCache } from '../../lib/bounded-cache.ts'
import { createWorkerPool, failureOf, type JobResult } from '../../lib/worker-pool.ts'

/** A job of the HTML process. */
export interface HtmlJob {
  html: string
}

/** `blank`: nothing can be shown; `complex`: nested too deeply, or over the limits of the process. */
export type HtmlFault = 'blank' | 'complex'

/** A page of 500 kB takes 100 ms. */
const CPU_MS = 5000
const TIMEOUT_MS = MINUTE_MS
const MEMORY_MB = 256

const poolOf = (school: object) =>
  createWorkerPool<HtmlJob, string, HtmlFault>({
    module: 'html-worker',
    processes: 1,
    timeoutMs: TIMEOUT_MS,
    cpuMs: CPU_MS,
    memoryMb: MEMORY_MB,
    school,
    crashError: 'complex',
  })

/** Pages of schools and previews; one of a school that nobody reads goes first. */
const CACHED_RESULTS = 20

/** Results and faults by the school and the hash of their HTML. A page is at most 500 kB. */
const results = createBoundedCache<string, Promise<JobResult<string, HtmlFault>>>(CACHED_RESULTS)

/** What a process made for a school counts for no other one. */
const salts = new WeakMap<object, Buffer>()

function keyOf(html: string, school: object): string {
  const salt = salts.get(school) ?? randomBytes(16)
  salts.set(school, salt)
  return createHash('sha256').update(salt).update(html).digest('base64')
}

/**
 * Sanitises HTML, a document or a fragment, in a separate process.
 * @param school its connection to the records, or what else is the same for one school only
 * @throws Problem `validation_failed` if nothing of it can be shown, or it is too complex
 */
export async function sanitizeTeacherHtml(html: string, school: object): Promise<string> {
  const key = keyOf(html, school)
  const request = results.get(key) ?? poolOf(school).run({ html })
  results.set(key, request)
  const result = await request.catch((error: unknown) => ({ failed: String(error) }))
  if ('made' in result) return result.made
  if ('fault' in result) {
    throw invalidField('html', validationText(`valid.html.${result.fault}`))
  }
  if (results.peek(key) === request) results.delete(key)
  throw failureOf(result)
}
