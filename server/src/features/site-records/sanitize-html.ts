import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField } from '@bidyaloy/shared/api/problem'
import { MINUTE_MS } from '@bidyaloy/shared/durations'
import { createWorkerPool, failureOf, type JobResult } from '../../storage/worker-pool.ts'

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

const pool = createWorkerPool<HtmlJob, string, HtmlFault>({
  module: 'html-worker',
  processes: 1,
  timeoutMs: TIMEOUT_MS,
  cpuMs: CPU_MS,
  memoryMb: MEMORY_MB,
  crashError: 'complex',
})

/** The last result or fault is cached: only one page exists. */
let last: { html: string; result: Promise<JobResult<string, HtmlFault>> } | undefined

/**
 * Sanitises HTML, a document or a fragment, in a separate process.
 * @throws Problem `validation_failed` if nothing of it can be shown, or it is too complex
 */
export async function sanitizeTeacherHtml(html: string): Promise<string> {
  if (last?.html !== html) last = { html, result: pool.run({ html }) }
  const request = last
  const result = await request.result.catch((error: unknown) => ({ failed: String(error) }))
  if ('made' in result) return result.made
  if ('fault' in result) {
    throw invalidField('html', validationText(`valid.html.${result.fault}`))
  }
  if (last === request) last = undefined
  throw failureOf(result)
}
