import fs from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Api } from '@bidyaloy/shared/api/api'
import { createHttpApi, fetchSend, type Send } from '@bidyaloy/shared/api/http-api'
import type { Credentials } from '@bidyaloy/shared/school/admin-session'
import pino from 'pino'
import type { Clock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import type { Cluster } from '../engines/postgres/cluster.ts'
import {
  addSchool,
  type NewSchool,
  removeSchool,
  setHost,
} from '../engines/schools/manage-schools.ts'
import { type RunningSchools, startSchools } from '../engines/schools/start-schools.ts'
import { connectCluster } from '../find-records.ts'
import { settingsFor } from './postgres-server.ts'

import { ADMIN, type TestClient } from './test-server.ts'

/** Discards the log, unless TEST_LOG names a level. */
export const silentLog = pino({ level: process.env.TEST_LOG ?? 'silent' })

/** A server of many schools on a temporary folder. */
export interface SchoolsServer {
  url: string
  dataDir: string
  config: Config
  server: RunningSchools
  /** Adds a school as the command line does. */
  add(school: NewSchool): Promise<{ username: string; password: string }>
  /** Adds a school, at `<name>.example`, whose admin has the password of all test servers. */
  addSignedIn(name: string, host?: string): Promise<TestClient>
  /** Runs a statement with the rights of a school. */
  query(name: string, statement: string): Promise<object[]>
  /** Runs one of the functions that change schools, as the command line does. */
  manage<T>(change: (deps: { cluster: Cluster }) => Promise<T>): Promise<T>
  setHost(name: string, host: string): Promise<void>
  remove(name: string): Promise<void>
  /** The API of a host. */
  api(host: string, headers?: Record<string, string>): Api
  fetch(host: string, path: string, init?: HostRequest): Promise<HostResponse>
  /** Signs in at a school. */
  signIn(host: string, credentials: Credentials): Promise<TestClient>
  stop(): Promise<void>
}

interface HostRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

interface HostResponse {
  status: number
  headers: http.IncomingHttpHeaders
  bytes: Buffer
  /** `bytes` as UTF-8. */
  text: string
}

/** Starts a server of many schools on a database, under a role that owns nothing. @param databaseUrl that of the owner */
export async function startSchoolsServer(
  databaseUrl: string,
  {
    env = {},
    idleMs,
    clock,
  }: { env?: Record<string, string>; idleMs?: number; clock?: Clock } = {},
): Promise<SchoolsServer> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-schools-'))
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    ...settingsFor(databaseUrl),
    SCHOOLS: '1',
    READ_PAPERS: 'off',
    NODE_ENV: 'production',
    ...env,
  })
  const server = await startSchools({
    config,
    log: silentLog,
    ...(idleMs !== undefined && { idleMs }),
    ...(clock && { clock }),
  })
  const { port } = new URL(server.url)
  let cluster: Promise<Cluster> | undefined
  const withCluster = async <T>(work: (cluster: Cluster) => Promise<T>): Promise<T> => {
    cluster ??= connectCluster(config, { log: silentLog })
    return work(await cluster)
  }
  const request = (host: string, target: string, { method, headers, body }: HostRequest = {}) =>
    new Promise<HostResponse>((resolve, reject) => {
      const sent = http.request(
        { host: '127.0.0.1', port, path: target, method, headers: { host, ...headers } },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            const bytes = Buffer.concat(chunks)
            const { statusCode: status = 0, headers } = response
            resolve({ status, headers, bytes, text: bytes.toString() })
          })
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  const schools: SchoolsServer = {
    url: server.url,
    dataDir,
    config,
    server,
    async add(school) {
      const first = await withCluster((cluster) =>
        addSchool({ cluster, config, log: silentLog, ...(clock && { clock }) }, school),
      )
      if (!first) throw new Error('The school has brought accounts')
      // The server reads the table every two seconds.
      while ((await request(school.host, '/api/about')).status === 421) await wait(100)
      return first
    },
    async addSignedIn(name, host = `${name}.example`) {
      const first = await schools.add({ name, host })
      const { admin } = await schools.signIn(host, first)
      const newPassword = ADMIN.password
      await admin.changePassword({ body: { currentPassword: first.password, newPassword } })
      return schools.signIn(host, ADMIN)
    },
    query: (name, statement) =>
      withCluster(async (cluster) => {
        const client = await cluster.connect(name)
        return client
          .query<object>(statement)
          .then(({ rows }) => rows)
          .finally(() => client.release())
      }),
    manage: (change) => withCluster((cluster) => change({ cluster })),
    setHost: (name, host) => withCluster((cluster) => setHost({ cluster }, { name, host })),
    async remove(name) {
      await withCluster((cluster) => removeSchool({ cluster, config }, name))
    },
    api(host, headers = {}) {
      const send: Send = async (call) => {
        // A form gets its type and boundary from the platform.
        const encoded = new Request('http://any', { method: 'POST', body: call.body ?? '' })
        const bytes = Buffer.from(await encoded.arrayBuffer())
        const type = call.body instanceof FormData ? encoded.headers.get('content-type') : null
        const response = await request(host, call.url, {
          method: call.method,
          headers: { ...call.headers, ...headers, ...(type && { 'content-type': type }) },
          ...(call.body !== undefined && { body: bytes }),
        })
        return { status: response.status, text: response.text }
      }
      return createHttpApi(send, { language: 'en' })
    },
    fetch: request,
    async signIn(host, credentials) {
      const at = (headers: Record<string, string>) => {
        // Not by `fetch` itself, which names the host of the URL.
        const fetchThere = async (input: string | URL | Request, init: RequestInit = {}) => {
          const given = new Request(input, init)
          const response = await request(host, given.url.slice(server.url.length), {
            method: given.method,
            headers: { ...Object.fromEntries(given.headers), ...headers },
            body: Buffer.from(await given.arrayBuffer()),
          })
          const received = new Headers()
          for (const [name, value] of Object.entries(response.headers)) {
            for (const one of [value ?? []].flat()) received.append(name, one)
          }
          const { status, bytes } = response
          const body = bytes.length > 0 ? new Uint8Array(bytes) : null
          return new Response(body, { status, headers: received })
        }
        return {
          fetch: fetchThere,
          api: createHttpApi(fetchSend(server.url, fetchThere), { language: 'en' }),
        }
      }
      const signIn = async (as = credentials) => {
        const { token } = await at({}).api.login({ body: as })
        return { token, api: at({ authorization: `Bearer ${token}` }).api }
      }
      const { token, api } = await signIn()
      return {
        url: server.url,
        admin: api,
        visitor: at({}).api,
        token,
        signIn,
        fetch: (target, init) => at({}).fetch(server.url + target, init),
        fetchAsAdmin: (target, init) =>
          at({ authorization: `Bearer ${token}` }).fetch(server.url + target, init),
      }
    },
    async stop() {
      await (await cluster)?.close()
      await server.stop()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
  return schools
}
