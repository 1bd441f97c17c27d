import { createSecretKey } from 'node:crypto'
import fs from 'node:fs/promises'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@bidyaloy/shared/api/problem'
import { parseUrl } from '@bidyaloy/shared/web-address'
import Koa, { type Context } from 'koa'
import { readDevice } from '../../src/features/auth/device-cookie.ts'
import { readSessionCookie, readToken, signToken } from '../../src/features/auth/session-token.ts'
import { metadataValue } from '../../src/features/uploads/upload-routes.ts'
import { createReadMultipart } from '../../src/http/multipart-upload.ts'
import { readForm } from '../../src/http/read-form.ts'
import {
  assertSameOrigin,
  decodedPath,
  hasCredentials,
  ORIGIN,
  originForm,
  rateLimitKey,
  requestUrl,
} from '../../src/http/request.ts'
import { byteRange } from '../../src/http/static-files.ts'
import { rememberedName } from '../../src/storage/file-names.ts'
import { assertThat } from '../stress/scenario.ts'
import { madeOrRefused, type Target } from './target.ts'

const app = new Koa()

/** Returns the context of a request that came through no connection. */
function contextOf(headers: Record<string, string>, body: Uint8Array = Buffer.of()): Context {
  const req = new IncomingMessage(new Socket())
  req.method = 'POST'
  req.url = '/'
  Object.assign(req.headers, headers)
  req.push(body)
  req.push(null)
  // Else it counts as cut off.
  req.complete = true
  return app.createContext(req, new ServerResponse(req))
}

const isProblem = (error: unknown) => error instanceof Problem

const MAX_FILE_BYTES = 20_000
const MAX_FILES = 3
let staging: string | undefined

const multipart: Target = {
  name: 'multipart',
  tokens: [
    ...[
      '--b',
      '--b--',
      '\r\n',
      '\r\n\r\n',
      'Content-Disposition: form-data; name="file"; filename="a"',
    ],
    ...[
      'name="title"',
      "filename*=UTF-8''%E0%A6%95",
      'Content-Type: text/plain',
      '"',
      ';',
      '[',
      '__proto__',
    ],
  ],
  async run(bytes) {
    staging ??= await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-fuzz-'))
    const read = createReadMultipart({ staging, maxBytes: MAX_FILE_BYTES })
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'x' }
    const ctx = contextOf(headers, bytes)
    const result = await madeOrRefused(() => read(ctx, MAX_FILES), isProblem)
    const files = 'made' in result ? result.made.files : []
    assertThat(files.length <= MAX_FILES, 'no more files than may be')
    for (const file of files) {
      assertThat(file.size <= MAX_FILE_BYTES, 'no larger file than may be')
      assertThat(
        (await fs.stat(file.path)).size === file.size,
        'a file of the size it is said to have',
      )
      await file.discard()
    }
    // A parser that is ended may have been about to open one, which is removed soon after.
    for (let tries = 0; tries < 200 && (await fs.readdir(staging)).length > 0; tries += 1)
      await wait(5)
    assertThat((await fs.readdir(staging)).length === 0, 'no file is left')
    return 'made' in result ? [result.made.fields, files.length] : result
  },
}

const form: Target = {
  name: 'form',
  tokens: ['&', '=', '%', '%E0%A6', '+', '__proto__', '\0'],
  async run(bytes) {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'transfer-encoding': 'x',
    }
    return madeOrRefused(() => readForm(contextOf(headers, bytes)), isProblem)
  },
}

const uploadMetadata: Target = {
  name: 'upload-metadata',
  tokens: ['filename ', 'purpose ', ',', ' ', '=', '4KaV', '/', '\0'],
  run(bytes) {
    const header = bytes.toString('latin1')
    const name = rememberedName(metadataValue(header, 'filename'))
    metadataValue(header, 'purpose')
    assertThat(Array.from(name).length <= 200, 'a name of at most 200 letters')
    assertThat(!/[\p{Cc}\p{Cs}/\\]/u.test(name), 'a name of one line, without a path')
    const written = `purpose eA==,filename ${Buffer.from(name).toString('base64')}`
    assertThat(metadataValue(written, 'filename') === name, 'the name that was sent')
    assertThat(rememberedName(name) === name, 'a name that stays as it is')
    return name
  },
}

const secret = createSecretKey(Buffer.alloc(32, 7))
const now = new Date('2027-01-01T00:00:00Z')
const claims = { adminId: 'a', sessionId: 's' }
const token = signToken(claims, secret, now)

const cookies: Target = {
  name: 'cookies',
  tokens: [
    'adminToken=',
    token,
    token.slice(0, 40),
    ';',
    '; ',
    '=',
    '"',
    ' ',
    '\t',
    '\0',
    'admintoken=',
    'eyJhbGciOiJub25lIn0.',
  ],
  run(bytes) {
    const ctx = contextOf({ cookie: bytes.toString('latin1') })
    const sent = readSessionCookie(ctx)
    // Else what is for one person would be cached for all.
    assertThat(
      sent === undefined || hasCredentials(ctx.req),
      'a request that is known to have a token',
    )
    const read = readToken(sent ?? '', secret, now)
    // Base64 has several spellings of its last letter.
    const isOwn = sent?.slice(0, -1) === token.slice(0, -1)
    assertThat(read === null || isOwn, 'no token but the signed one')
    const { adminIds } = readDevice(ctx, { device: secret, session: secret }, now)
    assertThat(adminIds.length === 0, 'no known device without a signature')
    return [sent, read]
  },
}

const SIZE = 1000

const ranges: Target = {
  name: 'ranges',
  tokens: ['bytes=', '-', ',', '0', '999', '1000', ' ', 'items='],
  run(bytes) {
    const range = byteRange(bytes.toString('latin1'), SIZE)
    if (range === null || range === 'unsatisfiable') return range
    const { start, end } = range
    assertThat(Number.isInteger(start) && Number.isInteger(end), 'whole numbers')
    assertThat(start >= 0 && start <= end && end < SIZE, 'a range of the file')
    const again = byteRange(`bytes=${start}-${end}`, SIZE)
    assertThat(JSON.stringify(again) === JSON.stringify(range), 'the range that was written')
    return 'range'
  },
}

const HOST = 'school.example'

const addresses: Target = {
  name: 'addresses',
  tokens: [
    '/',
    '//',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\\',
    '?',
    '#',
    '@',
    ':',
    'http://',
    'https://a.bd',
    '%00',
    '::ffff:1.2.3.4',
    '%E0%A6%95',
  ],
  run(bytes) {
    const text = bytes.toString('latin1')
    const target = originForm(text)
    assertThat(target === null || /^\/[^#\s]*$/.test(target), 'a path')
    const url = target === null ? null : requestUrl(target)
    if (url) {
      assertThat(url.origin === ORIGIN, 'an address of this site')
      const decoded = decodedPath(url.pathname)
      assertThat(
        decoded?.startsWith('/') === true && !decoded.startsWith('//'),
        'a path of this site',
      )
    }
    assertThat(rateLimitKey(text).length <= 64, 'a short key')
    const headers = { origin: text, host: HOST }
    const refused = isRefusedOrigin(headers)
    const isOwn = parseUrl(text)?.host === HOST
    assertThat(refused || text === '' || isOwn, 'its own origin')
    return [target === null, url?.pathname, refused]
  },
}

function isRefusedOrigin(headers: Record<string, string>): boolean {
  try {
    assertSameOrigin(contextOf(headers), { publicUrl: undefined })
    return false
  } catch (error) {
    if (isProblem(error)) return true
    throw error
  }
}

export const requestTargets: readonly Target[] = [
  ...[multipart, form, uploadMetadata, cookies, ranges, addresses],
]
