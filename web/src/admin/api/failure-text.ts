import { ApiError } from '@bidyaloy/shared/api/api'
import { t } from '../t.ts'

/** An error whose message is a text for the user. */
export class ShownError extends Error {}

/** The text of a failed call: what happened, and what to do. */
export function failureText(error: unknown): string {
  if (error instanceof ShownError) return error.message
  if (!(error instanceof ApiError)) return t('error.generic')
  if (error.code === 'offline') return t('admin.failed.offline')
  if (error.code === 'aborted') return t('admin.failed.cancelled')
  if (error.code === 'bad_answer') return t('admin.failed.answer')
  if (error.code === 'unauthenticated') return t('admin.failed.signedOut')
  // The server's messages are texts for the user.
  return error.message
}

/** The server's messages about fields, by field name. */
export function failedFields(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {}
}

/** Whether `error` is an API error with this code. */
export function hasCode(error: unknown, code: ApiError['code']): boolean {
  return error instanceof ApiError && error.code === code
}
