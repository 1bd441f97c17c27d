import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { fileOf, pdfBytes, pdfFile } from '../test/sample-files.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'

const MB = 1024 * 1024

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({ env: { MAX_UPLOAD_MB: '2' } })
})
afterEach(() => school.stop())

function form(parts: [string, string | File][]): FormData {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  return body
}

/** The checked part of a response body. */
interface ResponseBody {
  code?: string
  fields: Record<string, string>
  size?: number
}

async function post(body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) {
  const response = await school.fetchAsAdmin('/api/notices', {
    method: 'POST',
    headers: { 'accept-language': 'en', ...headers },
    body,
  })
  const json = (await response.json()) as ResponseBody
  return { status: response.status, json }
}

/** Returns the names of all files in the folders of uploads. */
async function storedFiles(): Promise<string[]> {
  const folders = ['staging', 'uploads', 'gallery-uploads', 'orphans']
  const lists = folders.map((folder) => fs.readdir(path.join(school.dataDir, folder)))
  return (await Promise.all(lists)).flat()
}

const HEAD =
  '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nছুটি\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n'

function openUpload(headers: http.OutgoingHttpHeaders = {}) {
  return http.request(`${school.url}/api/notices`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${school.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
  })
}

async function responseOf(request: http.ClientRequest) {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.setEncoding('utf8')
  let text = ''
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, json: JSON.parse(text) }
}

/** Waits until nothing is staged, up to the time-out of the test. */
async function untilNothingStaged(): Promise<void> {
  while ((await fs.readdir(path.join(school.dataDir, 'staging'))).length > 0) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('a form with a file', () => {
  it('is rejected without a file, with too many, or with one under another name', async () => {
    const rejected = [
      [['title', 'ছুটি']],
      [['title', 'ছুটি'], ...Array.from({ length: 21 }, (): [string, File] => ['file', pdfFile()])],
      [
        ['title', 'ছুটি'],
        ['document', pdfFile()],
      ],
      [
        ['title', 'ছুটি'],
        ['file', 'only text'],
      ],
    ] satisfies [string, string | File][][]
    for (const parts of rejected) {
      const { status, json } = await post(form(parts))
      expect([status, json.code, Object.keys(json.fields)]).toEqual([
        400,
        'validation_failed',
        ['file'],
      ])
    }
    expect(await storedFiles()).toEqual([])
  })

  it('is rejected with a repeated or too long field', async () => {
    const twice = await post(
      form([
        ['title', 'এক'],
        ['title', 'দুই'],
        ['file', pdfFile()],
      ]),
    )
    expect(twice.json).toMatchObject({
      code: 'validation_failed',
      fields: { title: expect.stringMatching(/more than once/) },
    })
    for (const length of [301, 20_000, 70_000]) {
      const long = await post(
        form([
          ['title', 'ক'.repeat(length)],
          ['file', pdfFile()],
        ]),
      )
      expect(long.json.fields.title).toMatch(/cannot be longer/i)
    }
    expect(await storedFiles()).toEqual([])
  })

  it('is rejected if it cannot be parsed', async () => {
    const type = 'multipart/form-data; boundary=b'
    const tooMany = form([['file', pdfFile()]])
    for (let n = 0; n < 21; n += 1) tooMany.append(`field${n}`, 'x')
    const broken: [NonNullable<RequestInit['body']>, Record<string, string>][] = [
      [`${HEAD}no end`, { 'content-type': type }],
      ['nothing of the kind', { 'content-type': type }],
      [`${HEAD}\r\n--b--\r\n`, { 'content-type': 'multipart/form-data' }],
      [form([['title[a]', 'x']]), {}],
      [tooMany, {}],
    ]
    for (const [body, headers] of broken) {
      const { status, json } = await post(body, headers)
      expect([status, json.code]).toEqual([400, 'malformed_body'])
    }
    expect((await post(HEAD, { 'content-type': type, 'content-encoding': 'gzip' })).status).toBe(
      415,
    )
    await untilNothingStaged()
    expect(await storedFiles()).toEqual([])
  })

  it('is not read without a valid session', async () => {
    const request = openUpload({ authorization: 'Bearer none' })
    request.write(HEAD)
    expect((await responseOf(request)).status).toBe(401)
    expect(await storedFiles()).toEqual([])
    request.destroy()
  })
})

describe('an upload in progress', () => {
  it('is streamed to the disk instead of into memory', async ({ annotate }) => {
    await school.stop()
    school = await startTestServer({ env: { MAX_UPLOAD_MB: '25' } })
    const staging = path.join(school.dataDir, 'staging')
    const stagedBytes = async () => {
      const [name] = await fs.readdir(staging)
      return name === undefined ? 0 : (await fs.stat(path.join(staging, name))).size
    }
    const before = process.memoryUsage.rss()
    const request = openUpload({ 'transfer-encoding': 'chunked' })
    request.write(HEAD)
    const chunk = Buffer.alloc(64 * 1024, 'x')
    for (let sent = 0; sent < 24 * MB; sent += chunk.length) {
      if (!request.write(chunk)) await once(request, 'drain')
    }
    while ((await stagedBytes()) < 24 * MB - chunk.length) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    const grown = (process.memoryUsage.rss() - before) / MB
    await annotate(`24 MB in progress; client and server together grew by ${grown.toFixed(1)} MB`)
    request.end('\r\n--b--\r\n')
    expect((await responseOf(request)).status).toBe(201)
  })
})

describe('an upload that is too large', () => {
  it('is rejected by its Content-Length before the body is read', async () => {
    const request = openUpload({ 'content-length': 5 * MB })
    request.flushHeaders()
    const { status, json } = await responseOf(request)
    expect([status, json.code]).toEqual([413, 'too_large'])
    request.destroy()
  })

  it('is rejected while it is received if it has no length and no end', async () => {
    const request = openUpload({ 'transfer-encoding': 'chunked' })
    request.on('error', () => undefined)
    let isAnswered = false
    const response = responseOf(request).finally(() => {
      isAnswered = true
    })
    let sent = 0
    request.write(HEAD)
    const chunk = Buffer.alloc(64 * 1024, 'x')
    while (!isAnswered) {
      if (!request.write(chunk)) {
        await Promise.race([once(request, 'drain'), response])
      }
      sent += chunk.length
    }
    const { status, json } = await response
    expect([status, json.code]).toEqual([413, 'too_large'])
    // Some bytes are still in the buffers of client, server and kernel.
    expect(sent).toBeLessThan(30 * MB)
    request.destroy()
    await untilNothingStaged()
    expect(await storedFiles()).toEqual([])
  })

  it('is accepted at the limit and rejected one byte above it', async () => {
    const exact = Buffer.concat([pdfBytes(), Buffer.alloc(2 * MB - pdfBytes().length, ' ')])
    const accepted = await post(
      form([
        ['title', 'বড়'],
        ['file', fileOf(exact, 'a.pdf')],
      ]),
    )
    expect([accepted.status, accepted.json.size]).toEqual([201, 2 * MB])
    const over = fileOf(Buffer.concat([exact, Buffer.from(' ')]), 'a.pdf')
    const rejected = await post(
      form([
        ['title', 'বড়'],
        ['file', over],
      ]),
    )
    expect([rejected.status, rejected.json.code]).toEqual([413, 'too_large'])
    await untilNothingStaged()
    expect(await storedFiles()).toHaveLength(1)
  })
})

describe('an upload whose client disconnects', () => {
  it('ends with 400 if its body was not read yet', async () => {
    await school.stop()
    const lines: string[] = []
    const log = createLog({ ...readConfig({}), production: true }, { write: (l) => lines.push(l) })
    school = await startTestServer({ log })
    const { read } = school.server.internals.db
    const find = read.findOneBy.bind(read)
    const request = openUpload({ 'content-length': 1000, 'idempotency-key': 'gone-before' })
    request.on('error', () => undefined)
    const arrived = new Promise<http.IncomingMessage>((resolve) => {
      const onRequest = (message: unknown) => {
        unsubscribe('http.server.request.start', onRequest)
        resolve((message as { request: http.IncomingMessage }).request)
      }
      subscribe('http.server.request.start', onRequest)
    })
    // Between authentication and body: the look-up of the key waits for the end of the connection.
    const spy = vi.spyOn(read, 'findOneBy').mockImplementation(async (...order) => {
      spy.mockRestore()
      const incoming = await arrived
      const closed = new Promise((resolve) => incoming.once('close', resolve))
      request.destroy()
      await closed
      return find(...order)
    })
    request.flushHeaders()
    await expect
      .poll(() => lines.filter((line) => line.includes('"path":"/api/notices"')))
      .toEqual([expect.stringContaining('"status":400')])
    expect(lines.join('')).not.toContain('"level":50')
  })

  it('leaves no file, and the next one is accepted', async () => {
    const request = openUpload({ 'transfer-encoding': 'chunked' })
    request.on('error', () => undefined)
    request.write(HEAD)
    request.write(Buffer.alloc(300_000, 'x'))
    const staging = path.join(school.dataDir, 'staging')
    while ((await fs.readdir(staging)).length === 0) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    request.destroy()
    await untilNothingStaged()
    expect(await storedFiles()).toEqual([])
    expect(
      (
        await post(
          form([
            ['title', 'ছুটি'],
            ['file', pdfFile()],
          ]),
        )
      ).status,
    ).toBe(201)
  })
})
