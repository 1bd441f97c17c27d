import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_FAILURES } from '../features/auth/login-limit.ts'
import { freePort } from './free-port.ts'
import { DEPLOY, hasNginx, spawnNginx, startNginx, type TestNginx } from './nginx.ts'
import { pdfBytes } from './sample-files.ts'
import { ADMIN, startTestServer, type TestServer } from './test-server.ts'

const DOMAIN = 'school.example'

let server: TestServer
let nginx: TestNginx
let folder: string
let serverPort: number

const request = (target: string, init?: Parameters<TestNginx['request']>[2]) =>
  nginx.request(DOMAIN, target, init)

describe.skipIf(!hasNginx)('behind nginx', () => {
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-nginx-'))
    serverPort = await freePort()
    server = await startBehind()
    const site = await fs.readFile(path.join(DEPLOY, 'nginx.conf'), 'utf8')
    nginx = await startNginx({ folder, site, domain: DOMAIN, serverPort })
  })
  afterEach(async () => {
    await nginx.stop()
    await server.stop()
    await fs.rm(folder, { recursive: true, force: true })
  })

  it('forwards responses over HTTP/2, compressed and with every header', async () => {
    const page = await request('/', { headers: { 'accept-encoding': 'br' } })
    expect(page.status).toBe(200)
    expect(page.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(page.body).toString()).toContain('<html lang="bn"')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['strict-transport-security']).toContain('max-age=31536000')
    const again = await request('/', {
      headers: { 'accept-encoding': 'br', 'if-none-match': String(page.headers.etag) },
    })
    expect(again.status).toBe(304)
    const plain = await nginx.requestOverHttp(DOMAIN, '/allNotices?page=2')
    expect(plain).toEqual({ status: 301, location: `https://${DOMAIN}/allNotices?page=2` })
  })

  it('closes connections for another domain, over HTTP and HTTPS', async () => {
    expect(await nginx.requestOverHttp('elsewhere.example', '/')).toBeNull()
    await expect(request('/', { headers: { ':authority': 'elsewhere.example' } })).rejects.toThrow()
  })

  it('replaces X-Forwarded-For from clients', async () => {
    const login = (password: string, claimed: string) =>
      request('/api/admin/login', {
        headers: { ':method': 'POST', 'x-forwarded-for': claimed, ...JSON_BODY },
        body: JSON.stringify({ ...ADMIN, password }),
      })
    for (let i = 0; i < MAX_FAILURES; i += 1) {
      expect((await login('certainly not it', `203.0.113.${i}`)).status).toBe(401)
    }
    expect((await login(ADMIN.password, '203.0.113.200')).status).toBe(429)
  })

  it('accepts a file of 25 MB and rejects a larger one with the error body', async () => {
    const publish = (bytes: number) => {
      const document = Buffer.concat([pdfBytes(), Buffer.alloc(bytes, '%\n')])
      const boundary = 'a-boundary-of-this-test'
      const head =
        `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nভর্তি\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n` +
        'Content-Type: application/pdf\r\n\r\n'
      return request('/api/notices', {
        headers: {
          ':method': 'POST',
          authorization: `Bearer ${server.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        body: Buffer.concat([Buffer.from(head), document, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      })
    }
    expect((await publish(24_900_000)).status).toBe(201)
    const refused = await publish(30_000_000)
    expect(refused.status).toBe(413)
    expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'too_large' })
  })

  it('shows a Bengali page during a restart and recovers by itself', async () => {
    await server.server.stop()
    const meanwhile = await request('/')
    expect(meanwhile.status).toBe(502)
    expect(meanwhile.body.toString()).toContain('ওয়েবসাইটটি এখনই ফিরে আসছে')
    expect(meanwhile.headers['retry-after']).toBe('10')
    expect((await request('/readyz')).status).toBe(502)
    server = await startBehind()
    await expect.poll(async () => (await request('/readyz')).status).toBe(200)
    expect((await request('/')).status).toBe(200)
  })
})

describe.skipIf(!hasNginx)('several servers behind nginx', () => {
  const started: { close(): unknown }[] = []
  afterEach(async () => {
    await Promise.all(started.splice(0).map((one) => one.close()))
    await fs.rm(folder, { recursive: true, force: true })
  })

  /** Starts nginx in front of two ports. @returns a function that reads its front page */
  async function startBetween(ports: readonly [number, number]) {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-nginx-'))
    const port = await freePort()
    const site = (await fs.readFile(path.join(DEPLOY, 'several', 'nginx.conf'), 'utf8'))
      .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${ports[0]}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${ports[1]}`)
      .replace('/usr/share/nginx/html', DEPLOY)
    const proxy = await spawnNginx(folder, site)
    const ended = once(proxy, 'exit')
    started.push({ close: () => proxy.kill() && ended })
    const read = () => fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    await expect.poll(read).not.toBeNull()
    return read
  }

  /** Answers each request with this status. @returns its port */
  async function answering(status: number): Promise<number> {
    const one = http.createServer((_, res) => res.writeHead(status).end(`answer ${status}`))
    started.push(one)
    const port = await freePort()
    await once(one.listen(port, '127.0.0.1'), 'listening')
    return port
  }

  it('show the page in Bengali while all of them are down', async () => {
    const read = await startBetween([await freePort(), await freePort()])
    const away = await read()
    expect([away?.status, away?.headers.get('retry-after')]).toEqual([502, '10'])
    expect(await away?.text()).toContain('ওয়েবসাইটটি এখনই ফিরে আসছে')
  })

  it('are asked in turn after a 503, which is passed on if all give it', async () => {
    const ports = [await answering(503), await answering(200)] as const
    const read = await startBetween(ports)
    for (let i = 0; i < 8; i += 1) expect(await (await read())?.text()).toBe('answer 200')
    const unready = await startBetween([ports[0], await answering(503)])
    expect(await (await unready())?.text()).toBe('answer 503')
  })
})

const JSON_BODY = { 'content-type': 'application/json' }

const startBehind = () =>
  startTestServer({
    dataDir: path.join(folder, 'data'),
    env: { PORT: String(serverPort), TRUST_PROXY: '1', PUBLIC_URL: `https://${DOMAIN}` },
  })
