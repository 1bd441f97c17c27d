import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, parseAnswer, type RawConnection } from './raw-connection.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const MB = 1024 * 1024
const GIGABYTE = 1024 * MB

/* With the usual limit of 25 MB for a file. */
let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const HEAD =
  '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n'

function begin(length: string): RawConnection {
  const line = connect(school.url)
  line.socket.write(
    `POST /api/notices HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${school.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`,
  )
  return line
}

/** Sends until a gigabyte is sent or the other end wants no more; gives the bytes that it took. */
async function pour({ socket, closed }: RawConnection, piece: Buffer | string): Promise<number> {
  let gone = false
  void closed.then(() => {
    gone = true
  })
  while (socket.bytesWritten < GIGABYTE && !gone) {
    if (socket.write(piece)) continue
    // A broken line is one of the ends that are looked for, and told by `closed`.
    const drained = new Promise((resolve) => socket.once('drain', resolve))
    await Promise.race([drained, closed])
  }
  return socket.bytesWritten
}

const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`

it.each([
  ['that says how long it is', `Content-Length: ${GIGABYTE}`, HEAD, 'x'.repeat(0x10000)],
  [
    'that does not say so',
    'Transfer-Encoding: chunked',
    `${Buffer.byteLength(HEAD).toString(16)}\r\n${HEAD}\r\n`,
    chunk,
  ],
])('a body of a gigabyte %s is refused, and takes neither memory nor disk', async (...row) => {
  const [, length, head, piece] = row
  const before = process.memoryUsage.rss()
  const line = begin(length)
  line.socket.write(head)
  const taken = await pour(line, piece)
  await line.closed
  expect(parseAnswer(line.received())).toMatchObject({
    status: 413,
    body: expect.stringContaining('"code":"too_large"'),
  })
  // The limit, what is thrown away so that the answer arrives, and what lies in buffers.
  expect(taken).toBeLessThan((25 + 64 + 32) * MB)
  expect((process.memoryUsage.rss() - before) / MB).toBeLessThan(150)
  const staging = path.join(school.dataDir, 'staging')
  await expect.poll(() => fs.readdir(staging)).toEqual([])
  expect(await fs.readdir(path.join(school.dataDir, 'uploads'))).toEqual([])
})
