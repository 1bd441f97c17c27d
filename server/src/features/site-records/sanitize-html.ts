import { validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import { createWorkerPool, failureOf, type JobAnswer } from '../../storage/worker-pool.ts'

/** What is asked of the process that cleans HTML. */
export interface HtmlJob {
  html: string
}

/** Nothing of it could be shown; too many tags inside one another, or too much for the limits. */
export type HtmlFault = 'blank' | 'complex'

/** A page of half a megabyte takes a tenth of a second; the process has to start first. */
const LONGEST_MS = 5000
const MEMORY_MB = 256

const pool = createWorkerPool<HtmlJob, string, HtmlFault>({
  beside: import.meta.url,
  module: 'html-worker',
  processes: 1,
  timeoutMs: LONGEST_MS,
  memoryMb: MEMORY_MB,
  crashError: 'complex',
})

/** There is one such page: what was asked last is remembered, a refusal, too. */
let last: { html: string; answer: Promise<JobAnswer<string, HtmlFault>> } | undefined

/**
 * HTML of staff, a whole document or a part of one, with nothing left in it that could do harm.
 * @throws Problem `validation_failed` where nothing of it could be shown, or it is too complex
 */
export async function sanitizeTeacherHtml(html: string): Promise<string> {
  if (last?.html !== html) last = { html, answer: pool.run({ html }) }
  const asked = last
  const answer = await asked.answer.catch((error: unknown) => ({ failed: String(error) }))
  if ('made' in answer) return answer.made
  if ('fault' in answer) {
    const text = validationText(`valid.html.${answer.fault}`)
    throw new Problem('validation_failed', { fields: { html: text } })
  }
  if (last === asked) last = undefined
  throw failureOf(answer)
}
