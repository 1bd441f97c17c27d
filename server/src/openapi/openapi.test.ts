import { once } from 'node:events'
import http from 'node:http'
import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { collectionNames, collections } from '@bidyaloy/shared/collections/registry'
import { featureEndpoints } from '@bidyaloy/shared/feature-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { bodyExamples } from './request-body.ts'

/** The checked part of an operation. */
const Operation = z.object({
  operationId: z.string(),
  summary: z.string().min(1),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.union([
      z.object({ $ref: z.string() }),
      z.object({ name: z.string(), in: z.string(), required: z.boolean() }),
    ]),
  ),
  requestBody: z
    .object({
      content: z.record(
        z.string(),
        z.object({ schema: z.looseObject({}), example: z.unknown().optional() }),
      ),
    })
    .optional(),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string().min(1),
      content: z.record(z.string(), z.object({ schema: z.looseObject({}) })).optional(),
    }),
  ),
})
const Document = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(z.enum(['get', 'post', 'put', 'delete']), Operation.optional()),
  ),
  components: z.looseObject({}),
})

let server: TestServer
let document: z.infer<typeof Document>
let raw: unknown
beforeAll(async () => {
  server = await startTestServer()
  const response = await server.fetch('/api/openapi.json')
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  raw = await response.json()
  document = Document.parse(raw)
})
afterAll(() => server.stop())

const endpointOf = (name: string) => Object.entries(endpoints).find(([key]) => key === name)?.[1]

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation ? [{ path, method, operation }] : [],
    ),
  )

/** Whether an operation requires credentials. */
function isForAdmins({ security }: z.infer<typeof Operation>): boolean {
  return security.length > 0 && security.every((way) => Object.keys(way).length > 0)
}

/** Converts a schema of the document to zod, which looks for named schemas under `$defs`. */
function zodSchemaOf(schema: object): z.ZodType {
  const whole = { ...schema, $defs: document.components.schemas }
  return z.fromJSONSchema(
    JSON.parse(JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/')),
  )
}

/** Returns the status of a conditional request, which Node's `fetch` would change. */
async function statusIfNoneMatch(address: string, etag: string): Promise<number | undefined> {
  const request = http.get(server.url + address, { headers: { 'if-none-match': etag } })
  const [response]: http.IncomingMessage[] = await once(request, 'response')
  response?.resume()
  return response?.statusCode
}

test('documents every endpoint and nothing else', () => {
  const expected = Object.entries<Endpoint>(endpoints).flatMap(([name, { method, path }]) => {
    const paths = path.includes(':collection')
      ? collectionNames.map((collection) => path.replace(':collection', collection))
      : [path]
    return paths.map((concrete) => `${name} ${method} ${concrete.replace(/:(\w+)/g, '{$1}')}`)
  })
  const found = operations().map(({ path, method, operation: { operationId } }) => {
    const name = Object.keys(endpoints)
      .filter((candidate) => operationId.startsWith(candidate))
      .sort((a, b) => b.length - a.length)[0]
    return `${name} ${method.toUpperCase()} ${path}`
  })
  expect(found.sort()).toEqual(expected.sort())
})

test('has unique ids, valid references and declared parameters', () => {
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z]+$/)

  const references = [...JSON.stringify(raw).matchAll(/"\$ref":"#\/([^"]+)"/g)]
  expect(references.length).toBeGreaterThan(100)
  for (const [, pointer = ''] of references) {
    const target = pointer
      .split('/')
      .reduce<unknown>((value, key) => z.record(z.string(), z.unknown()).parse(value)[key], raw)
    expect([pointer, typeof target]).toEqual([pointer, 'object'])
  }

  for (const { path, operation } of operations()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = operation.parameters.flatMap((parameter) =>
      'in' in parameter && parameter.in === 'path' ? [parameter] : [],
    )
    expect([path, declared.map(({ name }) => name)]).toEqual([path, inPath])
    expect(declared.every(({ required }) => required)).toBe(true)
  }
})

test('documents auth, error statuses and Idempotency-Key for every endpoint', () => {
  for (const { method, operation } of operations()) {
    const isWrite = method !== 'get'
    const forAdmins = isForAdmins(operation)
    const { operationId } = operation
    // A proof is a POST only to bypass caches; it changes nothing.
    const isOpen =
      /^(login|startPasskeySignIn|signInWithPasskey|proveServer|(un)?subscribe|askForPhoto)$/.test(
        operationId,
      )
    if (isWrite && !isOpen) expect(forAdmins).toBe(true)
    // Lists of hidden entries are for admins only.
    const has401 =
      forAdmins || /^(login$|signInWithPasskey|listEntries|entryStats)/.test(operationId)
    expect([operationId, '401' in operation.responses]).toEqual([operationId, has401])
    const hasMoreForAdmins = /^(listEntries|getEntry|entryStats)/.test(operationId)
    expect(operation.security.length > 0).toBe(forAdmins || hasMoreForAdmins)
    if (isWrite && operationId !== 'proveServer') {
      expect(operation.responses).toHaveProperty('403')
    }
    if (operation.requestBody) {
      for (const status of ['400', '413', '415']) expect(operation.responses).toHaveProperty(status)
    }
    const hasKey = operation.parameters.some(
      (parameter) => '$ref' in parameter && parameter.$ref.endsWith('IdempotencyKey'),
    )
    expect([operation.operationId, hasKey]).toEqual([
      operation.operationId,
      /^(create|import|delete|restoreVersion|readEntryAgain|blurPhoto)|^update(Entry|SchoolInfo|Contact|Settings)/.test(
        operationId,
      ) ||
        (isWrite &&
          operationId in featureEndpoints &&
          !/(TeacherPage|SitePicture|Photo|PhotoRequest|takeDown|Results|Slips|Look|MoveIn|MoveInItem|MoveInFile)$/.test(
            operationId,
          )),
    ])
  }
})

test('documents uploads as multipart with binary files, and JSON where an entry needs no file', () => {
  const bodyOf = (path: string) => document.paths[path]?.post?.requestBody?.content ?? {}
  for (const collection of collectionNames) {
    const content = bodyOf(`/api/${collection}`)
    const { schema } = content['multipart/form-data'] ?? {}
    const binary = { type: 'string', format: 'binary' }
    const { maxFiles, takesBody, takesVideo, fileRequired } = collections[collection]
    const file = maxFiles === 1 ? binary : { type: 'array', items: binary, maxItems: maxFiles }
    expect(schema).toMatchObject({ properties: { file } })
    expect(Object.hasOwn(content, 'application/json')).toBe(
      takesBody || takesVideo || !fileRequired,
    )
  }
})

test('has a valid example of every JSON body', () => {
  let examples = 0
  for (const { operation } of operations()) {
    const { schema, example } = operation.requestBody?.content['application/json'] ?? {}
    if (!schema) continue
    expect([operation.operationId, example]).toEqual([operation.operationId, expect.anything()])
    const { error } = zodSchemaOf(schema).safeParse(example)
    expect([operation.operationId, error?.issues ?? []]).toEqual([operation.operationId, []])
    examples += 1
  }
  expect(examples).toBeGreaterThan(20)
  for (const [name, example] of Object.entries(bodyExamples)) {
    const { body } = z.looseObject({ body: z.instanceof(z.ZodType) }).parse(endpointOf(name))
    expect([name, body.safeParse(example).error?.issues ?? []]).toEqual([name, []])
  }
})

test('documents a site picture as multipart with a required binary file', () => {
  const { put } = document.paths['/api/settings/pictures/{picture}'] ?? {}
  const content = put?.requestBody?.content ?? {}
  expect(Object.keys(content)).toEqual(['multipart/form-data'])
  expect(content['multipart/form-data']?.schema).toMatchObject({ required: ['file'] })
})

test('serves the documentation page with own files only', async () => {
  const page = await server.fetch('/api/docs')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  const html = await page.text()
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, address]) => address ?? '',
  )
  expect(addresses.length).toBeGreaterThan(3)
  for (const address of addresses) {
    expect(address).toMatch(/^\/api\//)
    const file = await server.fetch(address, { headers: { 'accept-encoding': 'identity' } })
    expect([address, file.status]).toEqual([address, 200])
    const etag = file.headers.get('etag') ?? ''
    expect([address, await statusIfNoneMatch(address, etag)]).toEqual([address, 304])
  }
  for (const path of [
    '/api/docs/package.json',
    '/api/docs/..%2fpackage.json',
    '/api/docs/__proto__',
  ]) {
    expect((await server.fetch(path)).status).toBe(404)
  }
})
