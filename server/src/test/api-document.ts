import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import * as z from 'zod'

const Media = z.object({
  schema: z.unknown(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.unknown()).optional(),
  encoding: z.object({ file: z.object({ contentType: z.string() }) }).optional(),
})
const DocumentedResponse = z.object({
  content: z.record(z.string(), Media).optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
})
const Parameter = z.object({ name: z.string(), in: z.string() })
const Operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.union([Parameter, z.object({ $ref: z.string() })])),
  requestBody: z.object({ content: z.record(z.string(), Media) }).optional(),
  responses: z.record(z.string(), DocumentedResponse),
})
const Document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ parameters: z.record(z.string(), Parameter) }),
})

/** An operation of the OpenAPI document. */
export interface DocumentedOperation {
  id: string
  method: string
  /** `/api/notices/{id}` */
  path: string
  forAdmins: boolean
  parameters: readonly z.infer<typeof Parameter>[]
  /** Request bodies by media type. */
  bodies: Readonly<Record<string, z.infer<typeof Media>>>
  responses: Readonly<Record<string, z.infer<typeof DocumentedResponse>>>
}

/** The OpenAPI document as a client reads it, independent of the server's endpoint table. */
export interface ApiDocument {
  operations: readonly DocumentedOperation[]
  /**
   * Checks that a response has a documented status, body and headers, and an error one of the codes
   * documented for its status.
   */
  check(operation: DocumentedOperation, response: Response): Promise<void>
  /** Checks the examples of responses against their schemas; every response with a body has one. */
  checkExamples(operation: DocumentedOperation): void
}

const JSON_TYPE = 'application/json'

/**
 * Reads the document.
 * @param raw the served JSON
 * @throws ZodError if it lacks what the tests need
 */
export function readApiDocument(raw: unknown): ApiDocument {
  const { paths, components } = Document.parse(raw)
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(Object(raw), 'document')

  // Compiled once per schema: many responses share one.
  const compiled = new Map<string, ValidateFunction>()
  const compile = (schema: unknown): ValidateFunction => {
    const text = JSON.stringify(schema)
    const known = compiled.get(text)
    if (known) return known
    const validate = ajv.compile(JSON.parse(text.replaceAll('"#/', '"document#/')))
    compiled.set(text, validate)
    return validate
  }

  return {
    operations: Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId, security, ...operation }]) => ({
        ...{ id: operationId, method: method.toUpperCase(), path },
        forAdmins: security.length > 0 && security.every((way) => Object.keys(way).length > 0),
        parameters: operation.parameters.flatMap((parameter) => {
          if ('name' in parameter) return [parameter]
          const shared = components.parameters[parameter.$ref.split('/').at(-1) ?? '']
          return shared ? [shared] : []
        }),
        bodies: operation.requestBody?.content ?? {},
        responses: operation.responses,
      })),
    ),
    async check({ id, responses }, response) {
      const status = responses[response.status] ? String(response.status) : 'default'
      const { content, headers = {} } = responses[status] ?? {}
      const what = `${id} ${response.status}`
      if (response.ok) expect([what, status]).toEqual([what, String(response.status)])
      for (const name of Object.keys(headers)) {
        expect([what, name, response.headers.has(name)]).toEqual([what, name, true])
      }
      const text = await response.text()
      const [type = ''] = Object.keys(content ?? {})
      if (content && type !== JSON_TYPE) {
        expect([what, response.headers.get('content-type')]).toEqual([what, type])
        expect(text.length).toBeGreaterThan(0)
        return
      }
      if (!content) {
        expect([what, text]).toEqual([what, ''])
        return
      }
      expect(response.headers.get('content-type')).toBe(`${JSON_TYPE}; charset=utf-8`)
      const body: unknown = JSON.parse(text)
      const validate = compile(content[JSON_TYPE]?.schema)
      validate(body)
      expect([what, text, validate.errors ?? []]).toEqual([what, text, []])
      const codes = Object.keys(content[JSON_TYPE]?.examples ?? {})
      if (!response.ok && status !== 'default') expect(codes).toContain(Object(body).code)
    },
    checkExamples(operation) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const { example, examples = {} } = content?.[JSON_TYPE] ?? {}
        if (!content?.[JSON_TYPE] || status === 'default') continue
        const all = [example, ...Object.values(examples).map((one) => Object(one).value)]
        const given = all.filter((one) => one !== undefined)
        expect([operation.id, status, given.length > 0]).toEqual([operation.id, status, true])
        for (const one of given) {
          const validate = compile(content[JSON_TYPE].schema)
          validate(one)
          expect([operation.id, status, validate.errors ?? []]).toEqual([operation.id, status, []])
        }
      }
    },
  }
}
