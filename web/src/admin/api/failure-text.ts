import { ApiError } from '@bidyaloy/shared/api/api'
import { t } from '../t.ts'

/** What a failed call says to the person at the form: what happened, and what to do. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('error.generic')
  if (error.code === 'offline') return t('admin.failed.offline')
  if (error.code === 'aborted') return t('admin.failed.cancelled')
  if (error.code === 'bad_answer') return t('admin.failed.answer')
  if (error.code === 'unauthenticated') return t('admin.failed.signedOut')
  // Every refusal of the server is a sentence that a person can read.
  return error.message
}

/** What the server said about single fields. */
export function failedFields(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {}
}

/** Whether a call failed for this reason; false for what is no failure of a call. */
export function hasCode(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code
}
