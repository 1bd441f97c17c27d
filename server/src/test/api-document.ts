import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import * as z from 'zod'

/* The API's document as a client would read it: nothing here looks into the server's own tables. */

const Media = z.object({
  schema: z.unknown(),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.unknown()).optional(),
  encoding: z.object({ file: z.object({ contentType: z.string() }) }).optional(),
})
const Answer = z.object({
  content: z.record(z.string(), Media).optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
})
const Parameter = z.object({ name: z.string(), in: z.string() })
const Operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.union([Parameter, z.object({ $ref: z.string() })])),
  requestBody: z.object({ content: z.record(z.string(), Media) }).optional(),
  responses: z.record(z.string(), Answer),
})
const Document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ parameters: z.record(z.string(), Parameter) }),
})

/** One address with one method, as the document tells it. */
export interface DocumentedOperation {
  id: string
  method: string
  /** `/api/notices/{id}` */
  path: string
  forAdmins: boolean
  parameters: readonly z.infer<typeof Parameter>[]
  /** How a body may come: by media type. */
  bodies: Readonly<Record<string, z.infer<typeof Media>>>
  responses: Readonly<Record<string, z.infer<typeof Answer>>>
}

/** The API's document as the tests use it. */
export interface ApiDocument {
  operations: readonly DocumentedOperation[]
  /**
   * Holds an answer against the document: its status is one that is told, its body is of the
   * schema, a refusal's code is among those told for that status.
   */
  check(operation: DocumentedOperation, answer: Response): Promise<void>
  /** Holds the examples of answers against their schemas; every success with a body has one. */
  checkExamples(operation: DocumentedOperation): void
}

const JSON_TYPE = 'application/json'

/**
 * @param raw the document as it was served.
 * @throws where it is not of the shape that the tests need
 */
export function readApiDocument(raw: unknown): ApiDocument {
  const { paths, components } = Document.parse(raw)
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(Object(raw), 'document')

  // Each schema is compiled once, however many answers refer to it.
  const compiled = new Map<string, ValidateFunction>()
  const compile = (schema: unknown): ValidateFunction => {
    const text = JSON.stringify(schema)
    const known = compiled.get(text)
    if (known) return known
    const fits = ajv.compile(JSON.parse(text.replaceAll('"#/', '"document#/')))
    compiled.set(text, fits)
    return fits
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
    async check({ id, responses }, answer) {
      const told = responses[answer.status] ? String(answer.status) : 'default'
      const { content, headers = {} } = responses[told] ?? {}
      const what = `${id} ${answer.status}`
      if (answer.ok) expect([what, told]).toEqual([what, String(answer.status)])
      for (const name of Object.keys(headers)) {
        expect([what, name, answer.headers.has(name)]).toEqual([what, name, true])
      }
      const text = await answer.text()
      const [type = ''] = Object.keys(content ?? {})
      if (content && type !== JSON_TYPE) {
        expect([what, answer.headers.get('content-type')]).toEqual([what, type])
        expect(text.length).toBeGreaterThan(0)
        return
      }
      if (!content) {
        expect([what, text]).toEqual([what, ''])
        return
      }
      expect(answer.headers.get('content-type')).toBe(`${JSON_TYPE}; charset=utf-8`)
      const body: unknown = JSON.parse(text)
      const fits = compile(content[JSON_TYPE]?.schema)
      fits(body)
      expect([what, text, fits.errors ?? []]).toEqual([what, text, []])
      const codes = Object.keys(content[JSON_TYPE]?.examples ?? {})
      if (!answer.ok && told !== 'default') expect(codes).toContain(Object(body).code)
    },
    checkExamples(operation) {
      for (const [told, { content }] of Object.entries(operation.responses)) {
        const { example, examples = {} } = content?.[JSON_TYPE] ?? {}
        if (!content?.[JSON_TYPE] || told === 'default') continue
        const all = [example, ...Object.values(examples).map((one) => Object(one).value)]
        const given = all.filter((one) => one !== undefined)
        expect([operation.id, told, given.length > 0]).toEqual([operation.id, told, true])
        for (const one of given) {
          const fits = compile(content[JSON_TYPE].schema)
          fits(one)
          expect([operation.id, told, fits.errors ?? []]).toEqual([operation.id, told, []])
        }
      }
    },
  }
}
