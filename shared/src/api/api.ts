import type * as z from 'zod'
import type { Endpoints } from './endpoints.ts'
import type { EndpointName, readPaths } from './paths.ts'
import type { ProblemCode } from './problem-codes.ts'

type Part<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.input<S> }
  : unknown
type QueryPart<E> = E extends { query: infer S extends z.ZodType }
  ? { query?: z.input<S> }
  : unknown
/** With `file`, even an empty list, the body is sent as a form, otherwise as JSON. */
type FilePart<E> = E extends { bodyTypes: readonly unknown[] }
  ? { file?: Blob | readonly Blob[] }
  : unknown

/** Progress of a request's body, in bytes. */
export type OnProgress = (sent: number, total: number) => void

/** Options of every call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Created when a form opens; the server repeats its first response for the same key. */
  idempotencyKey?: string
  onProgress?: OnProgress
}

/** Input of a call: path parameters, query, body and files of the endpoint. */
export type Input<N extends EndpointName> = Part<Endpoints[N], 'params'> &
  QueryPart<Endpoints[N]> &
  Part<Endpoints[N], 'body'> &
  FilePart<Endpoints[N]>

/** Parsed response of a call; `undefined` for 204. */
export type Output<N extends EndpointName> = Endpoints[N] extends {
  response: infer S extends z.ZodType
}
  ? z.output<S>
  : undefined

/** Every endpoint as a method, which rejects with `ApiError`. */
export type Api = {
  [N in EndpointName]: (
    ...args: unknown extends Input<N>
      ? [input?: object, options?: CallOptions]
      : [input: Input<N>, options?: CallOptions]
  ) => Promise<Output<N>>
}

/** Public reads for pages. Server rendering calls them in process. */
export type ReadApi = Pick<Api, keyof typeof readPaths>

type ApiErrorCode = ProblemCode | 'offline' | 'aborted' | 'bad_answer'

/** A failed call. `status` is 0 without a response. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ApiErrorCode,
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
    /** Seconds from `Retry-After`. */
    readonly retryAfter?: number,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}
