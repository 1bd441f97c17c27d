import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { type EndpointName, paths } from '@bidyaloy/shared/api/paths'
import { collectionNames } from '@bidyaloy/shared/collections/registry'
import * as z from 'zod'
import type { Dice } from '../demo/seeded-random.ts'
import { pdfBytes } from './sample-files.ts'

/** A request as somebody sends it who wants to see the server stumble. */
export interface OddRequest {
  /** Which endpoint it is aimed at, or `page`. */
  aim: EndpointName | 'page'
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

type Texts = readonly string[]

const ODD_TEXTS: Texts = [
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

/** A request that no honest client sends, the same for the same dice. */
export function oddRequest(dice: Dice): OddRequest {
  const toPage = dice.between(0, 5) === 0
  const aim = toPage ? 'page' : dice.pick(NAMES)
  const headers = oddHeaders(dice)
  if (aim === 'page') {
    const path = pick(dice, PAGES) + (often(dice) ? '' : escaped(pick(dice, ODD_TEXTS)))
    return {
      aim,
      method: pick(dice, METHODS),
      path: path + oddQuery(dice),
      headers,
      body: undefined,
    }
  }
  const { method, path } = paths[aim]
  const address = path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'collection' && often(dice)
      ? pick(dice, collectionNames)
      : escaped(pick(dice, ODD_TEXTS)),
  )
  const body = method === 'GET' ? undefined : oddBody(aim, dice)
  return {
    aim,
    method: often(dice) ? method : pick(dice, METHODS),
    path: address + oddQuery(dice),
    headers: { ...headers, ...(body && { 'Content-Type': body.type }) },
    body: body?.bytes,
  }
}

const pick = (dice: Dice, list: Texts) => list[dice.between(0, list.length - 1)] ?? ''
const often = (dice: Dice) => dice.between(0, 3) > 0

/** Half a letter cannot stand in an address. */
const wellFormed = (text: string) => text.replace(/\p{Cs}/gu, '\ufffd')

/** As it can be sent at all. */
function escaped(text: string): string {
  return encodeURIComponent(wellFormed(text)).slice(0, 3000)
}

function oddQuery(dice: Dice): string {
  const names: Texts = ['q', 'limit', 'offset', 'year', 'state', 'order', 'page', '__proto__', 'q']
  const pairs = Array.from(
    { length: dice.between(0, 3) },
    () => `${pick(dice, names)}=${escaped(pick(dice, ODD_TEXTS))}`,
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function oddHeaders(dice: Dice): Record<string, string> {
  const headers: Record<string, string> = { Host: 'evil.example' }
  for (let left = dice.between(0, 3); left > 0; left -= 1) {
    headers[pick(dice, HEADERS)] = pick(dice, HEADER_VALUES)
  }
  return headers
}

interface OddBody {
  type: string
  bytes: Buffer
}

function oddBody(aim: EndpointName, dice: Dice): OddBody {
  const names = fieldNames(aim)
  const endpoint = endpoints[aim]
  const multipart = 'bodyTypes' in endpoint && endpoint.bodyTypes.length > 0
  return multipart && often(dice) ? oddForm(names, dice) : oddJson(names, dice)
}

const known = new Map<EndpointName, Texts>()

/** The names that the contract knows, so that values get as far as they can. */
function fieldNames(aim: EndpointName): Texts {
  const names = known.get(aim) ?? namesInContract(aim)
  known.set(aim, names)
  return names
}

function namesInContract(aim: EndpointName): Texts {
  const endpoint = endpoints[aim]
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

function oddJson(names: Texts, dice: Dice): OddBody {
  const fields = Array.from(
    { length: dice.between(0, names.length) },
    () => `${JSON.stringify(pick(dice, names))}:${oddValue(dice)}`,
  )
  const whole = `{${fields.join(',')}}`
  const text = pick(dice, [
    ...[whole, whole, whole, whole, whole.slice(0, dice.between(0, whole.length))],
    ...[`\ufeff${whole}`, `[${whole}]`, `${whole}${whole}`, '['.repeat(40_000), '"', 'nul'],
  ])
  const bytes = Buffer.from(text)
  // Bytes that are no UTF-8.
  if (!often(dice) && bytes.length > 0) bytes[dice.between(0, bytes.length - 1)] = 0xff
  return { type: often(dice) ? 'application/json' : pick(dice, TYPES), bytes }
}

function oddValue(dice: Dice): string {
  return pick(dice, [
    ...['null', 'true', '0', '-1', '1e400', '9007199254740993', '0.1', '[]', '{}', '[[]]', '""'],
    ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'],
    ...['{"$ne":null}', `${'['.repeat(500)}${']'.repeat(500)}`, `[${'1,'.repeat(300)}1]`],
    ...Array.from({ length: 12 }, () => JSON.stringify(pick(dice, ODD_TEXTS))),
  ])
}

function oddForm(names: Texts, dice: Dice): OddBody {
  const boundary = pick(dice, ['b', 'b', 'b', 'x'.repeat(70), '--', 'ক'])
  const parts = Array.from({ length: dice.between(0, 5) }, () => {
    const name = often(dice) ? pick(dice, [...names, 'file', 'file']) : pick(dice, ODD_TEXTS)
    const file = name === 'file' || dice.between(0, 5) === 0
    const fileName = file ? `; filename="${pick(dice, ODD_TEXTS)}"` : ''
    const content = file ? pdfBytes(pick(dice, ODD_TEXTS)).subarray(dice.between(0, 6)) : ''
    const head = pick(dice, [
      ...[`Content-Disposition: form-data; name="${name}"${fileName}`],
      ...[`Content-Disposition: form-data; name*=utf-8''%ff${fileName}`, 'Content-Disposition:'],
      `content-disposition: form-data; name="${name}${'[a]'.repeat(dice.between(0, 90))}"${fileName}`,
    ])
    return `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`
  })
  const whole = Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
  const bytes = often(dice) ? whole : whole.subarray(0, dice.between(0, whole.length))
  const type = often(dice) ? `multipart/form-data; boundary=${boundary}` : 'multipart/form-data'
  return { type: Buffer.from(type).toString('latin1'), bytes }
}
