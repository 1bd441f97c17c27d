import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi'
import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import * as z from 'zod'
import type { Config } from '../config.ts'
import { concretePaths } from '../http/route.ts'
import { answers } from './answers.ts'
import { nameSchemas } from './named-schemas.ts'
import { requestBody } from './request-body.ts'

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

const VERSION = '1.0.0'

const DESCRIPTION = `The API of a school's website. Anyone may read; to write, sign in.

- A record's \`_id\` is a string: treat it as opaque. Times are ISO 8601 UTC.
- An error answers \`{ error, code, fields? }\`: \`error\` is a sentence for a person, in the language that \`Accept-Language\` asks for (Bengali unless English is preferred); \`code\` is for programs.
- Send \`Idempotency-Key\` with a create: a repeat gets the first answer again and creates nothing.
- Send the \`__v\` that you saw with a change: it answers 409 if the record has changed since.
- In a browser the cookie counts only from this site's own pages; programs send \`Authorization: Bearer\`.`

// The table's own keys.
const names = Object.keys(endpoints) as EndpointName[]

const ACCEPT_LANGUAGE = 'AcceptLanguage'
const IDEMPOTENCY_KEY = 'IdempotencyKey'

/** The OpenAPI 3.1 document of the whole API, made from the table of endpoints. */
export function openApiDocument({ publicUrl }: Pick<Config, 'publicUrl'>): OpenApiDocument {
  const registry = new OpenAPIRegistry()
  nameSchemas()
  registerParts(registry)
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name]
    for (const { path, fixed } of concretePaths(endpoint.path)) {
      registry.registerPath(operation(name, endpoint, path, fixed.collection))
    }
  }
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'Bidyaloy API',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl ?? '/' }],
    tags: [...new Set(Object.values<Endpoint>(endpoints).map(({ tag }) => tag))].map((name) => ({
      name,
    })),
  })
}

function registerParts(registry: OpenAPIRegistry): void {
  registry.registerComponent('securitySchemes', 'cookie', {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'Set by signing in; counts only for requests of this site’s own pages',
  })
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token that signing in answers, for programs',
  })
  registry.registerComponent('parameters', ACCEPT_LANGUAGE, {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of sentences for people: `bn` (unless told) or `en`',
    schema: { type: 'string' },
    example: 'en',
  })
  registry.registerComponent('parameters', IDEMPOTENCY_KEY, {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Made once for each thing to create; a repeat gets the first answer again',
    schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
  })
}

function operation(
  name: EndpointName,
  endpoint: Endpoint,
  path: string,
  collection: string | undefined,
): RouteConfig {
  const { method, summary, tag, query, idempotent } = endpoint
  const params = freeParams(endpoint, collection !== undefined)
  const body = requestBody(name, endpoint, collection)
  return {
    method: methods[method],
    path: path.replace(/:(\w+)/g, '{$1}'),
    operationId: name + pascal(collection ?? ''),
    summary,
    tags: [tag],
    security: security(endpoint),
    parameters: [parameter(ACCEPT_LANGUAGE), ...(idempotent ? [parameter(IDEMPOTENCY_KEY)] : [])],
    request: { ...(params && { params }), ...(query && { query }), ...(body && { body }) },
    responses: answers(name, endpoint),
  }
}

/** Ways to prove who one is; an empty one where everyone may ask, too. */
function security({ access, moreForAdmins }: Endpoint): NonNullable<RouteConfig['security']> {
  const signedIn = [{ cookie: [] }, { bearer: [] }]
  if (access === 'admin') return signedIn
  return moreForAdmins ? [{}, ...signedIn] : []
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

function parameter(name: string): { $ref: string } {
  return { $ref: `#/components/parameters/${name}` }
}

/** The parameters that the address still has once its collection is written out. */
function freeParams({ params }: Endpoint, withoutCollection: boolean): z.ZodObject | undefined {
  if (!params) return undefined
  const shape = Object.entries(params.shape).filter(
    ([name]) => !(withoutCollection && name === 'collection'),
  )
  return shape.length > 0 ? z.object(Object.fromEntries(shape)) : undefined
}

/** `main-gallery` → `MainGallery`. */
function pascal(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
