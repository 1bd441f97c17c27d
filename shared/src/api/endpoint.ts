import type * as z from 'zod'
import type { Method } from './paths.ts'
import type { ProblemCode } from './problem.ts'

type Tag =
  | 'sign-in'
  | 'collections'
  | 'school'
  | 'student counts'
  | 'settings'
  | 'trash'
  | 'office'
  | 'backup'

/** How an endpoint is declared; server, clients and the OpenAPI document read the same rows. */
export interface Endpoint {
  method: Method
  path: `/api/${string}`
  summary: string
  tag: Tag
  /** Who may call it. */
  access: 'public' | 'admin'
  /** Whether a signed-in admin is shown what others are not. */
  moreForAdmins?: boolean
  params?: z.ZodObject
  query?: z.ZodObject
  /** Fields of the body. */
  body?: z.ZodType
  /** How the body may come. `json` unless told. With multipart a `file` may come beside it. */
  bodyTypes?: readonly ('json' | 'multipart')[]
  /** Longest JSON body in bytes, where it may be longer than the usual 100 kB. */
  maxJsonBytes?: number
  /** Whether the same Idempotency-Key gives the first answer again. */
  idempotent?: boolean
  /** Status of success; 202: begun, and going on after the answer. */
  status: 200 | 201 | 202 | 204
  /** Media type of success where it is a file instead of JSON. */
  download?: string
  /** Body of success; absent with 204 and for files. */
  response?: z.ZodType
  /** Refusals beyond those that every endpoint of its kind can give. */
  problems?: readonly ProblemCode[]
}

/** Declares an endpoint, keeping the exact types of its schemas. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared
}
