import type { Logger } from 'pino'
import type { SignedInAdmin } from './require-admin.ts'

/** What the middleware leaves on a request for those after it. */
export interface RequestState {
  requestId: string
  log: Logger
  /** Who sent the request, set by the route once it has asked. */
  admin?: SignedInAdmin
}
