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
  earlierResult,
  type IdempotentRequest,
  type IdempotentWrite,
} from './idempotency.ts'
import { inChunks } from './in-chunks.ts'
import type { MultipartBody, ReadMultipart, StagedFile } from './multipart-upload.ts'
import type { NameUploads } from './named-uploads.ts'
import { repeatedField } from './request.ts'
import type { RequestState } from './request-log.ts'
import { type Authenticate, assertRight, type SignedInAdmin } from './require-admin.ts'

export type ApiRouter = Router<RequestState>

/** Dependencies of every route. */
export interface RouteDeps {
  db: Database
  clock: Clock
  authenticate: Authenticate
  readMultipart: ReadMultipart
  nameUploads: NameUploads
}

/** A part of a request that the endpoint may declare a schema for. */
type Part = 'params' | 'query' | 'body'

type Parsed<E, P extends Part> = E extends { [K in P]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined

type Caller<E> = E extends { access: 'admin' } ? SignedInAdmin : undefined

/** A validated request. */
interface Call<N extends EndpointName> {
  params: Parsed<Endpoints[N], 'params'>
  query: Parsed<Endpoints[N], 'query'>
  /** Fields of the body, parsed by the endpoint's schema. */
  body: Parsed<Endpoints[N], 'body'>
  /** The staged uploads; the route removes those that the handler does not store. */
  files: readonly StagedFile[]
  /** The signed-in admin; undefined on public endpoints. */
  admin: Caller<Endpoints[N]>
  /** Writes at most once for the request's Idempotency-Key. */
  runOnce: IdempotentWrite
  ctx: Context
}

export type Handler<N extends EndpointName> = (call: Call<N>) => Promise<Output<N>>

/** An id, or a slug in any normal form: it has at most 80 letters, signs, digits and hyphens. */
const ID = /^[\p{L}\p{M}\p{N}\p{Join_Control}-]{1,160}$/u

/**
 * Registers an endpoint: authenticates, parses the request with its schemas, calls `handler`, and
 * responds with the declared status. The body is not read before authentication, which is repeated
 * after it.
 */
export function route<N extends EndpointName>(
  router: ApiRouter,
  deps: RouteDeps,
  name: N,
  handler: Handler<N>,
): void {
  const endpoint: Endpoint & Endpoints[N] = endpoints[name]
  for (const { path, presetParams } of concretePaths(endpoint.path)) {
    router.register(path, [endpoint.method], async (ctx) => {
      const allowedCaller = async () => {
        const caller = await authenticateCaller(endpoint, ctx, deps.authenticate)
        if (caller) ctx.state.admin = caller
        if (caller && endpoint.right) assertRight(caller, endpoint.right)
        return caller
      }
      const sender = await allowedCaller()
      if (sender || endpoint.method !== 'GET') ctx.set('Cache-Control', 'no-store')
      if (ctx.params.id !== undefined && !ID.test(ctx.params.id)) throw new Problem('not_found')
      const params = parsePart(endpoint, 'params', { ...ctx.params, ...presetParams })
      const query = parsePart(endpoint, 'query', queryOf(ctx))
      const key = sender ? idempotentRequest(ctx, endpoint, sender) : null
      const replay = async () => {
        const earlier = key && (await earlierResult(deps.db.read, key))
        if (!earlier) return false
        // The first request may still wait until readers see what it wrote.
        await deps.db.write(async () => undefined)
        await respond(ctx, endpoint, earlier.result)
        return true
      }
      if (await replay()) return
      let received: Partial<MultipartBody>
      try {
        received = await readBody(ctx, endpoint, deps)
      } catch (error) {
        // The first request may have used the upload while this one was received.
        const isGone = error instanceof Problem && error.code === 'upload_gone'
        if (isGone && (await allowedCaller()) && (await replay())) return
        throw error
      }
      const { fields, files = [] } = received
      try {
        // A body may be sent for hours: session and role count as they are at its end.
        const admin = endpoint.body ? await allowedCaller() : sender
        const body = parsePart(endpoint, 'body', fields)
        const runOnce = createRunOnce(deps.db, deps.clock, key)
        const result = await handler({ params, query, body, files, admin, runOnce, ctx })
        for (const file of files) await file.done?.()
        await respond(ctx, endpoint, result)
      } finally {
        for (const file of files) await file.discard()
      }
    })
  }
}

/** Authenticates the caller of an admin endpoint; returns undefined for public endpoints. */
async function authenticateCaller<E extends Endpoint>(
  endpoint: E,
  ctx: Context,
  authenticate: Authenticate,
): Promise<Caller<E>>
async function authenticateCaller(
  { access }: Endpoint,
  ctx: Context,
  authenticate: Authenticate,
): Promise<SignedInAdmin | undefined> {
  return access === 'admin' ? authenticate(ctx) : undefined
}

async function respond(ctx: Context, endpoint: Endpoint, result: unknown): Promise<void> {
  // Downloads are sent by their handler, which supports range requests.
  if (endpoint.download) return
  ctx.status = endpoint.status
  if (endpoint.response) ctx.body = await stripUndeclaredFields(endpoint.response, result)
}

/**
 * Strips fields that the response schema does not declare. An invalid result is left unchanged:
 * data from an earlier version or an old backup may break a present rule and is still shown.
 */
async function stripUndeclaredFields(response: z.ZodType, result: unknown): Promise<unknown> {
  if (!(response instanceof z.ZodArray && Array.isArray(result))) {
    const parsed = response.safeParse(result)
    return parsed.success ? parsed.data : result
  }
  return inChunks<unknown, unknown>(result, (part) => {
    const { success, data } = response.safeParse(part)
    return success ? data : part
  })
}

/**
 * Expands `:collection` to one path per collection, with the parameter preset: as a parameter it
 * would match every other path.
 */
export function concretePaths(
  path: string,
): { path: string; presetParams: Record<string, string> }[] {
  if (!path.includes(':collection')) return [{ path, presetParams: {} }]
  return collectionNames.map((collection) => ({
    path: path.replace(':collection', collection),
    presetParams: { collection },
  }))
}

function queryOf(ctx: Context): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(ctx.querystring)) {
    if (Object.hasOwn(query, name)) throw repeatedField(name)
    query[name] = value
  }
  return query
}

/**
 * Parses a part of a request with the endpoint's schema.
 * @throws Problem `validation_failed`
 */
function parsePart<E extends Endpoint, P extends Part>(
  endpoint: E,
  part: P,
  value: unknown,
): Parsed<E, P>
function parsePart(endpoint: Endpoint, part: Part, value: unknown): unknown {
  const schema = endpoint[part]
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
  { readMultipart, nameUploads }: Pick<RouteDeps, 'readMultipart' | 'nameUploads'>,
): Promise<Partial<MultipartBody>> {
  if (!endpoint.body) return {}
  const { bodyTypes: types = ['json'], maxFiles = 1 } = endpoint
  if (!types.includes('multipart')) {
    return { fields: await readJsonBody(ctx, endpoint.maxJsonBytes) }
  }
  if (mediaType(ctx) === 'multipart/form-data') {
    return nameUploads(ctx, await readMultipart(ctx, maxFiles), maxFiles)
  }
  if (!types.includes('json')) throw new Problem('unsupported_media_type')
  const fields = await readJsonBody(ctx, endpoint.maxJsonBytes)
  return nameUploads(ctx, { fields, files: [] }, maxFiles)
}

const KEY = /^[\x21-\x7e]{1,200}$/

function idempotentRequest(
  ctx: Context,
  { idempotent }: Endpoint,
  admin: SignedInAdmin,
): IdempotentRequest | null {
  const key = ctx.get('Idempotency-Key')
  if (!idempotent || !key) return null
  if (!KEY.test(key)) throw new Problem('malformed_body')
  return { adminId: admin.id, key, request: `${ctx.method} ${ctx.path}` }
}

function mediaType(ctx: Context): string {
  return ctx.request.type.trim().toLowerCase()
}

const MAX_JSON_BYTES = 100 * 1024

/**
 * Reads a JSON body.
 * @param limit maximum length in bytes
 * @throws Problem `unsupported_media_type`, `too_large`, `malformed_body`
 */
async function readJsonBody(ctx: Context, limit = MAX_JSON_BYTES): Promise<unknown> {
  const isUtf8 = /^(utf-?8)?$/i.test(ctx.request.charset)
  if (mediaType(ctx) !== 'application/json' || !isUtf8 || ctx.get('Content-Encoding')) {
    throw new Problem('unsupported_media_type')
  }
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
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new Problem('malformed_body', { cause })
  }
}
