import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, parseAnswer, type RawConnection } from '../test/raw-connection.ts'
import { pdfBytes } from '../test/sample-files.ts'
import {
  ADMIN,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../test/test-server.ts'

let school: TestServer
const start = async (options: TestServerOptions) => {
  school = await startTestServer(options)
}
const stop = () => school.stop()

/** A kilobyte has to come in each two seconds, a head within two. */
const IMPATIENT = { headMs: 2000, bodyMs: 2000 }

describe('what does not even become a request', () => {
  beforeAll(() => start({ limits: IMPATIENT, env: { PUBLIC_URL: 'https://school.example' } }))
  afterAll(stop)

  it.each([
    ['no HTTP', 'HELO school\r\n\r\n', 400],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: school\r\nNo colon\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a head without an end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`, 431],
    ['an address without an end', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n`, 431],
    [
      'two lengths',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'two ways to tell the length',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['another expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: cake\r\n\r\n', 417],
    ['a head that is not finished', 'GET / HTTP/1.1\r\nHost: a\r\n', 408],
  ])('is refused with the headers of every answer: %s', async (_, sent, status) => {
    const { socket, received, closed } = connect(school.url)
    socket.write(sent)
    await closed
    const answer = parseAnswer(received())
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'malformed_body' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
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

/** Sends `text` in pieces until the other end has had enough. */
function drip({ socket }: RawConnection, text: string, piece: number, everyMs: number): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.writable && at < text.length) socket.write(text.slice(at, at + piece))
    at += piece
  }, everyMs)
  socket.once('close', () => clearInterval(timer))
}

describe('slow senders', () => {
  beforeAll(() => start({ limits: IMPATIENT }))
  afterAll(stop)

  it('three hundred hold nobody up, and are cut off', async ({ annotate }) => {
    const before = process.memoryUsage.rss()
    const slow = Array.from({ length: 300 }, (_, n) => {
      const line = connect(school.url)
      const post = `POST /api/admin/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`
      if (n % 3 === 0) {
        // The head comes a byte at a time.
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
      `${served} readers were served meanwhile; both ends grew by ${grown.toFixed()} MB`,
    )
    expect(served).toBeGreaterThan(0)
    for (const { received } of slow) {
      const { status, headers } = parseAnswer(received())
      expect([status, headers.get('x-content-type-options')]).toEqual([408, 'nosniff'])
    }
    expect((await school.signIn()).token).not.toBe('')
  })

  it('who is slow because the line is bad gets through', async () => {
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
    // Twice as long as a body may be still.
    drip(line, body, 300, 100)
    await line.closed
    expect(parseAnswer(line.received()).status).toBe(201)
  })
})

describe.skipIf(process.platform !== 'linux')('places for connections', () => {
  const places = 60
  beforeAll(() => start({ limits: { places } }))
  afterAll(stop)

  it('are taken from who holds most of them, and nobody is refused', async () => {
    const reader = connect(school.url, '127.0.0.2')
    const request = 'GET /api/notices HTTP/1.1\r\nHost: a\r\n\r\n'
    const answers = ({ received }: RawConnection) => received().match(/HTTP\/1\.1 200/g)?.length
    reader.socket.write(request)
    await expect.poll(() => answers(reader)).toBe(1)

    // An upload that is on its way is nothing to be taken away.
    const upload = connect(school.url)
    upload.socket.write(
      `POST /api/studentCounts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${school.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    )
    const held = Array.from({ length: 200 }, () => connect(school.url))
    let open = held.length
    for (const { closed } of held) void closed.then(() => (open -= 1))
    await expect.poll(() => open).toBeLessThanOrEqual(places)
    for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) {
      const late = connect(school.url, from)
      late.socket.write(request)
      await expect.poll(() => answers(late)).toBe(1)
      late.socket.destroy()
    }
    // Who came first and held one place still has it.
    reader.socket.write(request)
    await expect.poll(() => answers(reader)).toBe(2)
    upload.socket.write('}')
    await expect.poll(() => upload.received()).toContain('validation_failed')
    for (const { socket } of [...held, reader, upload]) socket.destroy()
  })
})
