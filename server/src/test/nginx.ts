import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

/** Folder of the deployed nginx configuration. */
export const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))

/** Whether nginx can run here; says so if not. */
export const hasNginx = isInstalled('nginx', '-v') && isInstalled('openssl', 'version')
if (!hasNginx) process.stderr.write('Skipped: nginx or openssl is not installed.\n')

/** A response over HTTP/2. */
interface ReceivedResponse {
  status: number
  headers: http2.IncomingHttpHeaders
  body: Buffer
}

/** nginx in front of a server, on ports of its own. */
export interface TestNginx {
  /** Sends a request over HTTP/2 and checks the certificate. */
  request(
    host: string,
    target: string,
    init?: { headers?: http2.OutgoingHttpHeaders; body?: Buffer | string },
  ): Promise<ReceivedResponse>
  /** Sends a request without TLS; null if nginx closes the connection. */
  requestOverHttp(
    host: string,
    target: string,
  ): Promise<{ status: number | undefined; location: string | undefined } | null>
  stop(): Promise<void>
}

interface NginxOptions {
  /** An empty folder. */
  folder: string
  /** Text of the configuration to deploy. */
  site: string
  /** Host of the certificate; may begin with `*.`. */
  domain: string
  /** Port of the server. */
  serverPort: number
}

/** Starts nginx with a configuration of the deploy folder, with ports and certificate of its own. */
export async function startNginx({
  folder,
  site,
  domain,
  serverPort,
}: NginxOptions): Promise<TestNginx> {
  const ports = { http: await freePort(), https: await freePort() }
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key],
      ...['-out', cert, '-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:${domain}`],
    ],
    { stdio: 'ignore' },
  )
  const ca = await fs.readFile(cert)
  const here = site
    .replace(/^ +listen \[::\].*\n/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${ports.http}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${ports.https}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
    .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${cert};`)
    .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`)
    .replaceAll('/opt/bidyaloy/deploy', DEPLOY)
  const proxy = await spawnNginx(folder, here)
  const ended = new Promise((resolve) => proxy.once('exit', resolve))
  while (!(await isListening(ports.https))) await wait(20)
  return {
    requestOverHttp: (host, target) =>
      new Promise((resolve) => {
        const request = http.get(
          `http://127.0.0.1:${ports.http}${target}`,
          { headers: { host } },
          ({ statusCode: status, headers: { location } }) => resolve({ status, location }),
        )
        request.on('error', () => resolve(null))
      }),
    request(host, target, { headers = {}, body } = {}) {
      const client = http2.connect(`https://${host}:${ports.https}`, {
        ca,
        lookup: (_name, options, done) =>
          options.all
            ? done(null, [{ address: '127.0.0.1', family: 4 }])
            : done(null, '127.0.0.1', 4),
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
    },
    async stop() {
      proxy.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * Starts nginx in the foreground.
 * @param folder where all its files are
 * @param servers text within `http { }`
 * @throws if the configuration is wrong
 */
export async function spawnNginx(folder: string, servers: string): Promise<ChildProcess> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  // As root, nginx would change to a user who cannot write long responses to this folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const file = path.join(folder, 'nginx.conf')
  await fs.writeFile(
    file,
    `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 256; }
     http { access_log off; ${temporary} ${servers} }`,
  )
  execFileSync('nginx', ['-t', '-q', '-c', file, '-p', folder])
  return spawn('nginx', ['-c', file, '-p', folder], { stdio: 'ignore' })
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
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
