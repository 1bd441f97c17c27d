import type * as z from 'zod'
import type { Endpoints } from './endpoints.ts'
import type { EndpointName } from './paths.ts'

type Part<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType }
  ? { [P in K]: z.input<S> }
  : unknown
type QueryPart<E> = E extends { query: infer S extends z.ZodType }
  ? { query?: z.input<S> }
  : unknown
type FilePart<E> = E extends { bodyTypes: readonly unknown[] } ? { file?: Blob } : unknown

/** Progress of a request's body, in bytes. */
export type OnProgress = (sent: number, total: number) => void

/** What every call may carry beside its data. */
export interface CallOptions {
  signal?: AbortSignal
  /** Made when a form opens; the server answers a repeat as it answered the first. */
  idempotencyKey?: string
  onProgress?: OnProgress
}

/** The data of a call: path parameters, query, body and file, as the endpoint declares them. */
export type Input<N extends EndpointName> = Part<Endpoints[N], 'params'> &
  QueryPart<Endpoints[N]> &
  Part<Endpoints[N], 'body'> &
  FilePart<Endpoints[N]>

/** The parsed answer of a call; `undefined` where there is none (204). */
export type Output<N extends EndpointName> = Endpoints[N] extends {
  response: infer S extends z.ZodType
}
  ? z.output<S>
  : undefined

/** Every endpoint as a method. Refusals are thrown as `ApiError`. */
export type Api = {
  [N in EndpointName]: (
    ...args: unknown extends Input<N>
      ? [input?: object, options?: CallOptions]
      : [input: Input<N>, options?: CallOptions]
  ) => Promise<Output<N>>
}

/** What pages need: the reads that anyone may make. Server rendering answers them in process. */
export type ReadApi = Pick<Api, keyof typeof import('./paths.ts').readPaths>

type ApiErrorCode = import('./problem.ts').ProblemCode | 'offline' | 'aborted' | 'bad_answer'

/** A call that did not succeed. `status` is 0 where no answer came. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: ApiErrorCode,
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
    /** Seconds, where the server told when to try again. */
    readonly retryAfter?: number,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}
