import type { Output } from '@bidyaloy/shared/api/api'
import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import { type Endpoints, endpoints } from '@bidyaloy/shared/api/endpoints'
import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import { Problem } from '@bidyaloy/shared/api/problem'
import { collectionNames } from '@bidyaloy/shared/collections/registry'
import type Router from '@koa/router'
import type { Context } from 'koa'
import getRawBody from 'raw-body'
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import {
  createRunOnce,
  earlierAnswer,
  type IdempotentRequest,
  type IdempotentWrite,
} from './idempotency.ts'
import { inParts } from './in-parts.ts'
import type { MultipartBody, ReadMultipart, StagedFile } from './multipart-upload.ts'
import { repeatedField } from './request.ts'
import type { RequestState } from './request-log.ts'
import type { Authenticate, SignedInAdmin } from './require-admin.ts'

export type ApiRouter = Router<RequestState>

/** Dependencies of every route. */
export interface RouteDeps {
  db: Database
  clock: Clock
  authenticate: Authenticate
  readMultipart: ReadMultipart
}

type Parsed<E, K extends string> = E extends { [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined

/** A validated request. */
interface Call<N extends EndpointName> {
  params: Parsed<Endpoints[N], 'params'>
  query: Parsed<Endpoints[N], 'query'>
  /** Fields of the body, parsed by the endpoint's schema. */
  body: Parsed<Endpoints[N], 'body'>
  /** The staged upload; the route removes it unless the handler stores it. */
  file: StagedFile | undefined
  /** The signed-in admin; undefined on public endpoints. */
  admin: Endpoints[N] extends { access: 'admin' } ? SignedInAdmin : undefined
  /** Writes at most once for the request's Idempotency-Key. */
  runOnce: IdempotentWrite
  ctx: Context
}

export type Handler<N extends EndpointName> = (call: Call<N>) => Promise<Output<N>>

/**
 * Registers an endpoint: authenticates, parses the request with its schemas, calls `handler`, and
 * responds with the declared status. The body is not read before authentication.
 */
export function route<N extends EndpointName>(
  router: ApiRouter,
  deps: RouteDeps,
  name: N,
  handler: Handler<N>,
): void {
  const endpoint: Endpoint = endpoints[name]
  for (const { path, fixed } of concretePaths(endpoint.path)) {
    router.register(path, [endpoint.method], async (ctx) => {
      const admin = endpoint.access === 'admin' ? await deps.authenticate(ctx) : undefined
      if (admin) ctx.state.admin = admin
      if (endpoint.access === 'admin' || endpoint.method !== 'GET') {
        ctx.set('Cache-Control', 'no-store')
      }
      const params = parseParams(endpoint, { ...ctx.params, ...fixed })
      const query = parsePart(endpoint.query, queryOf(ctx))
      const key = admin && endpoint.idempotent ? idempotentRequest(ctx, admin) : null
      const earlier = key && (await earlierAnswer(deps.db.read, key))
      if (earlier) {
        await respond(ctx, endpoint, earlier.answer)
        return
      }
      const { fields, file } = await readBody(ctx, endpoint, deps.readMultipart)
      try {
        const body = parsePart(endpoint.body, fields)
        const runOnce = createRunOnce(deps.db, deps.clock, key)
        // Parsed by the schemas of this endpoint, from which `Call<N>` is derived.
        const call = { params, query, body, file, admin, runOnce, ctx } as unknown as Call<N>
        await respond(ctx, endpoint, await handler(call))
      } finally {
        await file?.discard()
      }
    })
  }
}

async function respond(ctx: Context, endpoint: Endpoint, answer: unknown): Promise<void> {
  // Downloads are sent by their handler, which supports range requests.
  if (endpoint.download) return
  ctx.status = endpoint.status
  if (endpoint.response) ctx.body = await declared(endpoint.response, answer)
}

/** Strips fields that the response schema does not declare; an invalid answer is left unchanged. */
async function declared(response: z.ZodType, answer: unknown): Promise<unknown> {
  if (!(response instanceof z.ZodArray && Array.isArray(answer))) {
    const parsed = response.safeParse(answer)
    return parsed.success ? parsed.data : answer
  }
  return inParts<unknown, unknown>(answer, (part) => {
    const { success, data } = response.safeParse(part)
    return success ? data : part
  })
}

/** Expands `:collection` to one path per collection: the parameter would match every other path. */
export function concretePaths(path: string): { path: string; fixed: Record<string, string> }[] {
  if (!path.includes(':collection')) return [{ path, fixed: {} }]
  return collectionNames.map((collection) => ({
    path: path.replace(':collection', collection),
    fixed: { collection },
  }))
}

/** Parses path parameters. A malformed id is answered with 404, other parameters with field errors. */
function parseParams(endpoint: Endpoint, params: Record<string, string>): unknown {
  if ('id' in params && !/^[0-9a-z]{1,40}$/.test(params.id ?? '')) {
    throw new Problem('not_found')
  }
  return parsePart(endpoint.params, params)
}

function queryOf(ctx: Context): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(ctx.querystring)) {
    if (Object.hasOwn(query, name)) throw repeatedField(name)
    query[name] = value
  }
  return query
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields = fieldTexts(parsed.error)
  // A body that is not an object has no field to name.
  throw new Problem('validation_failed', Object.keys(fields).length > 0 ? { fields } : {})
}

async function readBody(
  ctx: Context,
  endpoint: Endpoint,
  readMultipart: ReadMultipart,
): Promise<Partial<MultipartBody>> {
  if (!endpoint.body) return {}
  const types = endpoint.bodyTypes ?? ['json']
  if (types.includes('multipart') && bodyType(ctx).mediaType === 'multipart/form-data') {
    return readMultipart(ctx)
  }
  if (!types.includes('json')) throw new Problem('unsupported_media_type')
  return { fields: await readJsonBody(ctx, endpoint.maxJsonBytes) }
}

const KEY = /^[\x21-\x7e]{1,200}$/

function idempotentRequest(ctx: Context, admin: SignedInAdmin): IdempotentRequest | null {
  const key = ctx.get('Idempotency-Key')
  if (!key) return null
  if (!KEY.test(key)) throw new Problem('malformed_body')
  return { adminId: admin.id, key, request: `${ctx.method} ${ctx.path}` }
}

const MAX_JSON_BYTES = 100 * 1024

/** Returns the media type and charset of a request's body. */
function bodyType(ctx: Context): { mediaType: string; charset: string } {
  const [mediaType = '', ...parameters] = ctx.get('Content-Type').toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  return {
    mediaType: mediaType.trim(),
    charset: charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8',
  }
}

/**
 * Reads a JSON body.
 * @param limit maximum length in bytes
 * @throws Problem `unsupported_media_type`, `too_large`, `malformed_body`
 */
async function readJsonBody(ctx: Context, limit = MAX_JSON_BYTES): Promise<unknown> {
  const { mediaType, charset } = bodyType(ctx)
  if (mediaType !== 'application/json' || !['utf-8', 'utf8'].includes(charset)) {
    throw new Problem('unsupported_media_type')
  }
  if (ctx.get('Content-Encoding')) throw new Problem('unsupported_media_type')
  const text = await readText(ctx, limit)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('malformed_body', { cause })
  }
}

async function readText(ctx: Context, limit: number): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await getRawBody(ctx.req, {
      limit,
      ...(ctx.request.length !== undefined && { length: ctx.request.length }),
    })
  } catch (cause) {
    const type = cause instanceof Error && 'type' in cause ? cause.type : ''
    throw new Problem(type === 'entity.too.large' ? 'too_large' : 'malformed_body', { cause })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new Problem('malformed_body', { cause })
  }
}
