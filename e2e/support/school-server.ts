import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Api } from '@bidyaloy/shared/api/api'
import { createHttpApi, fetchSend, type Send } from '@bidyaloy/shared/api/http-api'
import type { ReadLine } from '@bidyaloy/shared/lib/ocr/read-page'

export const ADMIN = { username: 'admin', password: 'a long enough password' }

/**
 * The built server on a temporary folder. It runs in the process of the tests, because loading it
 * takes longer than most tests; crashes of its process are tested in `server`.
 */
export interface SchoolServer {
  url: string
  dataDir: string
  /** The API of a signed-in admin. */
  admin: Api
  /** Stores the lines of a page as if they had been recognised in its picture. */
  storeReadPage(page: ReadPicture): Promise<void>
  /** Changes records as somebody who has the database does. */
  tamper(statement: string): Promise<void>
  /** Makes it unreachable. */
  stop(): Promise<void>
  /** Starts it again on the same folder and port, with further settings. */
  start(settings?: Record<string, string>): Promise<void>
  /** Stops it and removes the folder. */
  remove(): Promise<void>
}

/** A picture of an entry, and the words that were recognised in it. */
interface ReadPicture {
  filePath: string
  lines: readonly ReadLine[]
}

/**
 * Starts the built server, empty or with the sample school.
 * @param readsPapers also reads the text of files
 */
export async function startSchoolServer({
  demo = false,
  readsPapers = false,
} = {}): Promise<SchoolServer> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-e2e-'))
  let running = await listen(dataDir, '0', { readsPapers })
  if (demo) {
    const { fillDemo } = await load<FillDemoModule>('fill-demo')
    await fillDemo(running.internals)
  }
  const { url } = running
  const { port } = new URL(url)
  const admin = await signedInApi(url)
  const tamper = async (statement: string) => {
    await running.internals.db.write((tx) => tx.query(statement, []))
  }
  // Every test signs in from a new device, of which the others would be told.
  await tamper("UPDATE admin SET devices = json_set(devices, '$.quietUntil', '9999')")
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= running.stop())
  return {
    url,
    dataDir,
    admin,
    async storeReadPage({ filePath, lines }) {
      const stem = path.parse(filePath).name
      await running.internals.db.write((tx) =>
        tx.query(
          `INSERT INTO page_text (stem, page, entry_seq, source, lines, reader, read_at)
            SELECT ?, 1, seq, 'read', ?, 'test', '2026-01-01T00:00:00.000Z' FROM entry
            WHERE file_stem = ?
              OR EXISTS (SELECT 1 FROM json_each(more_files) WHERE value ->> 'stem' = ?)`,
          [stem, JSON.stringify(lines), stem, stem],
        ),
      )
    },
    tamper,
    stop,
    async start(settings) {
      running = await listen(dataDir, port, { readsPapers, settings })
      stopped = undefined
    },
    async remove() {
      await stop()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The API client of the first admin. */
export async function signedInApi(url: string): Promise<Api> {
  const plain = fetchSend(url)
  const token = await signedInToken(url)
  const signed: Send = (request) =>
    plain({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
  return createHttpApi(signed)
}

/** A new token of the first admin. */
export async function signedInToken(url: string): Promise<string> {
  return (await createHttpApi(fetchSend(url)).login({ body: ADMIN })).token
}

interface Transaction {
  query(sql: string, values: readonly unknown[]): Promise<unknown>
}

/** What the tests use of the server's modules `start-server`, `config`, `log` and `fill-demo`. */
interface RunningServer {
  url: string
  internals: { db: { write(work: (tx: Transaction) => Promise<unknown>): Promise<unknown> } }
  stop(): Promise<void>
}
interface StartModule {
  startServer(options: { config: object; log: object }): Promise<RunningServer>
}
interface ConfigModule {
  readConfig(environment: Record<string, string>): object
}
interface LogModule {
  createLog(config: object): object
}
interface FillDemoModule {
  fillDemo(internals: object): Promise<void>
}

/** Loads a module of the built server. */
function load<M>(name: string): Promise<M> {
  return import(new URL(`../../server/dist/${name}.js`, import.meta.url).href)
}

interface ListenOptions {
  readsPapers: boolean
  settings?: Record<string, string> | undefined
}

async function listen(
  dataDir: string,
  port: string,
  { readsPapers, settings }: ListenOptions,
): Promise<RunningServer> {
  const [{ startServer }, { readConfig }, { createLog }] = await Promise.all([
    load<StartModule>('start-server'),
    load<ConfigModule>('config'),
    load<LogModule>('log'),
  ])
  const config = readConfig({
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    // Takes seconds of both processors for each page.
    READ_PAPERS: readsPapers ? 'on' : 'off',
    // That of the tests, which nobody can reach.
    PUSH_SERVICES: 'push.example.com',
    // No test asks another host.
    VIDEO_PICTURES: 'off',
    ...settings,
  })
  return startServer({ config, log: createLog(config) })
}
