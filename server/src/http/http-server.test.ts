import { readdir, readlink } from 'node:fs/promises'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { connect, parseResponse, type RawConnection } from '../test/raw-connection.ts'
import { fileOf, pdfBytes } from '../test/sample-files.ts'
import {
  ADMIN,
  backupTaskEnded,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../test/test-server.ts'

let school: TestServer
const start = async (options: TestServerOptions) => {
  school = await startTestServer(options)
}
const stop = () => school.stop()

const SHORT_TIMEOUTS = { headMs: 2000, bodyMs: 2000 }

describe('a malformed request', () => {
  beforeAll(() => start({ limits: SHORT_TIMEOUTS, env: { PUBLIC_URL: 'https://school.example' } }))
  afterAll(stop)

  it.each([
    ['no HTTP', 'HELO school\r\n\r\n', 400],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: school\r\nNo colon\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['an endless head', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 431],
    ['an endless target', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n`, 431],
    [
      'two lengths',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['an invalid target', 'GET ftp://[x HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['an invalid origin', 'POST http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['an invalid host', 'GET //a@[x\t HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: cake\r\n\r\n', 417],
    ['an incomplete head', 'GET / HTTP/1.1\r\nHost: a\r\n', 408],
  ])('is rejected with the security headers: %s', async (_, sent, status) => {
    const { socket, received, closed } = connect(school.url)
    socket.write(sent)
    await closed
    const response = parseResponse(received())
    expect(response.status).toBe(status)
    expect(JSON.parse(response.body)).toMatchObject({ code: 'malformed_body' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringMatching(/^max-age=/),
      'cache-control': 'no-store',
      connection: 'close',
    })
    expect((await school.fetch('/healthz')).status).toBe(200)
  })
})

const LOGIN = JSON.stringify(ADMIN)

/** Sends `text` in pieces until the server closes the connection. */
function drip({ socket }: RawConnection, text: string, piece: number, everyMs: number): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.writable && at < text.length) socket.write(text.slice(at, at + piece))
    at += piece
  }, everyMs)
  socket.once('close', () => clearInterval(timer))
}

describe('slow clients', () => {
  beforeAll(() => start({ limits: SHORT_TIMEOUTS }))
  afterAll(stop)

  it('are disconnected, and 300 of them do not delay others', async ({ annotate }) => {
    const before = process.memoryUsage.rss()
    const slow = Array.from({ length: 300 }, (_, n) => {
      const line = connect(school.url)
      const post = `POST /api/admin/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`
      if (n % 3 === 0) {
        // The head is sent byte by byte.
        drip(line, `${post}X-Long: ${'x'.repeat(1000)}`, 1, 1000)
      } else if (n % 3 === 1) {
        line.socket.write(`${post}Content-Length: 900\r\n\r\n`)
        drip(line, LOGIN.padEnd(900), 1, 1000)
      } else {
        line.socket.write(`${post}Transfer-Encoding: chunked\r\n\r\n`)
        drip(line, '1\r\n \r\n'.repeat(900), 6, 1000)
      }
      return line
    })
    let open = slow.length
    const allCut = Promise.all(
      slow.map(({ closed }) =>
        closed.then(() => {
          open -= 1
        }),
      ),
    )
    let served = 0
    while (open > 0) {
      expect((await school.fetch(`/allNotices?q=${served}`)).status).toBe(200)
      served += 1
    }
    await allCut
    const grown = (process.memoryUsage.rss() - before) / 1024 / 1024
    await annotate(
      `${served} other requests were answered; client and server together grew by ${grown.toFixed()} MB`,
    )
    expect(served).toBeGreaterThan(0)
    for (const { received } of slow) {
      const { status, headers } = parseResponse(received())
      expect([status, headers.get('x-content-type-options')]).toEqual([408, 'nosniff'])
    }
    expect((await school.signIn()).token).not.toBe('')
  })

  it('are not disconnected if they send more than the minimum rate', async () => {
    const line = connect(school.url)
    const pdf = pdfBytes('x'.repeat(12_000)).toString('latin1')
    const body =
      '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nslow\r\n' +
      `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${pdf}\r\n--b--\r\n`
    line.socket.write(
      'POST /api/notices HTTP/1.1\r\nHost: a\r\nConnection: close\r\n' +
        `Authorization: Bearer ${school.token}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    // Takes twice as long as the interval of the check.
    drip(line, body, 300, 100)
    await line.closed
    expect(parseResponse(line.received()).status).toBe(201)
  })
})

describe.skipIf(process.platform !== 'linux')('the connection limit', () => {
  const maxConnections = 60
  beforeAll(() => start({ limits: { maxConnections } }))
  afterAll(stop)

  it('closes connections of the client that holds most of them and rejects no new one', async () => {
    const reader = connect(school.url, '127.0.0.2')
    const request = 'GET /api/notices HTTP/1.1\r\nHost: a\r\n\r\n'
    const responseCount = ({ received }: RawConnection) =>
      received().match(/HTTP\/1\.1 200/g)?.length
    reader.socket.write(request)
    await expect.poll(() => responseCount(reader)).toBe(1)

    // A connection with a request in progress stays open.
    const upload = connect(school.url)
    upload.socket.write(
      `POST /api/studentCounts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${school.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    )
    const held = Array.from({ length: 200 }, () => connect(school.url))
    let open = held.length
    for (const { closed } of held) void closed.then(() => (open -= 1))
    await expect.poll(() => open).toBeLessThanOrEqual(maxConnections)
    for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) {
      const late = connect(school.url, from)
      late.socket.write(request)
      await expect.poll(() => responseCount(late)).toBe(1)
      late.socket.destroy()
    }
    // The client with a single connection still has it.
    reader.socket.write(request)
    await expect.poll(() => responseCount(reader)).toBe(2)
    upload.socket.write('}')
    await expect.poll(() => upload.received()).toContain('validation_failed')
    for (const { socket } of [...held, reader, upload]) socket.destroy()
  })

  it('serves a visitor when every other connection is busy and no client has half of them', async () => {
    const body =
      'POST /api/studentCounts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
      `Authorization: Bearer ${school.token}\r\nContent-Length: 2\r\n\r\n{`
    const busy = Array.from({ length: 2 * maxConnections }, (_, at) => {
      const held = connect(school.url, `127.0.1.${1 + (at % 20)}`)
      held.socket.write(body)
      return held
    })
    let open = busy.length
    for (const { closed } of busy) void closed.then(() => (open -= 1))
    await expect.poll(() => open).toBeLessThanOrEqual(maxConnections)
    const visitor = connect(school.url, '127.0.0.9')
    visitor.socket.write('GET /api/notices HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => visitor.received()).toContain('HTTP/1.1 200')
    for (const { socket } of [...busy, visitor]) socket.destroy()
  })
})

const LARGE_BYTES = 12 * 1024 * 1024

/** Publishes a text larger than the kernel's buffers for a client that does not read. */
function publishLarge(): Promise<Entry> {
  const file = fileOf('x'.repeat(LARGE_BYTES), 'large.txt')
  return school.admin.createEntry({ params: { collection: 'notices' }, body: { title: 'l' }, file })
}

const ask = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

/** Opens a connection, sends `text` and reads nothing. */
function sendAndReadNothing(text: string): RawConnection {
  const line = connect(school.url)
  line.socket.pause()
  line.socket.write(text)
  return line
}

/** Returns how many open files of this process, which is the server's, have a path ending in `name`. */
async function openFiles(name: string): Promise<number> {
  const links = (await readdir('/proc/self/fd')).map((fd) =>
    readlink(`/proc/self/fd/${fd}`).catch(() => ''),
  )
  return (await Promise.all(links)).filter((file) => file.endsWith(name)).length
}

describe('pipelined requests', () => {
  beforeAll(() => start({ limits: { maxPipelined: 2000 } }))
  afterAll(stop)

  it('are answered in order', async () => {
    const { filePath } = await publishLarge()
    await school.fetch(`/${filePath}`, { method: 'HEAD' })
    // From memory, from a file, and through Koa: each takes a different time.
    const targets = (n: number) => [
      ask(`/${filePath}`, `Range: bytes=${n}-${n}\r\n`),
      ask('/api/notices?limit=1'),
      ask(`/${filePath}?x`, `Range: bytes=${1000 + n}-${1000 + n}\r\n`),
      ask('/api/notices/nosuch'),
    ]
    const { socket, received, closed } = connect(school.url)
    const all = Array.from({ length: 100 }, (_, n) => targets(n).join(''))
    socket.write(`${all.join('')}${ask('/healthz', 'Connection: close\r\n')}`)
    await closed
    const order = [...received().matchAll(/HTTP\/1.1 (?:206|200|404)|content-range: bytes \d+/gi)]
    const lines = order.map(([line]) => line.toLowerCase())
    const expected = Array.from({ length: 100 }, (_, n) => [
      'http/1.1 206',
      `content-range: bytes ${n}`,
      'http/1.1 200',
      'http/1.1 206',
      `content-range: bytes ${1000 + n}`,
      'http/1.1 404',
    ])
    expect(lines).toEqual([...expected.flat(), 'http/1.1 200'])
  })

  it.runIf(process.platform === 'linux').each(['', '?x=1'])(
    'of a client that reads nothing open one file at a time, and none after it disconnects: %s',
    async (query) => {
      const { filePath = '' } = await publishLarge()
      await (await school.fetch(`/${filePath}`)).arrayBuffer()
      const { socket } = sendAndReadNothing(ask(`/${filePath}${query}`).repeat(1000))
      await expect.poll(() => openFiles(filePath)).toBe(1)
      for (let others = 0; others < 30; others += 1) {
        expect((await school.fetch(`/?${others}`)).status).toBe(200)
        expect(await openFiles(filePath)).toBe(1)
      }
      socket.destroy()
      await expect.poll(() => openFiles(filePath)).toBe(0)
    },
  )

  it.runIf(process.platform === 'linux')(
    'are limited in number: the connection with most of them is closed',
    async () => {
      const { filePath = '' } = await publishLarge()
      const greedy = sendAndReadNothing(ask(`/${filePath}`).repeat(1500))
      await expect.poll(() => openFiles(filePath)).toBe(1)
      const modest = connect(school.url)
      modest.socket.write(ask(`/${filePath}`) + ask('/healthz').repeat(20))
      const further = sendAndReadNothing(ask(`/${filePath}`).repeat(900))
      await expect.poll(() => modest.received().match(/HTTP\/1\.1 200/g)?.length).toBe(21)
      await expect.poll(() => openFiles(filePath)).toBe(1)
      greedy.socket.resume()
      await greedy.closed
      for (const { socket } of [modest, further]) socket.destroy()
    },
  )
})

describe('a client that pipelined requests and disconnected', () => {
  beforeAll(() => start({}))
  afterAll(stop)

  it.each([
    ['two reads', (file: string) => ask(file).repeat(2)],
    [
      'a read and a write',
      (file: string) =>
        `${ask(file)}POST /api/admin/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    ],
  ])('does not delay a later restore, writes or a stop: %s', async (_, requests) => {
    const { filePath } = await publishLarge()
    await school.admin.makeBackup()
    const { outcome } = await backupTaskEnded(school.admin)
    const { socket, closed } = sendAndReadNothing(requests(`/${filePath}`))
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0)
    expect((await school.fetch('/healthz')).status).toBe(200)
    socket.destroy()
    await closed

    const body = { currentPassword: ADMIN.password }
    await school.admin.restoreBackup({ params: { id: outcome?.backupId ?? '' }, body })
    expect((await backupTaskEnded(school.admin)).outcome).toMatchObject({
      task: 'restore',
      fault: null,
    })
    expect((await school.fetch('/')).status).toBe(200)
    await school.signIn()
    school = await school.restart()
  })
})

test('an idle connection is kept longer than by nginx, which would send a request while it is closed', async () => {
  await start({})
  const idle = connect(school.url)
  // Only clients of HTTP/1.0 are told.
  idle.socket.write('GET /healthz HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n')
  await expect.poll(idle.received).toContain('{"status":"ok"}')
  const [, seconds] =
    /timeout=(\d+)/.exec(parseResponse(idle.received()).headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
  idle.socket.destroy()
  await stop()
})

describe('stopping', () => {
  beforeAll(() => start({}))
  afterAll(stop)

  it('aborts a restore that waits for a pending write, and nothing is restored', async () => {
    await school.admin.makeBackup()
    const { outcome } = await backupTaskEnded(school.admin)
    await publishLarge()
    const upload = connect(school.url)
    upload.socket.write(
      `POST /api/studentCounts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${school.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    )
    const { backups } = school.server.internals
    const body = { currentPassword: ADMIN.password }
    await school.admin.restoreBackup({ params: { id: outcome?.backupId ?? '' }, body })
    // From here on writes are paused.
    const login = () => school.fetch('/api/admin/login', { method: 'POST', body: '{}' })
    await expect.poll(async () => (await login()).status, { timeout: 50_000 }).toBe(503)
    const restarting = school.restart()
    await backups.settled()
    expect((await backups.state()).outcome).toMatchObject({
      task: 'restore',
      fault: 'interrupted',
    })
    upload.socket.destroy()
    school = await restarting
    expect(await school.visitor.listEntries({ params: { collection: 'notices' } })).toHaveLength(1)
  })
})

test('a server that stops closes each connection when its request has ended', async () => {
  await start({})
  const head = `POST /api/admin/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${LOGIN.length}\r\nExpect: 100-continue\r\n\r\n`
  const begin = async () => {
    const connection = connect(school.url)
    connection.socket.write(head)
    await expect.poll(connection.received).toContain('100 Continue')
    return connection
  }
  const first = await begin()
  const last = await begin()

  const stopped = stop()
  for (const { socket, closed, received } of [first, last]) {
    socket.write(LOGIN)
    await closed
    expect(received()).toContain('HTTP/1.1 200 OK')
  }
  await stopped
})
