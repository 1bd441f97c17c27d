import fs from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { fileOf, noticePdf } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { examine } from './doctor.ts'

let postgres: PostgresServer
let server: TestServer
beforeAll(async () => {
  postgres = await startPostgres()
  server = await startTestServer({
    env: { DATABASE_URL: postgres.url, STORAGE_URL: '' },
    school: 'school',
  })
}, 60_000)
afterAll(async () => {
  await server.stop()
  await postgres.stop()
})

/** Returns what the doctor says of the database and the files. */
async function findings(url = postgres.url): Promise<string[]> {
  const env = { DATA_DIR: server.dataDir, PORT: new URL(server.url).port, DATABASE_URL: url }
  return (await examine(env, new Date()))
    .filter(({ about }) => ['database', 'files', 'search', 'secret'].includes(about))
    .map(({ level, about, text }) => `${level} ${about}: ${text}`)
}

async function run(statement: string, url = postgres.url): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('looks at records and files in PostgreSQL beside the running server', async () => {
  const entry = await server.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ছুটি' },
    file: fileOf(await noticePdf(), 'a.pdf'),
  })
  await fs.rm(path.join(server.dataDir, entry.filePath ?? ''))
  expect(await findings()).toEqual([
    expect.stringMatching(/^good database: It is PostgreSQL \d+.*role school, .*has 1 entry\.$/),
    'good search: Its index has all entries.',
    expect.stringMatching(/^bad files: Files of records that are missing or changed: 1 /),
    'good secret: The secret that signs sessions is in the database.',
  ])
})

test('finds tables in which schools are not kept apart, and a role that sees all of them', async () => {
  await run('ALTER TABLE page_text NO FORCE ROW LEVEL SECURITY')
  expect(await findings()).toEqual([
    expect.stringMatching(/^bad database: Schools are not kept apart in page_text:/),
  ])
  await run('ALTER TABLE page_text FORCE ROW LEVEL SECURITY')
  const everyone = postgres.url.replace('school:secret', 'postgres:postgres')
  expect(await findings(everyone)).toEqual([
    expect.stringMatching(/^bad database: DATABASE_URL: the role postgres sees the rows of all/),
  ])
})

test('says that a database is empty or away, without its password', async () => {
  const owner = postgres.url.replace('school:secret', 'postgres:postgres')
  await run('CREATE DATABASE nothing OWNER school', owner)
  const [empty = ''] = await findings(postgres.url.replace(/school$/, 'nothing'))
  expect(empty).toMatch(/^bad database: .*the database is empty/)
  await postgres.pause()
  const [away = ''] = await findings()
  await postgres.start()
  expect(away).toMatch(/^bad database: DATABASE_URL: .*ECONNREFUSED/)
  expect(away).not.toContain('secret')
})
