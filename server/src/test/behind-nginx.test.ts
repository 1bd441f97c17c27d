import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_FAILURES } from '../features/auth/login-limit.ts'
import { pdfBytes } from './sample-files.ts'
import { ADMIN, startTestServer, type TestServer } from './test-server.ts'

/** Folder of the nginx configuration that the test uses. */
const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const DOMAIN = 'school.example'

const nginx = isInstalled('nginx', '-v') && isInstalled('openssl', 'version')
if (!nginx) process.stderr.write('Skipped: nginx or openssl is not installed.\n')

let server: TestServer
let proxy: ChildProcess
let folder: string
let ports: { http: number; https: number; server: number }
let certificate: Buffer

describe.skipIf(!nginx)('behind nginx', () => {
  beforeEach(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-nginx-'))
    ports = { http: await freePort(), https: await freePort(), server: await freePort() }
    server = await startBehind()
    await writeConfiguration()
    proxy = spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-p', folder], {
      stdio: 'ignore',
    })
    await expect.poll(async () => (await request('/healthz').catch(() => null))?.status).toBe(200)
  })
  afterEach(async () => {
    const ended = new Promise((resolve) => proxy.once('exit', resolve))
    proxy.kill('SIGTERM')
    await ended
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
    const plain = await requestOverHttp(DOMAIN, '/allNotices?page=2')
    expect(plain).toEqual({ status: 301, location: `https://${DOMAIN}/allNotices?page=2` })
  })

  it('closes connections for another domain, over HTTP and HTTPS', async () => {
    expect(await requestOverHttp('elsewhere.example', '/')).toBeNull()
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

/** Sends a request without TLS; null if nginx closes the connection. */
function requestOverHttp(host: string, target: string) {
  return new Promise<{ status: number | undefined; location: string | undefined } | null>(
    (resolve) => {
      const request = http.get(
        `http://127.0.0.1:${ports.http}${target}`,
        { headers: { host } },
        ({ statusCode: status, headers: { location } }) => resolve({ status, location }),
      )
      request.on('error', () => resolve(null))
    },
  )
}

const JSON_BODY = { 'content-type': 'application/json' }

const startBehind = () =>
  startTestServer({
    dataDir: path.join(folder, 'data'),
    env: { PORT: String(ports.server), TRUST_PROXY: '1', PUBLIC_URL: `https://${DOMAIN}` },
  })

/** Writes an nginx configuration with the deployed file, this test's ports and a certificate. */
async function writeConfiguration(): Promise<void> {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key],
      ...['-out', cert, '-subj', `/CN=${DOMAIN}`, '-addext', `subjectAltName=DNS:${DOMAIN}`],
    ],
    { stdio: 'ignore' },
  )
  certificate = await fs.readFile(cert)
  const deployed = await fs.readFile(path.join(DEPLOY, 'nginx.conf'), 'utf8')
  const site = deployed
    .replace(/^ +listen \[::\].*\n/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${ports.http}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${ports.https}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.server}`)
    .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${cert};`)
    .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`)
    .replaceAll('/opt/bidyaloy/deploy', DEPLOY)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  // As root, nginx would change to a user who cannot write long responses to this folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  await fs.writeFile(
    path.join(folder, 'nginx.conf'),
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 256; }
     http { access_log off; ${temporary} ${site} }`,
  )
  execFileSync('nginx', ['-t', '-q', '-c', path.join(folder, 'nginx.conf'), '-p', folder])
}

interface ReceivedResponse {
  status: number
  headers: http2.IncomingHttpHeaders
  body: Buffer
}

/** Sends a request over HTTP/2 and checks the certificate. */
function request(
  target: string,
  { headers = {}, body }: { headers?: http2.OutgoingHttpHeaders; body?: Buffer | string } = {},
): Promise<ReceivedResponse> {
  const client = http2.connect(`https://${DOMAIN}:${ports.https}`, {
    ca: certificate,
    lookup: (_name, options, done) =>
      options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
  })
  return new Promise<ReceivedResponse>((resolve, reject) => {
    client.on('error', reject)
    const stream = client.request({ ':path': target, ...headers }, { endStream: !body })
    let response: Omit<ReceivedResponse, 'body'> | undefined
    const parts: Buffer[] = []
    stream.on('response', (received) => {
      response = { status: Number(received[':status']), headers: received }
    })
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => response && resolve({ ...response, body: Buffer.concat(parts) }))
    // An early error response may end the stream before the body is sent.
    stream.on('error', (error) => !response && reject(error))
    if (body) stream.end(body)
  }).finally(() => client.close())
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function isInstalled(command: string, word: string): boolean {
  try {
    execFileSync(command, [word], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
