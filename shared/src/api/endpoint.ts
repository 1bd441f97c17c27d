import type * as z from 'zod'
import type { Action } from '../school/activity.ts'
import type { Right } from '../school/roles.ts'
import type { Method } from './paths.ts'
import type { ProblemCode } from './problem-codes.ts'

type Tag =
  | 'sign-in'
  | 'collections'
  | 'search'
  | 'school'
  | 'student counts'
  | 'settings'
  | 'notifications'
  | 'trash'
  | 'versions'
  | 'admin'
  | 'backup'

/**
 * What the activity has of a call: one line by its sender, with one of `actions`. `nothing` says of
 * which calls it has none, and why. Tests compare it with the lines (`recorded-actions.test.ts`).
 */
type Recorded = { actions: readonly [Action, ...Action[]]; nothing?: string } | { nothing: string }

/** Declaration of an endpoint for the server, clients and the OpenAPI document. */
export interface Endpoint {
  method: Method
  path: `/api/${string}`
  summary: string
  tag: Tag
  /** Who may call it. */
  access: 'public' | 'admin'
  /** The right that an admin needs. */
  right?: Right
  records?: Recorded
  /** Whether the response to a signed-in admin has more. */
  moreForAdmins?: boolean
  params?: z.ZodObject
  query?: z.ZodObject
  /** Fields of the body. */
  body?: z.ZodType
  /** Accepted body types, by default `json`. Multipart may also have `file` parts. */
  bodyTypes?: readonly ('json' | 'multipart')[]
  /** Maximum number of `file` parts, by default 1. */
  maxFiles?: number
  /** Size limit of a JSON body in bytes, if above the default of 100 kB. */
  maxJsonBytes?: number
  /** Whether a repeated Idempotency-Key gets the first response again. */
  idempotent?: boolean
  /** Success status; 202: continues after the response. */
  status: 200 | 201 | 202 | 204
  /** Media type of a file response. */
  download?: string
  /** Response body; absent for 204 and files. */
  response?: z.ZodType
  /** Error codes besides those of every endpoint of its kind. */
  problems?: readonly ProblemCode[]
}

/** Endpoints that write, or give out what is hidden, declare what the activity has of it. */
export type DeclaredEndpoint = Endpoint &
  ({ method: 'GET'; download?: undefined } | { records: Recorded })
