import type * as z from 'zod'
import type { Method } from '../feature.ts'
import type { Action } from '../school/actions.ts'
import type { Right } from '../school/roles.ts'
import type { ProblemCode } from './problem-codes.ts'

/**
 * What the activity has of a call: one line by its sender, with one of `actions`. `nothing` says of
 * which calls it has none, and why. Tests compare it with the lines (`recorded-actions.test.ts`).
 */
type Recorded = { actions: readonly [Action, ...Action[]]; nothing?: string } | { nothing: string }

/** How the desktop app keeps a change until the server can be reached. */
export interface Offline {
  /** What it changes, with the parameters of the path. Changes of one record are sent in order. */
  record: string
  /** Whether it creates a record, whose id the server assigns. */
  creates?: true
  /** Whether its body is a whole, into which no later change is merged. */
  isWhole?: true
  /** Whether the response has the record as `data`, beside a `message`. */
  isWrapped?: true
  /** Returns what the page gets until then; by default the record after the change. */
  respond?: (body: Readonly<Record<string, unknown>>) => object
}

/** Declaration of an endpoint for the server, clients and the OpenAPI document. */
export interface Endpoint {
  method: Method
  path: `/api/${string}`
  summary: string
  /** Its group in the API document. */
  tag: string
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
  /** Absent: the change needs the server's response at once. Needs `idempotent`. */
  offline?: Offline
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
