import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { type EndpointName, paths } from '@bidyaloy/shared/api/paths'
import { collectionNames } from '@bidyaloy/shared/collections/registry'
import * as z from 'zod'
import { pdfBytes } from './sample-files.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A request that no honest client sends. */
export interface MalformedRequest {
  /** Endpoint under test, or `page`. */
  target: EndpointName | 'page'
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

type Texts = readonly string[]

const TEXTS: Texts = [
  ...['', ' ', '0', '-1', '1e308', 'NaN', 'null', 'true', '[]', '{}', '%', '%00', '%ff', '..%2f..'],
  ...['../../../../etc/passwd', '..\\..\\boot.ini', "' OR 1=1 --", '"; DROP TABLE entry; --'],
  ...['{{7*7}}', '#{7*7}', '<script>alert(1)</script>', 'javascript:alert(1)', '\u0000', '\ud800'],
  ...['\u202eexe.fdp', '\u200b\u200c', 'ক্ষ'.repeat(120), 'x'.repeat(4000), '\r\nSet-Cookie: a=b'],
  ...[
    '2026-13-45',
    '9999999999999999',
    '-0',
    '1'.repeat(400),
    'constructor',
    '__proto__',
    'toString',
  ],
  ...['Six', 'Morning', 'A', 'notices', 'crest', 'scheduled', '2026-01-01', 'k3v9x0c2m1qa'],
]
const HEADERS: Texts = [
  ...['Accept-Language', 'Accept-Encoding', 'Range', 'If-None-Match', 'If-Range', 'Save-Data'],
  ...['Content-Encoding', 'Idempotency-Key', 'X-Forwarded-For', 'X-Forwarded-Proto', 'Cookie'],
  ...[
    'Origin',
    'Referer',
    'Sec-Fetch-Site',
    'Authorization',
    'X-HTTP-Method-Override',
    'Forwarded',
  ],
]
const HEADER_VALUES: Texts = [
  ...[
    '',
    ',',
    ';;;',
    '*',
    'bytes=-',
    'bytes=0-0,5-9',
    'bytes=99999999999-1',
    'q=;q=;q=',
    'gzip;q=x',
  ],
  ...['bn-BD,en;q=0.0001', '"'.repeat(300), 'adminToken=;adminToken', 'Bearer', 'Bearer a.b.c'],
  ...['Basic !!!', 'null', 'https://evil.example', '203.0.113.7, evil', 'https,http', '%%%'],
]
const METHODS: Texts = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'PROPFIND',
]
const PAGES: Texts = [
  ...['/', '/allNotices', '/allnews', '/photo-gallery', '/feed.xml', '/sitemap.xml', '/robots.txt'],
  ...[
    '/uploads/',
    '/gallery-uploads/',
    '/admin',
    '/api',
    '/api/docs',
    '/api/openapi.json',
    '/assets/',
  ],
  ...[
    '/.git/config',
    '/.env',
    '/bidyaloy.sqlite',
    '/server.lock',
    '/healthz',
    '/share/',
    '//',
    '/%2e%2e/',
  ],
]
const NAMES = Object.keys(paths) as [EndpointName, ...EndpointName[]]

/** Makes a malformed request, the same one for the same seed. */
export function malformedRequest(random: SeededRandom): MalformedRequest {
  const target = random.between(0, 5) === 0 ? 'page' : random.pick(NAMES)
  const headers = malformedHeaders(random)
  if (target === 'page') {
    const path = pick(random, PAGES) + (often(random) ? '' : escaped(pick(random, TEXTS)))
    return {
      target,
      method: pick(random, METHODS),
      path: path + malformedQuery(random),
      headers,
      body: undefined,
    }
  }
  const { method, path } = paths[target]
  const address = path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'collection' && often(random)
      ? pick(random, collectionNames)
      : escaped(pick(random, TEXTS)),
  )
  const body = method === 'GET' ? undefined : malformedBody(target, random)
  return {
    target,
    method: often(random) ? method : pick(random, METHODS),
    path: address + malformedQuery(random),
    headers: { ...headers, ...(body && { 'Content-Type': body.type }) },
    body: body?.bytes,
  }
}

const pick = (random: SeededRandom, list: Texts) => list[random.between(0, list.length - 1)] ?? ''
const often = (random: SeededRandom) => random.between(0, 3) > 0

/** Escapes a text for an address, without lone surrogates, which cannot be encoded. */
function escaped(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).slice(0, 3000)
}

function malformedQuery(random: SeededRandom): string {
  const names: Texts = ['q', 'limit', 'offset', 'year', 'state', 'order', 'page', '__proto__', 'q']
  const pairs = Array.from(
    { length: random.between(0, 3) },
    () => `${pick(random, names)}=${escaped(pick(random, TEXTS))}`,
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function malformedHeaders(random: SeededRandom): Record<string, string> {
  const headers: Record<string, string> = { Host: 'evil.example' }
  for (let left = random.between(0, 3); left > 0; left -= 1) {
    headers[pick(random, HEADERS)] = pick(random, HEADER_VALUES)
  }
  return headers
}

interface MalformedBody {
  type: string
  bytes: Buffer
}

function malformedBody(target: EndpointName, random: SeededRandom): MalformedBody {
  const names = fieldNames(target)
  const endpoint = endpoints[target]
  const multipart = 'bodyTypes' in endpoint && endpoint.bodyTypes.length > 0
  return multipart && often(random) ? malformedForm(names, random) : malformedJson(names, random)
}

/** Returns the field names of the contract, so that values reach its checks. */
function fieldNames(target: EndpointName): Texts {
  const endpoint = endpoints[target]
  if (!('body' in endpoint)) return ['x']
  const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' })
  const kinds = [schema, ...(schema.anyOf ?? [])]
  const names = kinds.flatMap((kind) => Object.keys(kind.properties ?? {}))
  return ['__proto__', ...names]
}

const TYPES: Texts = [
  ...['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-16'],
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml', '', ';', 'json'],
]

function malformedJson(names: Texts, random: SeededRandom): MalformedBody {
  const fields = Array.from(
    { length: random.between(0, names.length) },
    () => `${JSON.stringify(pick(random, names))}:${malformedValue(random)}`,
  )
  const whole = `{${fields.join(',')}}`
  const text = pick(random, [
    ...[whole, whole, whole, whole, whole.slice(0, random.between(0, whole.length))],
    ...[`\ufeff${whole}`, `[${whole}]`, `${whole}${whole}`, '['.repeat(40_000), '"', 'nul'],
  ])
  const bytes = Buffer.from(text)
  // Invalid UTF-8.
  if (!often(random) && bytes.length > 0) bytes[random.between(0, bytes.length - 1)] = 0xff
  return { type: often(random) ? 'application/json' : pick(random, TYPES), bytes }
}

function malformedValue(random: SeededRandom): string {
  return pick(random, [
    ...['null', 'true', '0', '-1', '1e400', '9007199254740993', '0.1', '[]', '{}', '[[]]', '""'],
    ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'],
    ...['{"$ne":null}', `${'['.repeat(500)}${']'.repeat(500)}`, `[${'1,'.repeat(300)}1]`],
    ...Array.from({ length: 12 }, () => JSON.stringify(pick(random, TEXTS))),
  ])
}

function malformedForm(names: Texts, random: SeededRandom): MalformedBody {
  const boundary = pick(random, ['b', 'b', 'b', 'x'.repeat(70), '--', 'ক'])
  const parts = Array.from({ length: random.between(0, 5) }, () => {
    const name = often(random) ? pick(random, [...names, 'file', 'file']) : pick(random, TEXTS)
    const file = name === 'file' || random.between(0, 5) === 0
    const fileName = file ? `; filename="${pick(random, TEXTS)}"` : ''
    const content = file ? pdfBytes(pick(random, TEXTS)).subarray(random.between(0, 6)) : ''
    const head = pick(random, [
      ...[`Content-Disposition: form-data; name="${name}"${fileName}`],
      ...[`Content-Disposition: form-data; name*=utf-8''%ff${fileName}`, 'Content-Disposition:'],
      `content-disposition: form-data; name="${name}${'[a]'.repeat(random.between(0, 90))}"${fileName}`,
    ])
    return `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`
  })
  const whole = Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
  const bytes = often(random) ? whole : whole.subarray(0, random.between(0, whole.length))
  const type = often(random) ? `multipart/form-data; boundary=${boundary}` : 'multipart/form-data'
  return { type: Buffer.from(type).toString('latin1'), bytes }
}
