import type { ResponseConfig } from '@asteasolutions/zod-to-openapi'
import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import type { EndpointName } from '@bidyaloy/shared/api/paths'
import { Problem, type ProblemCode, problems } from '@bidyaloy/shared/api/problem'
import * as z from 'zod'
import { answerExamples } from './answer-examples.ts'

const codes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]]

/** The body of every refusal. */
export const ProblemSchema = z.object({
  error: z.string().describe('A sentence that a person can read'),
  code: z.enum(codes).describe('For programs; stays the same in every language'),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe('What is wrong with each field, where a field is to blame'),
})

type Answers = Record<string, ResponseConfig>

/** Every answer that an endpoint can give: its success, and its refusals by status. */
export function answers(name: EndpointName, endpoint: Endpoint): Answers {
  const { status, response, download } = endpoint
  const found: Answers = {
    [status]: {
      description: SUCCESS[status],
      ...(response && {
        content: { 'application/json': { schema: response, example: answerExamples[name] } },
      }),
      ...(download && {
        content: { [download]: { schema: { type: 'string', format: 'binary' } } },
      }),
      ...(headersOf[name] && { headers: headersOf[name] }),
    },
  }
  const refused = refusals(name, endpoint)
  for (const refusedStatus of new Set(refused.map((code) => problems[code].status))) {
    found[refusedStatus] = refusal(
      refused.filter((code) => problems[code].status === refusedStatus),
    )
  }
  found.default = {
    description: 'Any other refusal, such as a fault of the server (500) or no room left (507)',
    content: { 'application/json': { schema: ProblemSchema } },
  }
  return found
}

const SUCCESS = { 200: 'Done', 201: 'Created', 202: 'Begun', 204: 'Done; no body' } as const

const text = { type: 'string' } as const
const totalCount = {
  'X-Total-Count': {
    description: 'How many match in all, beyond `limit` and `offset`',
    schema: { type: 'integer' as const },
  },
}
const headersOf: Record<string, NonNullable<ResponseConfig['headers']>> = {
  login: { 'Set-Cookie': { description: 'The token as the cookie `adminToken`', schema: text } },
  listEntries: totalCount,
  listActivity: totalCount,
}

/** What the table says, and what every endpoint of its kind can answer. */
function refusals(name: string, endpoint: Endpoint): ProblemCode[] {
  const { method, access, params, query, body, idempotent, problems: own = [] } = endpoint
  const isWrite = method !== 'GET'
  const codes = new Set<ProblemCode>(own)
  if (access === 'admin') codes.add('unauthenticated')
  if (isWrite && (access === 'admin' || name === 'login')) codes.add('cross_site')
  // An unknown id is simply not found; what comes from a list can be none of its choices.
  const chosen = Object.keys(params?.shape ?? {}).filter((one) => !/^(id|collection)$/.test(one))
  if (query || body || chosen.length > 0) codes.add('validation_failed')
  if (body) {
    for (const code of ['malformed_body', 'too_large', 'unsupported_media_type'] as const) {
      codes.add(code)
    }
  }
  if (idempotent) codes.add('conflict').add('malformed_body')
  return [...codes]
}

function refusal(codes: readonly ProblemCode[]): ResponseConfig {
  const example = (code: ProblemCode) => [code, { value: new Problem(code).body('en') }] as const
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].en}`).join('\n\n'),
    content: {
      'application/json': {
        schema: ProblemSchema,
        examples: Object.fromEntries(codes.map(example)),
      },
    },
    ...(codes.includes('too_many_requests') && {
      headers: {
        'Retry-After': { description: 'Seconds', schema: { type: 'integer' as const } },
      },
    }),
  }
}
