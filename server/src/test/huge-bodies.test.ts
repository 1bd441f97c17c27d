import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, parseResponse, type RawConnection } from './raw-connection.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const MB = 1024 * 1024
const GIGABYTE = 1024 * MB

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const HEAD =
  '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n' +
  '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n'

function startUpload(lengthHeader: string): RawConnection {
  const connection = connect(school.url)
  connection.socket.write(
    `POST /api/notices HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${school.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\n${lengthHeader}\r\n\r\n`,
  )
  return connection
}

/** Sends up to a gigabyte, or until the server closes. @returns the bytes sent */
async function flood({ socket, closed }: RawConnection, piece: Buffer | string): Promise<number> {
  while (socket.bytesWritten < GIGABYTE && !socket.destroyed) {
    if (socket.write(piece)) continue
    const drained = new Promise((resolve) => socket.once('drain', resolve))
    await Promise.race([drained, closed])
  }
  return socket.bytesWritten
}

const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`

it.each([
  ['with its length', `Content-Length: ${GIGABYTE}`, HEAD, 'x'.repeat(0x10000)],
  [
    'without its length',
    'Transfer-Encoding: chunked',
    `${Buffer.byteLength(HEAD).toString(16)}\r\n${HEAD}\r\n`,
    chunk,
  ],
])(
  'rejects a body of a gigabyte sent %s with 413, without using memory or disk',
  async (...row) => {
    const [, lengthHeader, head, piece] = row
    const before = process.memoryUsage.rss()
    const connection = startUpload(lengthHeader)
    connection.socket.write(head)
    const sent = await flood(connection, piece)
    await connection.closed
    expect(parseResponse(connection.received())).toMatchObject({
      status: 413,
      body: expect.stringContaining('"code":"too_large"'),
    })
    // The limit, what is discarded so that the response arrives, and the buffers of both sides, which a
    // busy machine fills before it is told that the connection is closed.
    expect(sent).toBeLessThan((25 + 64 + 64) * MB)
    expect((process.memoryUsage.rss() - before) / MB).toBeLessThan(150)
    const staging = path.join(school.dataDir, 'staging')
    await expect.poll(() => fs.readdir(staging)).toEqual([])
    expect(await fs.readdir(path.join(school.dataDir, 'uploads'))).toEqual([])
  },
)
