import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Api } from '@bidyaloy/shared/api/api'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { createHttpApi, fetchSend, type Send } from '@bidyaloy/shared/api/http-api'
import { paths } from '@bidyaloy/shared/api/paths'
import { ProblemBody } from '@bidyaloy/shared/api/problem'
import type { MoveInState } from '@bidyaloy/shared/features/move-in/reasons'
import { type Credentials, PasswordChanged } from '@bidyaloy/shared/school/admin-session'
import type { BackupState } from '@bidyaloy/shared/school/backup'
import pino from 'pino'
import type { Clock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { type RunningServer, type StartOptions, startServer } from '../start-server.ts'

/** The real server on a temporary folder, with clients for tests. */
export interface TestServer {
  url: string
  dataDir: string
  server: RunningServer
  /** The API without a session. */
  visitor: Api
  /** The API with an admin's Bearer token. */
  admin: Api
  token: string
  /** Signs in on another device. */
  signIn(credentials?: Credentials, userAgent?: string): Promise<SignedInClient>
  /** Sends a request; `path` begins with `/`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends a request with the admin's token. */
  fetchAsAdmin(path: string, init?: RequestInit): Promise<Response>
  /** Stops the server and starts it again on the same data folder, at a new URL. */
  restart(): Promise<TestServer>
  /** Stops the server and removes the data folder. */
  stop(): Promise<void>
}

/** What requests need of a server. */
export type TestClient = Pick<
  TestServer,
  'url' | 'admin' | 'visitor' | 'token' | 'signIn' | 'fetch' | 'fetchAsAdmin'
>

/** A signed-in device, with its Bearer token. */
interface SignedInClient {
  api: Api
  token: string
}

/** Settings that differ from the defaults of test servers. */
export interface TestServerOptions {
  env?: Record<string, string>
  clock?: Clock
  dataDir?: string
  limits?: StartOptions['limits']
  /** Its name in the database or bucket that tests share; by default that of the data folder. */
  school?: string
  /** Receives the log, which is discarded by default. */
  log?: StartOptions['log']
}

/**
 * Whether test servers are on PostgreSQL and a bucket, where tests of SQLite's file, of the schema
 * that all schools share, and of files lost from the data folder do not run.
 */
export const IS_POSTGRES = Boolean(process.env.TEST_DATABASE_URL)

/** Credentials of the first admin of every test server. */
export const ADMIN = { username: 'admin', password: 'a long enough password' }

/** Name of the school of a data folder, where test servers share a database or a bucket. */
const schoolIn = (dataDir: string) => path.basename(dataDir).toLowerCase()

/** Settings of the database and bucket that all test servers share, if any. */
function sharedSettings(): Record<string, string> {
  const names = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'STORAGE_URL'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[`TEST_${name}`]
      return value ? [[name, value]] : []
    }),
  )
}

/** Returns the environment and school of a command on the data of a test server. */
export function commandOn(
  dataDir: string,
  settings: Record<string, string> = {},
): { env: Record<string, string>; school?: string } {
  const shared = sharedSettings()
  return {
    env: { DATA_DIR: dataDir, ...shared, ...settings },
    ...(Object.keys(shared).length > 0 && { school: schoolIn(dataDir) }),
  }
}

/** Starts the real server on a free port and a temporary data folder, and signs in its admin. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-test-')))
  const shared = sharedSettings()
  const isShared = Object.keys(shared).length > 0
  const school = options.school ?? (isShared && schoolIn(dataDir))
  const config: Config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    // Takes seconds of both processors for each page.
    READ_PAPERS: 'off',
    // That of the API's examples, which nobody can reach.
    PUSH_SERVICES: 'push.example.com',
    // No test asks another host.
    VIDEO_PICTURES: 'off',
    ...shared,
    NODE_ENV: 'production',
    ...options.env,
  })
  const server = await startServer({
    config,
    ...(school && { school }),
    log: options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' }),
    ...(options.clock && { clock: options.clock }),
    ...(options.limits && { limits: options.limits }),
  })
  const { url } = server
  const visitor = createHttpApi(fetchSend(url), { check: checkResponse, language: 'en' })
  const plain = fetchSend(url)
  const apiWith = (headers: Record<string, string>) => {
    const send: Send = (request) =>
      plain({ ...request, headers: { ...request.headers, ...headers } })
    return createHttpApi(send, { check: checkResponse, language: 'en' })
  }
  const signIn = async (credentials = ADMIN, userAgent = 'a test'): Promise<SignedInClient> => {
    const device = { 'user-agent': userAgent }
    let { token } = await apiWith(device).login({ body: credentials })
    const send: Send = async (request) => {
      const headers = { ...request.headers, ...device, authorization: `Bearer ${token}` }
      const response = await plain({ ...request, headers })
      if (request.url === paths.changePassword.path && response.status === 200) {
        token = PasswordChanged.parse(JSON.parse(response.text)).token ?? token
      }
      return response
    }
    return {
      get token() {
        return token
      },
      api: createHttpApi(send, { check: checkResponse, language: 'en' }),
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

/** Checks every response against the contract. */
function checkResponse(name: keyof typeof endpoints, response: unknown): unknown {
  const endpoint = endpoints[name]
  return 'response' in endpoint ? endpoint.response.parse(response) : response
}

/** Makes all writes wait, so that a test knows what they find. @returns a function that lets them run */
export function holdWrites({ server }: TestServer): () => void {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  void server.internals.db.writePrivate(() => released)
  return release
}

/** Parses the body of an error response. */
export async function problemOf(response: Response): Promise<ProblemBody> {
  return ProblemBody.parse(await response.json())
}

/** Waits until the newest move from an older site has one of these states, or there is none. */
export async function moveInState(
  admin: Pick<Api, 'listMoveIns'>,
  states: readonly MoveInState[],
): Promise<void> {
  for (;;) {
    const [newest] = await admin.listMoveIns()
    if (!newest || states.includes(newest.state)) return
    await wait(20)
  }
}

/** Waits until no backup task runs. @returns the state after it */
export async function backupTaskEnded(admin: Pick<Api, 'listBackups'>): Promise<BackupState> {
  for (;;) {
    const state = await admin.listBackups()
    if (!state.task) return state
    await wait(50)
  }
}
