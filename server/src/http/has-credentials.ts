import type { IncomingMessage } from 'node:http'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'

const COOKIE = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=`)

/** Whether a request may be an admin's: it brings a token, good or not. */
export function hasCredentials({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || COOKIE.test(headers.cookie ?? '')
}
