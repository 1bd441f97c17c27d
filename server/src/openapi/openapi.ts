import {
  OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi'
import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import type { Config } from '../config.ts'
import { concretePaths } from '../http/route.ts'
import { nameSchemas } from './named-schemas.ts'
import { requestBody } from './request-body.ts'
import { responses } from './responses.ts'

export type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>

const VERSION = '1.0.0'

const DESCRIPTION = `The API of a school website. Reading is public; writing requires sign-in.

- A record's \`_id\` is an opaque string. Times are ISO 8601 UTC.
- Error bodies are \`{ error, code, fields? }\`: \`error\` is a message for people, in the language of \`Accept-Language\` (Bengali unless English is preferred); \`code\` is for programs.
- \`Idempotency-Key\` makes a write repeatable: a repetition gets the first response and changes nothing.
- \`__v\` is the version on which a change is based: the response is 409 if the record has changed since.
- Browsers use the session cookie, which is accepted only from the site's own pages; programs send \`Authorization: Bearer\`.`

// The keys of the table are the endpoint names.
const names = Object.keys(endpoints) as EndpointName[]

const ACCEPT_LANGUAGE = 'AcceptLanguage'
const IDEMPOTENCY_KEY = 'IdempotencyKey'

/** Generates the OpenAPI 3.1 document of the whole API from the endpoint table. */
export function openApiDocument({ publicUrl }: Pick<Config, 'publicUrl'>): OpenApiDocument {
  const registry = new OpenAPIRegistry()
  nameSchemas()
  registerComponents(registry)
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name]
    for (const { path, presetParams } of concretePaths(endpoint.path)) {
      registry.registerPath(operation(name, endpoint, path, presetParams.collection))
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
    tags: [...new Set(names.map((name) => endpoints[name].tag))].map((name) => ({ name })),
  })
}

function registerComponents(registry: OpenAPIRegistry): void {
  registry.registerComponent('securitySchemes', 'cookie', {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'Set by sign-in; accepted only from the site’s own pages',
  })
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token in the response to sign-in, for programs',
  })
  registry.registerComponent('parameters', ACCEPT_LANGUAGE, {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of messages for people: `bn` (default) or `en`',
    schema: { type: 'string' },
    example: 'en',
  })
  registry.registerComponent('parameters', IDEMPOTENCY_KEY, {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Unique key of this write; a repetition gets the first response again',
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
  // The concrete path names the collection.
  const params = collection ? endpoint.params?.omit({ collection: true }) : endpoint.params
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
    responses: responses(name, endpoint),
  }
}

/** Returns the accepted credentials; an empty object means that none are required. */
function security({ access, moreForAdmins }: Endpoint): NonNullable<RouteConfig['security']> {
  const signedIn = [{ cookie: [] }, { bearer: [] }]
  if (access === 'admin') return signedIn
  return moreForAdmins ? [{}, ...signedIn] : []
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

function parameter(name: string): { $ref: string } {
  return { $ref: `#/components/parameters/${name}` }
}

/** Returns a name in PascalCase: `main-gallery` → `MainGallery`. */
function pascal(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
