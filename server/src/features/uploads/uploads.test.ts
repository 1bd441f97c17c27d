import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { MAX_SOURCE_BYTES, SOURCE_PURPOSE, UPLOADS_PATH } from '@bidyaloy/shared/api/uploads'
import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { Upload } from 'tus-js-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startCuttingProxy } from '../../../../e2e/support/cutting-proxy.ts'
import { endBuiltServer, startBuiltServer } from '../../test/built-server.ts'
import { pdfBytes } from '../../test/sample-files.ts'
import {
  ADMIN,
  IS_POSTGRES,
  problemOf,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'

const MB = 1024 * 1024
const TUS = { 'tus-resumable': '1.0.0' }
const OFFSET_STREAM = { 'content-type': 'application/offset+octet-stream' }

let now: Date
let school: TestServer
beforeEach(async () => {
  now = new Date('2026-11-23T04:00:00Z')
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

/** A PDF of this many bytes. */
function pdfOf(bytes: number): Buffer {
  const { length } = pdfBytes('')
  return pdfBytes('0123456789'.repeat(Math.ceil(bytes / 10)).slice(0, bytes - length))
}

type Send = TestServer['fetchAsAdmin']

/** Starts an upload. @returns its path */
async function start(size: number, send: Send = school.fetchAsAdmin): Promise<string> {
  const metadata = `filename ${Buffer.from('পরীক্ষা.pdf').toString('base64')}`
  const response = await send(UPLOADS_PATH, {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata },
  })
  expect(response.status).toBe(201)
  return response.headers.get('location') ?? ''
}

function append(location: string, offset: number, body: Buffer, send: Send = school.fetchAsAdmin) {
  return send(location, {
    method: 'PATCH',
    headers: { ...TUS, ...OFFSET_STREAM, 'upload-offset': String(offset) },
    body: Uint8Array.from(body),
  })
}

const head = (location: string, send: Send = school.fetchAsAdmin) =>
  send(location, { method: 'HEAD', headers: TUS })

/** Sends the first bytes of an upload over a connection that stays open. */
async function sendPart(
  url: string,
  token: string,
  { location, part, size, offset = 0 }: OpenPart,
) {
  const request = http.request(url + location, {
    method: 'PATCH',
    headers: {
      ...TUS,
      ...OFFSET_STREAM,
      authorization: `Bearer ${token}`,
      'upload-offset': offset,
      'content-length': size,
      expect: '100-continue',
    },
  })
  request.on('error', () => undefined)
  await once(request, 'continue')
  await new Promise((resolve) => request.write(part, resolve))
  return request
}

interface OpenPart {
  location: string
  part: Buffer
  /** Bytes that the request promises. */
  size: number
  offset?: number
}

/** Publishes a notice with the files of uploads. */
function publish(
  locations: readonly (string | null)[],
  { send = school.fetchAsAdmin, key, files = [] }: PublishOptions = {},
): Promise<Response> {
  const form = new FormData()
  form.set('title', 'পরীক্ষার ফল')
  form.set('uploads', JSON.stringify(locations.map((one) => one?.split('/').at(-1) ?? null)))
  for (const file of files) form.append('file', file)
  const headers = key === undefined ? undefined : { 'idempotency-key': key }
  return send('/api/notices', { method: 'POST', body: form, ...(headers && { headers }) })
}

interface PublishOptions {
  send?: Send
  key?: string
  files?: readonly File[]
}

const bytesOf = async (filePath: string, { fetch } = school) =>
  Buffer.from(await (await fetch(`/${filePath}`)).arrayBuffer())

const kept = () => fs.readdir(path.join(school.dataDir, 'unfinished'))

/** Waits until the length of an upload on the disk is at least `bytes`. */
async function arrived(dataDir: string, location: string, bytes: number): Promise<void> {
  const file = path.join(dataDir, 'unfinished', location.split('/').at(-1) ?? '')
  await expect.poll(async () => (await fs.stat(file)).size).toBeGreaterThanOrEqual(bytes)
}

it('takes a small file with the start of its upload, and names it in JSON', async () => {
  const content = pdfOf(2000)
  const started = await school.fetchAsAdmin(UPLOADS_PATH, {
    method: 'POST',
    headers: {
      ...TUS,
      ...OFFSET_STREAM,
      'upload-length': '2000',
      'upload-metadata': `filename ${Buffer.from('ছুটি.pdf').toString('base64')}`,
    },
    body: Uint8Array.from(content),
  })
  expect([started.status, started.headers.get('upload-offset')]).toEqual([201, '2000'])
  const id = started.headers.get('location')?.split('/').at(-1) ?? ''
  const params = { collection: 'notices' } as const
  const draft = await school.admin.createEntry({
    params,
    body: { title: 'ছুটি', status: 'draft', uploads: [id] },
  })
  expect(draft).toMatchObject({ fileName: 'ছুটি.pdf', size: 2000 })
  expect(await kept()).toEqual([])
  // A write that names it once more.
  const again = school.admin.updateEntry({
    params: { ...params, id: draft._id },
    body: { status: 'published', uploads: [id], __v: draft.__v },
  })
  await expect(again).rejects.toMatchObject({ status: 410, code: 'upload_gone' })
  // A start whose connection breaks leaves nothing: nobody knows its path.
  const broken = http.request(school.url + UPLOADS_PATH, {
    method: 'POST',
    headers: {
      ...TUS,
      ...OFFSET_STREAM,
      authorization: `Bearer ${school.token}`,
      'upload-length': 2000,
      'content-length': 2000,
    },
  })
  broken.on('error', () => undefined)
  await new Promise((resolve) => broken.write(content.subarray(0, 1000), resolve))
  await expect.poll(async () => (await kept()).length).toBe(2)
  broken.destroy()
  await expect.poll(kept).toEqual([])
})

describe('a file over a line that breaks', () => {
  it('arrives once and unchanged with the client of the protocol, each byte about once', async () => {
    const content = pdfOf(5 * MB)
    const line = await startCuttingProxy(school.url, MB)
    const progress: number[] = []
    const location = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(content, {
        endpoint: line.url + UPLOADS_PATH,
        headers: { authorization: `Bearer ${school.token}` },
        metadata: { filename: 'ফল.pdf' },
        retryDelays: [0, 0, 0],
        onProgress: (sent) => progress.push(sent),
        onSuccess: () => resolve(upload.url ?? ''),
        onError: reject,
      })
      upload.start()
    })
    await line.close()
    expect(line.cuts()).toBeGreaterThanOrEqual(5)
    // What is on its way when the line breaks is sent again: on a busy machine more.
    expect(line.sent() / content.length).toBeLessThan(2)
    expect(progress.at(-1)).toBe(content.length)

    const response = await publish([location], { key: 'once' })
    expect(response.status).toBe(201)
    const again = await publish([location], { key: 'once' })
    expect(await again.json()).toEqual(await response.clone().json())
    const [entry, ...more] = await school.admin.listEntries({ params: { collection: 'notices' } })
    expect(more).toEqual([])
    expect(entry).toMatchObject({ fileName: 'ফল.pdf', size: content.length })
    expect((await bytesOf(entry?.filePath ?? '')).equals(content)).toBe(true)
    expect(await kept()).toEqual([])
  })

  it.skipIf(IS_POSTGRES)(
    'goes on after a kill of the server, from what is on the disk',
    async () => {
      const content = pdfOf(2 * MB)
      const { dataDir } = school
      await school.server.stop()
      const first = startBuiltServer({ dataDir })
      const url = await first.ready()
      const sendTo =
        (base: string, token: string): Send =>
        (target, init) => {
          const headers = new Headers(init?.headers)
          headers.set('authorization', `Bearer ${token}`)
          return fetch(base + target, { ...init, headers })
        }
      const signIn = async (base: string) => {
        const response = await fetch(`${base}/api/admin/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(ADMIN),
        })
        return ((await response.json()) as { token: string }).token
      }
      const token = await signIn(url)
      const location = await start(content.length, sendTo(url, token))
      const part = content.subarray(0, MB)
      await sendPart(url, token, { location, part, size: content.length })
      await arrived(dataDir, location, MB / 2)
      await endBuiltServer(first)

      const second = startBuiltServer({ dataDir })
      const send = sendTo(await second.ready(), token)
      try {
        const offset = Number((await head(location, send)).headers.get('upload-offset'))
        expect(offset).toBeGreaterThanOrEqual(MB / 2)
        expect((await append(location, offset, content.subarray(offset), send)).status).toBe(204)
        const published = await publish([location], { send })
        expect(published.status).toBe(201)
        const { filePath } = (await published.json()) as { filePath: string }
        const stored = await send(`/${filePath}`)
        expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true)
      } finally {
        await endBuiltServer(second)
        school = await startTestServer({ dataDir })
      }
    },
  )

  it.skipIf(IS_POSTGRES)(
    'goes on after a stop of the server, which waits for other requests only',
    async () => {
      const { dataDir, url, token, server } = school
      const location = await start(MB)
      const part = Buffer.alloc(1000)
      const upload = await sendPart(url, token, { location, part, size: MB })
      await arrived(dataDir, location, part.length)
      const body = JSON.stringify({ title: 'ছুটি', body: 'আগামীকাল' })
      const entry = http.request(`${url}/api/notices`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          expect: '100-continue',
        },
      })
      await once(entry, 'continue')

      const ended = new Promise((resolve) => upload.once('close', resolve))
      const stopped = server.stop()
      await ended
      entry.end(body)
      const [response] = await once(entry, 'response')
      expect(response.resume().statusCode).toBe(201)
      await stopped
      school = await startTestServer({ dataDir, clock: () => now })
      expect((await head(location)).headers.get('upload-offset')).toBe(String(part.length))
    },
  )

  it('takes over from a connection whose end the server has not noticed', async () => {
    const content = pdfOf(MB)
    const location = await start(content.length)
    const part = content.subarray(0, 300_000)
    const request = await sendPart(school.url, school.token, {
      location,
      part,
      size: content.length,
    })
    await arrived(school.dataDir, location, part.length)
    const ended = new Promise((resolve) => request.once('close', resolve))
    const offset = Number((await head(location)).headers.get('upload-offset'))
    await ended
    expect(offset).toBe(part.length)
    expect((await append(location, offset, content.subarray(offset))).status).toBe(204)
    expect((await publish([location])).status).toBe(201)
    // Before the time-out of a body without bytes would end it.
  }, 20_000)

  it('acknowledges no bytes of an upload that is removed while they wait', async () => {
    const statuses = Array.from({ length: 10 }, async () => {
      const location = await start(1000)
      const part = Buffer.alloc(100)
      await sendPart(school.url, school.token, { location, part, size: 1000 })
      await arrived(school.dataDir, location, part.length)
      const waiting = { location, part, size: 900, offset: part.length }
      const second = await sendPart(school.url, school.token, waiting)
      const status = new Promise((resolve) => {
        second.once('response', (response) => resolve(response.resume().statusCode))
        second.once('close', () => resolve(null))
      })
      await school.fetchAsAdmin(location, { method: 'DELETE', headers: TUS })
      second.end(Buffer.alloc(800))
      return status
    })
    expect(await Promise.all(statuses)).not.toContain(204)
    expect(await kept()).toEqual([])
  }, 20_000)

  it('is complete or not used: a part of a file is never published', async () => {
    const content = pdfOf(200_000)
    const location = await start(content.length)
    await append(location, 0, content.subarray(0, 100_000))
    const response = await publish([location])
    expect([response.status, (await problemOf(response)).code]).toEqual([410, 'upload_gone'])
    const wrong = await append(location, 50_000, content.subarray(50_000))
    expect([wrong.status, (await problemOf(wrong)).code]).toEqual([409, 'conflict'])
    const long = await append(location, 100_000, pdfOf(100_001))
    expect([long.status, (await problemOf(long)).code]).toEqual([413, 'too_large'])
    expect(await school.admin.listEntries({ params: { collection: 'notices' } })).toEqual([])
  })
})

describe('a write that names uploads', () => {
  it('puts them in their places among the files of the form', async () => {
    const [first, third] = [pdfOf(150_000), pdfOf(160_000)]
    const locations = [await start(first.length), await start(third.length)]
    await append(locations[0] ?? '', 0, first)
    await append(locations[1] ?? '', 0, third)
    const small = ['দুই.pdf', 'চার.pdf'].map((name) => new File([pdfBytes(name)], name))
    const places = [locations[0] ?? '', null, locations[1] ?? '']
    const response = await publish(places, { files: small })
    const { files } = (await response.json()) as { files: { fileName: string; size: number }[] }
    expect(files.map(({ fileName }) => fileName)).toEqual([
      'পরীক্ষা.pdf',
      'দুই.pdf',
      'পরীক্ষা.pdf',
      'চার.pdf',
    ])
    expect([files[0]?.size, files[2]?.size]).toEqual([first.length, third.length])
  })

  it('gets the first result if a request with its key uses them while it is received', async () => {
    const content = pdfOf(100_000)
    const location = await start(content.length)
    await append(location, 0, content)
    const id = location.split('/').at(-1)
    const fieldOf = (name: string, value: string | Buffer, more = '') =>
      `--line\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
    const retry = http.request(`${school.url}/api/notices`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${school.token}`,
        'content-type': 'multipart/form-data; boundary=line',
        'idempotency-key': 'slow',
      },
    })
    const answered = new Promise<http.IncomingMessage>((resolve) => retry.once('response', resolve))
    retry.write(fieldOf('file', pdfBytes('দুই'), '; filename="দুই.pdf"'))
    const staged = () => fs.readdir(path.join(school.dataDir, 'staging'))
    await expect.poll(staged).toHaveLength(1)
    const first = await publish([location], { key: 'slow' })
    expect(first.status).toBe(201)
    retry.end(`${fieldOf('title', 'ফল')}${fieldOf('uploads', `["${id}"]`)}--line--\r\n`)
    const response = await answered
    expect(response.statusCode).toBe(201)
    expect(await json(response)).toEqual(await first.json())
    expect(await staged()).toEqual([])
  })

  it('is validated as usual and keeps the upload for a retry', async () => {
    const content = Buffer.from('<html>no paper</html>'.repeat(1000))
    const location = await start(content.length)
    await append(location, 0, content)
    for (let tries = 0; tries < 2; tries += 1) {
      const response = await publish([location])
      expect([response.status, (await problemOf(response)).code]).toEqual([
        415,
        'unsupported_media_type',
      ])
    }
    const tooMany = await publish(new Array(20).fill(location), {
      files: [new File([pdfBytes()], 'a.pdf')],
    })
    expect([tooMany.status, Object.keys((await problemOf(tooMany)).fields ?? {})]).toEqual([
      400,
      ['file'],
    ])
    const form = new FormData()
    form.set('title', 'ছুটি')
    form.set('uploads', '["../../bidyaloy.sqlite"]')
    const forged = await school.fetchAsAdmin('/api/notices', { method: 'POST', body: form })
    expect([forged.status, Object.keys((await problemOf(forged)).fields ?? {})]).toEqual([
      400,
      ['uploads'],
    ])
    expect(await fs.readdir(path.join(school.dataDir, 'staging'))).toEqual([])
    expect((await kept()).length).toBe(2)
  })
})

describe('limits', () => {
  it('an upload belongs to the admin who started it', async () => {
    const account = { username: 'karanik', password: 'another long password' }
    await school.admin.createAdmin({ body: { ...account, currentPassword: ADMIN.password } })
    const { token } = await school.signIn(account)
    const asOther: Send = (target, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${token}`)
      return school.fetch(target, { ...init, headers })
    }
    const content = pdfOf(100_000)
    const location = await start(content.length)
    await append(location, 0, content)
    expect((await head(location, asOther)).status).toBe(404)
    expect((await append(location, 0, content, asOther)).status).toBe(404)
    const removed = await asOther(location, { method: 'DELETE', headers: TUS })
    expect(removed.status).toBe(404)
    expect((await publish([location], { send: asOther })).status).toBe(410)
    expect((await publish([location])).status).toBe(201)
  })

  it('needs a session, from pages of the site only', async () => {
    const location = await start(1000)
    for (const [target, method] of [
      [UPLOADS_PATH, 'POST'],
      [location, 'PATCH'],
      [location, 'HEAD'],
      [location, 'DELETE'],
    ] as const) {
      expect((await school.fetch(target, { method, headers: TUS })).status).toBe(401)
      if (method === 'HEAD') continue
      const elsewhere = await school.fetch(target, {
        method,
        headers: {
          ...TUS,
          cookie: `adminToken=${school.token}`,
          'sec-fetch-site': 'cross-site',
        },
      })
      expect([elsewhere.status, (await problemOf(elsewhere)).code]).toEqual([403, 'cross_site'])
    }
    expect((await head(location)).headers.get('cache-control')).toBe('no-store')
  })

  it('refuses what the protocol or the server does not know', async () => {
    const location = await start(1000)
    const send = async (method: string, target: string, headers: Record<string, string>) => {
      const response = await school.fetchAsAdmin(target, { method, headers })
      return [response.status, (await problemOf(response)).code]
    }
    const length = { 'upload-length': '1000' }
    const begin = (headers: Record<string, string>) => send('POST', UPLOADS_PATH, headers)
    expect(await begin(length)).toEqual([412, 'malformed_body'])
    expect(await begin({ ...length, 'tus-resumable': '0.2.2' })).toEqual([412, 'malformed_body'])
    expect(await begin(TUS)).toEqual([400, 'malformed_body'])
    expect(await begin({ ...TUS, 'upload-length': '-5' })).toEqual([400, 'malformed_body'])
    expect(await begin({ ...TUS, 'upload-length': String(26 * MB) })).toEqual([413, 'too_large'])
    const part = { ...TUS, ...OFFSET_STREAM, 'upload-offset': '0' }
    expect(await send('PATCH', location, { ...part, 'content-type': 'text/plain' })).toEqual([
      415,
      'unsupported_media_type',
    ])
    expect(await send('PATCH', location, { ...part, 'upload-offset': 'x' })).toEqual([
      400,
      'malformed_body',
    ])
    expect(await send('GET', location, TUS)).toEqual([405, 'method_not_allowed'])
    expect(await send('DELETE', `${UPLOADS_PATH}/nothing`, TUS)).toEqual([404, 'not_found'])
  })

  it('keeps at most 20 uploads of an admin, and ten of the largest file', async () => {
    const begin = async (size: number) => {
      const headers = { ...TUS, 'upload-length': String(size) }
      const response = await school.fetchAsAdmin(UPLOADS_PATH, { method: 'POST', headers })
      return response.headers.get('retry-after') ? response.status : 201
    }
    const small = await Promise.all(Array.from({ length: 20 }, () => begin(1000)))
    expect(small).toEqual(new Array(20).fill(201))
    expect(await begin(1000)).toBe(429)
    now = new Date(now.getTime() + DAY_MS + 1)
    const large = await Promise.all(Array.from({ length: 11 }, () => begin(25 * MB)))
    expect(large.filter((status) => status === 201)).toHaveLength(10)
    expect(await kept()).toHaveLength(20)
  })

  it('takes a larger file of an older site, from those who may bring it, and for nothing else', async () => {
    const account = { username: 'karanik', password: 'another long password' }
    const role = 'clerk' as const
    await school.admin.createAdmin({ body: { ...account, role, currentPassword: ADMIN.password } })
    const { token } = await school.signIn(account)
    const begin = (size: number, of: string) =>
      school.fetch(UPLOADS_PATH, {
        method: 'POST',
        headers: {
          ...TUS,
          authorization: `Bearer ${of}`,
          'upload-length': String(size),
          'upload-metadata': `filename ${btoa('old.zip')},purpose ${btoa(SOURCE_PURPOSE)}`,
        },
      })
    expect((await begin(1000, token)).status).toBe(403)
    expect((await begin(MAX_SOURCE_BYTES + 1, school.token)).status).toBe(413)
    expect((await begin(26 * MB, school.token)).status).toBe(201)
    const location = (await begin(1000, school.token)).headers.get('location') ?? ''
    await append(location, 0, pdfOf(1000))
    expect((await publish([location])).status).toBe(410)
    const { bavail, bsize } = await fs.statfs(school.dataDir)
    const half = Math.floor((bavail * bsize) / 2)
    if (half < MAX_SOURCE_BYTES) expect((await begin(half, school.token)).status).toBe(413)
  })

  it('removes an upload when its client says so, and after a day', async () => {
    const [first, second] = [await start(1000), await start(1000)]
    await school.fetchAsAdmin(first, { method: 'DELETE', headers: TUS })
    expect((await head(first)).status).toBe(404)
    now = new Date(now.getTime() + 23 * HOUR_MS)
    school = await school.restart()
    await school.server.internals.runMaintenance()
    expect((await head(second)).status).toBe(200)
    now = new Date(now.getTime() + 2 * HOUR_MS)
    expect((await head(second)).status).toBe(404)
    await school.server.internals.runMaintenance()
    expect(await kept()).toEqual([])
  })
})
