import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Api } from '@bidyaloy/shared/api/api'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { createHttpApi, fetchSend, type Send } from '@bidyaloy/shared/api/http-api'
import { paths } from '@bidyaloy/shared/api/paths'
import { type Credentials, PasswordChanged } from '@bidyaloy/shared/school/admin-session'
import pino from 'pino'
import type { Clock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { type RunningServer, type StartOptions, startServer } from '../start-server.ts'

/** The real server on a temporary folder, and how tests talk to it. */
export interface TestServer {
  url: string
  dataDir: string
  server: RunningServer
  /** The API as anyone may call it. */
  visitor: Api
  /** The API of a signed-in admin (Bearer). */
  admin: Api
  token: string
  /** Signs in on one more device. */
  signIn(credentials?: Credentials, userAgent?: string): Promise<SignedInClient>
  /** A plain request; `path` begins with `/`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The same, signed in. */
  fetchAsAdmin(path: string, init?: RequestInit): Promise<Response>
  /** Stops and starts again on the same data folder; addresses change. */
  restart(): Promise<TestServer>
  /** Stops and removes the folder. */
  stop(): Promise<void>
}

/** One device on which somebody is signed in (Bearer). */
interface SignedInClient {
  api: Api
  token: string
}

/** Where a server for tests is to differ from the usual one. */
export interface TestServerOptions {
  env?: Record<string, string>
  clock?: Clock
  dataDir?: string
  limits?: StartOptions['limits']
  /** Where lines of the log go; nowhere unless told. */
  log?: StartOptions['log']
}

/** The admin of every server for tests. */
export const ADMIN = { username: 'admin', password: 'a long enough password' }

/** Starts the real server on a free port and a temporary data folder, with one admin signed in. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-test-')))
  const config: Config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    NODE_ENV: 'production',
    ...options.env,
  })
  const server = await startServer({
    config,
    log: options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' }),
    ...(options.clock && { clock: options.clock }),
    ...(options.limits && { limits: options.limits }),
  })
  const { url } = server
  const visitor = createHttpApi(fetchSend(url), { check: checkAnswer, language: 'en' })
  const plain = fetchSend(url)
  const apiWith = (headers: Record<string, string>) => {
    const send: Send = (request) =>
      plain({ ...request, headers: { ...request.headers, ...headers } })
    return createHttpApi(send, { check: checkAnswer, language: 'en' })
  }
  const signIn = async (credentials = ADMIN, userAgent = 'a test'): Promise<SignedInClient> => {
    const device = { 'user-agent': userAgent }
    let { token } = await apiWith(device).login({ body: credentials })
    const send: Send = async (request) => {
      const headers = { ...request.headers, ...device, authorization: `Bearer ${token}` }
      const answer = await plain({ ...request, headers })
      if (request.url === paths.changePassword.path && answer.status === 200) {
        token = PasswordChanged.parse(JSON.parse(answer.text)).token ?? token
      }
      return answer
    }
    return {
      get token() {
        return token
      },
      api: createHttpApi(send, { check: checkAnswer, language: 'en' }),
    }
  }
  const signedIn = await signIn()
  return {
    url,
    dataDir,
    server,
    get token() {
      return signedIn.token
    },
    visitor,
    admin: signedIn.api,
    signIn,
    fetch: (target, init) => fetch(url + target, init),
    fetchAsAdmin(target, init = {}) {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${signedIn.token}`)
      return fetch(url + target, { ...init, headers })
    },
    async restart() {
      await server.stop()
      return startTestServer({ ...options, dataDir })
    },
    async stop() {
      await server.stop()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Every answer in a test is checked against the contract. */
function checkAnswer(name: keyof typeof endpoints, answer: unknown): unknown {
  const endpoint = endpoints[name]
  return 'response' in endpoint ? endpoint.response.parse(answer) : answer
}
