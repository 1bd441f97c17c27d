import http from 'node:http'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/test-server.ts'

/* Addresses that no page links to: mistyped ones, and those that vulnerability scanners request. */
let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

/** Requests exactly this target; `fetch` would normalise it first. */
async function ask(target: string, method = 'GET') {
  const { hostname, port } = new URL(school.url)
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .request({ hostname, port, method, path: target, agent: false }, resolve)
      .once('error', reject)
      .end()
  })
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

describe('an address', () => {
  it.each([
    '/%',
    '/%00',
    '/%ff',
    '/n/%E0%A4%A',
    '/%0d%0aSet-Cookie:a',
    '/allNotices%0a',
    '//evil.example',
    '//evil.example/',
    '///',
    '/\\evil.example',
    '/%5cevil.example',
    '/..%2f..%2fetc/passwd',
    '/x/../.vite/manifest.json',
    '/%2evite/manifest.json',
    '/allNotices/..',
    '/allNotices/%2e%2E/',
    '/api/../allNotices',
    '/api/..%2fadmin',
    '/uploads/%00',
    '/%E2%80%A8',
    '/allNotices/%E2%80%A9',
  ])(
    'that is malformed, %s, is answered with 404, whatever was requested before',
    async (target) => {
      for (const neighbour of [null, '/', '/allNotices']) {
        if (neighbour) await ask(neighbour)
        expect((await ask(target)).status).toBe(404)
        expect((await ask(target, 'HEAD')).status).toBe(404)
      }
    },
  )

  it('that is mistyped is answered with the page for missing pages', async () => {
    const { headers, body } = await ask('/allNotices/%')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<html lang="bn"')
  })

  it('below that of the API’s page must be one of its files', async () => {
    expect((await ask('/api/docs')).status).toBe(200)
    const { status, headers } = await ask('/api/docsx')
    expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
  })

  it('with two hosts is answered with 400', async () => {
    const { hostname, port } = new URL(school.url)
    const socket = net.connect(Number(port), hostname)
    socket.write(
      'GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n',
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('may be sent in absolute form, with any origin', async () => {
    const page = await ask('http://evil.example/allNotices')
    expect(page.status).toBe(200)
    expect(page.body).toBe((await ask('/allNotices')).body)
    expect(page.body).not.toContain('evil.example')
    expect((await ask('http://evil.example/api/notices')).body).toBe('[]')
    expect((await ask('http://evil.example')).status).toBe(200)
  })

  it.each(['/admin%2ehtml', '/admin.htm%6c', '/%61dmin.html'])(
    '%s does not bypass the rules for the dashboard’s page',
    async (target) => {
      expect((await ask(target)).status).toBe(404)
    },
  )
})

describe('an unsupported method', () => {
  const addresses = [
    '/',
    '/allNotices',
    '/nothing',
    '/n/abc',
    '/admin',
    '/admin/login',
    '/healthz',
    '/readyz',
    '/robots.txt',
    '/feed.xml',
    '/TeacherInformation.html',
    '/uploads/x.pdf',
    '/assets/x.js',
    '/api/docs',
    '/api/openapi.json',
  ]

  it.each(addresses)('is answered with 405 and Allow at %s', async (address) => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      const { status, headers } = await ask(address, method)
      expect([method, status]).toEqual([method, 405])
      expect(headers.allow).toBe('GET, HEAD')
    }
  })
})
