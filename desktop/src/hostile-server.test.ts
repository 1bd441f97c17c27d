import { generateKeyPairSync, sign } from 'node:crypto'
import fs from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { ServerChallenge, signedText } from '@bidyaloy/shared/api/about'
import { QUEUED_HEADER } from '@bidyaloy/shared/desktop/response-headers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ADMIN, type SchoolServer, startSchoolServer } from '../../e2e/support/school-server.ts'
import { createForward } from './forward.ts'
import { openLargeFiles } from './outbox/large-files.ts'
import { createConnection } from './school/connection.ts'
import { createOutboxTransport } from './school/school.ts'
import {
  connect,
  notices,
  openTestDesktopApp,
  paper,
  signedIn,
  titles,
} from './test/desktop-app.ts'
import { temporaryFolder } from './test/folders.ts'
import { json as bytesOf, openTestOutbox, rename } from './test/outbox.ts'

const ABOUT = { product: 'bidyaloy', api: 1, name: 'বিদ্যালয়' }

interface Hostile {
  address: string
  /** Method, path and Authorization of each request. */
  asked: string[]
  close(): Promise<void>
}

/** A server with its own key and responses. */
async function hostile(respond: RequestListener, port = 0): Promise<Hostile> {
  const asked: string[] = []
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url')
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
    if (request.url !== '/api/about/proof') return respond(request, response)
    const { nonce } = ServerChallenge.parse(await json(request))
    const signature = sign(null, Buffer.from(signedText(nonce)), privateKey).toString('base64url')
    return response.end(JSON.stringify({ key, signature }))
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const { port: chosen } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${chosen}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function tried(respond: RequestListener): Promise<unknown> {
  const { address } = await hostile(respond)
  const desk = await openTestDesktopApp(await temporaryFolder())
  const found = await desk.page('/desktop/profiles', {
    method: 'POST',
    body: JSON.stringify({ address }),
  })
  return found.json()
}

test('rejects a server with an invalid `about` response', async () => {
  const refused = (reason: string) => ({ result: 'refused', reason })
  const away = await hostile((_, response) => response.end(JSON.stringify(ABOUT)))
  expect(
    await tried((_, response) => response.writeHead(302, { location: away.address }).end()),
  ).toEqual(refused('no-answer'))
  expect(away.asked).toEqual([])
  expect(await tried((_, response) => response.end('<script>alert(1)</script>'))).toEqual(
    refused('other-server'),
  )
  expect(await tried((_, response) => response.writeHead(500).end(JSON.stringify(ABOUT)))).toEqual(
    refused('other-server'),
  )
  let sent = 0
  const endless = await tried((_, response) => {
    const more = (error?: Error | null) => {
      if (error || response.destroyed) return
      sent += 1
      // The turn between lets the end of the connection be seen.
      response.write(Buffer.alloc(16_384, ' '), (error) => setImmediate(more, error))
    }
    more()
  })
  expect(endless).toEqual(refused('other-server'))
  expect(sent * 16_384).toBeLessThan(16_000_000)
})

test('drops response headers that could control the app, and sandboxes documents', async () => {
  const { address, asked } = await hostile((request, response) => {
    if (request.url === '/api/about') return response.end(JSON.stringify(ABOUT))
    response.writeHead(200, {
      'content-type': request.url?.startsWith('/api/') ? 'application/json' : 'text/html',
      'set-cookie': 'a=b',
      'content-security-policy': "script-src 'unsafe-inline'",
      'clear-site-data': '"storage"',
      'access-control-allow-origin': '*',
      'service-worker-allowed': '/',
      refresh: '0; url=/desktop/state',
      location: '/desktop/state',
      link: '</evil.js>; rel=preload',
      [QUEUED_HEADER]: '1',
    })
    return response.end(request.url?.startsWith('/api/') ? '[]' : '<script>alert(1)</script>')
  })
  const desk = await openTestDesktopApp(await temporaryFolder())
  await desk.page('/desktop/profiles', { method: 'POST', body: JSON.stringify({ address }) })
  for (const path of ['/api/notices', '/uploads/x.html', '/TeacherInformation.html']) {
    const response = await desk.page(path)
    const { 'cache-control': _, ...headers } = Object.fromEntries(response.headers)
    expect(headers).toEqual({
      'content-type': expect.any(String),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
  }
  // From the cache as well, and never as a page of the app.
  const known = asked.length
  for (const path of ['/uploads/..%2f..%2fdesktop%2fstate', '/api/%2e%2e/desktop/nothing']) {
    await desk.page(path)
  }
  expect(asked.slice(known).filter((line) => !/^GET \/(uploads|api)\//.test(line))).toEqual([])
  expect((await desk.page('/api/../desktop/state')).headers.get('content-type')).toContain('json')
})

test('isolates the data of each site', async () => {
  const respond: RequestListener = (request, response) =>
    request.url === '/api/about' ? response.end(JSON.stringify(ABOUT)) : response.destroy()
  const desk = await openTestDesktopApp(await temporaryFolder())
  const sites: string[] = []
  for (const { address } of [await hostile(respond), await hostile(respond)]) {
    const body = JSON.stringify({ address })
    const found = await desk.page('/desktop/profiles', { method: 'POST', body })
    const { profile } = await found.json()
    sites.push(profile.id)
    await desk.api.createEntry({
      params: { collection: 'notices' },
      body: { title: address },
      file: new File(['x'], 'n.txt', { type: 'text/plain' }),
    })
  }
  const list = await (await desk.page('/desktop/outbox')).json()
  expect(list).toHaveLength(1)
  for (const path of [
    `/desktop/outbox/..%2f${sites[0]}%2foutbox%2f1/fields`,
    '/desktop/outbox/-1/fields',
    '/desktop/outbox/1e0/../2/fields',
    `/desktop/profiles/..%2f${sites[0]}`,
    '/desktop/given/..%2fsettings.json',
    '/desktop/changes/..%2f..%2fsettings.json',
  ]) {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await desk.page(path, { method })).status).toBe(404)
    }
  }
})

test('sends no token with connection checks', async () => {
  const sent: Headers[] = []
  const forward = createForward({
    address: 'https://school.example.bd',
    token: async () => 'secret',
    async fetch(_, init) {
      sent.push(new Headers(init?.headers))
      return new Response('{}')
    },
  })
  const connection = createConnection(forward, () => undefined)
  await connection.check()
  await connection.forward({ method: 'GET', path: '/api/notices' })
  expect(sent.map((headers) => headers.get('authorization'))).toEqual([null, 'Bearer secret'])
})

/** Simulates a laptop that wakes up later, when proofs have expired. */
function later(): void {
  vi.setSystemTime(Date.now() + 60_000)
}

async function realSchool(): Promise<SchoolServer> {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const school = await startSchoolServer()
  onTestFinished(() => school.remove())
  return school
}

test('sends no token or change to an impostor over http', async () => {
  const school = await realSchool()
  const desk = await signedIn(school.url, await temporaryFolder())
  await desk.api.createEntry({ params: notices, body: { title: 'আগের' }, file: paper() })
  expect(await titles(desk)).toEqual(['আগের'])
  await school.stop()
  const stranger = await hostile(
    (request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(request.url === '/api/about' ? ABOUT : []))
    },
    Number(new URL(school.url).port),
  )
  later()

  expect(await titles(desk)).toEqual(['আগের'])
  await desk.api.createEntry({ params: notices, body: { title: 'গোপন' }, file: paper() })
  await expect(desk.api.login({ body: ADMIN })).rejects.toThrow('no answer')
  await desk.page('/desktop/outbox/send', { method: 'POST' })
  expect(desk.app.state()).toMatchObject({
    hasIdentityChanged: true,
    serverAnswers: false,
    waiting: 1,
  })
  // Reconnecting is not enough: the user must accept the other key.
  expect(await connect(desk, school.url)).toMatchObject({ result: 'other-key' })
  const probes = ['POST /api/about/proof', 'GET /api/about']
  expect(stranger.asked.filter((line) => !probes.includes(line))).toEqual([])

  await stranger.close()
  await school.start()
  await desk.page('/desktop/outbox/send', { method: 'POST' })
  await desk.app.school()?.outbox.settled()
  expect(await titles(desk)).toEqual(['গোপন', 'আগের'])
  expect(desk.app.state()).toMatchObject({
    hasIdentityChanged: false,
    serverAnswers: true,
    waiting: 0,
  })
})

test.each([200, 404])(
  'keeps changes while a page of a closed site answers at the address with %i',
  async (status) => {
    let isClosed = true
    const { address } = await hostile((_, response) => {
      const type = isClosed ? 'text/html' : 'application/json'
      response.writeHead(isClosed ? status : 200, { 'content-type': type })
      response.end(isClosed ? '<h1>Account suspended</h1>' : '{"_id":"a","__v":1}')
    })
    const folder = await temporaryFolder()
    const connection = createConnection(
      createForward({ address, token: async () => null }),
      () => undefined,
    )
    const largeFiles = await openLargeFiles(path.join(folder, 'uploads.json'), connection.forward)
    const { outbox } = await openTestOutbox(
      path.join(folder, 'outbox'),
      createOutboxTransport(connection, largeFiles),
    )
    const { result } = await outbox.put(rename('a'), bytesOf({ title: 'ছুটি' }))
    expect(await result).toEqual({ kind: 'queued' })
    const deletion = { endpoint: 'deleteEntry', method: 'DELETE', contentType: null } as const
    const deleted = await outbox.put(rename('b', deletion), null)
    expect(await deleted.result).toEqual({ kind: 'queued' })
    expect(outbox.view().items).toHaveLength(2)
    isClosed = false
    await outbox.settled()
    expect(outbox.view().items).toEqual([])
  },
)

test('accepts a changed server key after confirmation and a new sign-in', async () => {
  const school = await realSchool()
  const folder = await temporaryFolder()
  const desk = await signedIn(school.url, folder)
  await school.stop()
  await fs.rm(path.join(school.dataDir, 'server-key'))
  await desk.api.createEntry({ params: notices, body: { title: 'জমা' }, file: paper() })
  await school.start()
  await desk.page('/desktop/outbox/send', { method: 'POST' })
  expect(desk.app.state()).toMatchObject({ hasIdentityChanged: true, waiting: 1 })

  const accept = (acceptKey: string) =>
    desk.app.tryAddress(school.url, acceptKey).then(({ result }) => result)
  const tried = await desk.app.tryAddress(school.url)
  expect(await accept('another')).toBe('other-key')
  expect(tried.result === 'other-key' && (await accept(tried.key))).toBe('found')
  await expect(desk.api.session()).rejects.toMatchObject({ status: 401 })
  await desk.api.login({ body: ADMIN })
  await desk.app.school()?.outbox.settled()
  expect(await titles(desk)).toEqual(['জমা'])
  // The new key is stored.
  await desk.close()
  const again = await openTestDesktopApp(folder)
  await again.page('/desktop/outbox/send', { method: 'POST' })
  expect(again.app.state()).toMatchObject({ hasIdentityChanged: false, serverAnswers: true })
})

test('refuses an http server without a proof of identity', async () => {
  const { address } = await hostile((_, response) => response.end(JSON.stringify(ABOUT)))
  const desk = await openTestDesktopApp(await temporaryFolder())
  const withoutProof: RequestListener = (request, response) =>
    request.url === '/api/about'
      ? response.end(JSON.stringify(ABOUT))
      : response.writeHead(404).end('{}')
  expect(await connect(desk, address)).toMatchObject({ result: 'found' })
  const older = createServer(withoutProof)
  onTestFinished(() => void older.close())
  await new Promise<void>((ready) => older.listen(0, '127.0.0.1', ready))
  const { port } = older.address() as AddressInfo
  expect(await connect(desk, `http://127.0.0.1:${port}`)).toEqual({
    result: 'refused',
    reason: 'other-version',
  })
})
