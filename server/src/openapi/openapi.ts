import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import { SESSION_COOKIE } from '@bidyaloy/shared/school/admin-session'
import type * as z from 'zod'
import type { Config } from '../config.ts'
import { concretePaths } from '../http/route.ts'
import { jsonSchema, withComponents } from './json-schema.ts'
import { nameSchemas } from './named-schemas.ts'
import { requestBody } from './request-body.ts'
import { responses } from './responses.ts'

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
export function openApiDocument({ publicUrl }: Pick<Config, 'publicUrl'>): object {
  nameSchemas()
  const operations = names.flatMap((name) => {
    const endpoint: Endpoint = endpoints[name]
    return concretePaths(endpoint.path).map(({ path, presetParams }) => ({
      path: path.replace(/:(\w+)/g, '{$1}'),
      item: { [endpoint.method.toLowerCase()]: operation(name, endpoint, presetParams.collection) },
    }))
  })
  const paths: Record<string, (typeof operations)[number]['item']> = {}
  for (const { path, item } of operations) paths[path] = { ...paths[path], ...item }
  return withComponents(
    {
      openapi: '3.1.0',
      info: {
        title: 'Bidyaloy API',
        version: VERSION,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl ?? '/' }],
      tags: [...new Set(names.map((name) => endpoints[name].tag))].map((name) => ({ name })),
      paths,
    },
    components,
  )
}

const components = {
  securitySchemes: {
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: SESSION_COOKIE,
      description: 'Set by sign-in; accepted only from the site’s own pages',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The token in the response to sign-in, for programs',
    },
  },
  parameters: {
    [ACCEPT_LANGUAGE]: {
      name: 'Accept-Language',
      in: 'header',
      description: 'Language of messages for people: `bn` (default) or `en`',
      schema: { type: 'string' },
      example: 'en',
    },
    [IDEMPOTENCY_KEY]: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Unique key of this write; a repetition gets the first response again',
      schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
    },
  },
}

function operation(name: EndpointName, endpoint: Endpoint, collection: string | undefined) {
  const { summary, tag, query, idempotent } = endpoint
  // The concrete path names the collection.
  const params = collection ? endpoint.params?.omit({ collection: true }) : endpoint.params
  const body = requestBody(name, endpoint, collection)
  return {
    operationId: name + pascal(collection ?? ''),
    summary,
    tags: [tag],
    security: security(endpoint),
    parameters: [
      sharedParameter(ACCEPT_LANGUAGE),
      ...(idempotent ? [sharedParameter(IDEMPOTENCY_KEY)] : []),
      ...parameters('path', params),
      ...parameters('query', query),
    ],
    ...(body && { requestBody: body }),
    responses: responses(name, endpoint),
  }
}

/** Returns the accepted credentials; an empty object means that none are required. */
function security({ access, moreForAdmins }: Endpoint): Record<string, string[]>[] {
  const signedIn = [{ cookie: [] }, { bearer: [] }]
  if (access === 'admin') return signedIn
  return moreForAdmins ? [{}, ...signedIn] : []
}

function sharedParameter(name: string) {
  return { $ref: `#/components/parameters/${name}` }
}

function parameters(place: 'path' | 'query', schema?: z.ZodObject) {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { description, ...fieldSchema } = jsonSchema(field)
    return {
      name,
      in: place,
      required: !field.safeParse(undefined).success,
      ...(description && { description }),
      schema: fieldSchema,
    }
  })
}

/** Returns a name in PascalCase: `main-gallery` → `MainGallery`. */
function pascal(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
