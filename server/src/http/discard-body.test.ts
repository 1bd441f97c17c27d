import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const MEGABYTE = 1024 * 1024

/** Sends a whole body before it reads the response, as many clients do; returns the response. */
async function sendThenRead(head: string[], bytes: number): Promise<string> {
  const socket = net.connect(Number(new URL(school.url).port), '127.0.0.1')
  const write = (data: string | Buffer) =>
    new Promise<void>((resolve, reject) => {
      socket.write(data, (error) => (error ? reject(error) : resolve()))
    })
  await write(`${[...head, 'Host: school', `Content-Length: ${bytes}`].join('\r\n')}\r\n\r\n`)
  const part = Buffer.alloc(MEGABYTE / 4)
  for (let sent = 0; sent < bytes; sent += part.length) await write(part)
  let response = ''
  for await (const chunk of socket) {
    response += String(chunk)
    if (/\r\n\r\n\{.*\}$/s.test(response)) break
  }
  return response
}

describe('an early rejection reaches a client that sends its whole body first', () => {
  it.each([
    ['an unauthenticated write', ['POST /api/notices HTTP/1.1'], 401],
    ['an unauthenticated write', ['POST /api/notices HTTP/1.1', 'Connection: close'], 401],
    ['a method that pages do not allow', ['POST / HTTP/1.1', 'Connection: close'], 405],
    [
      'JSON over its limit',
      ['POST /api/admin/login HTTP/1.1', 'Content-Type: application/json', 'Connection: close'],
      413,
    ],
  ])('%s: %j', async (_, head, status) => {
    const response = await sendThenRead(head, 8 * MEGABYTE)
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(response).toMatch(/"code":"\w+"\}$/)
  })
})

it('stops reading a rejected request that never ends', async () => {
  const socket = net.connect(Number(new URL(school.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /api/notices HTTP/1.1\r\nHost: school\r\nTransfer-Encoding: chunked\r\n\r\n')
  const started = performance.now()
  const dripping = setInterval(() => socket.write('1\r\nx\r\n'), 100)
  let response = ''
  socket.on('data', (chunk: Buffer) => {
    response += chunk.toString()
  })
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripping)
  expect(response).toMatch(/^HTTP\/1.1 401 /)
  const seconds = (performance.now() - started) / 1000
  expect(seconds).toBeGreaterThan(2)
  expect(seconds).toBeLessThan(6)
})
