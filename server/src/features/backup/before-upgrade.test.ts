import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../cli/create-cli.ts'
import { areNewerThan, restoreFormer } from '../../cli/upgrade/former-records.ts'
import { readConfig } from '../../config.ts'
import { postgresMigrations } from '../../engines/postgres/tables.ts'
import { startSchools } from '../../engines/schools/start-schools.ts'
import { migrations } from '../../engines/sqlite/migrate.ts'
import { SqlMigration } from '../../engines/sqlite/migrations/sql-migration.ts'
import { connectCluster, findRecords } from '../../find-records.ts'
import { startPostgres } from '../../test/postgres-server.ts'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { silentLog } from '../../test/schools-server.ts'
import {
  ADMIN,
  backupTaskEnded,
  commandOn,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'

const FIXTURES = new URL('../../../test/fixtures/', import.meta.url)
/** Shortly after the last change of the fixtures, so that no record has expired. */
const SOON_AFTER = new Date('2026-02-10T04:00:00Z')
const gallery = { params: { collection: 'gallery' } } as const

let school: TestServer
afterEach(async () => {
  // Some tests have stopped it.
  await school.server.stop().catch(() => undefined)
  await fs.rm(school.dataDir, { recursive: true, force: true })
})

/** Settings of the commands, beside the data folder. */
let settings: Record<string, string> = {}
beforeEach(() => {
  settings = {}
})

/** Runs `npm run admin -- …`. @returns its output */
async function admin(...words: string[]): Promise<string> {
  let printed = ''
  const context = {
    ...commandOn(school.dataDir, settings),
    stdin: Readable.from([]),
    stdout: { write: (text: string) => (printed += text) },
  }
  await runCli(context, words)
  return printed
}

const backups = () => path.join(school.dataDir, 'backups')
const ofUpgrades = async () =>
  (await fs.readdir(backups())).filter((name) => name.endsWith('-before-upgrade.zip')).sort()

/** A later migration, of a version that does not exist yet. */
function later(number: number, statement: string) {
  const name = `Later${number}2000000000000`
  const migration = class extends SqlMigration {
    name = name
    statements = [statement]
  }
  Object.defineProperty(migration, 'name', { value: name })
  return migration
}

/** Upgrades the stopped school to a version with more migrations. */
async function upgrade(...steps: ReturnType<typeof later>[]): Promise<void> {
  const { folder } = school.server.internals
  const config = {
    dataDir: folder.root,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    bucket: undefined,
    cacheBytes: 0,
  }
  const records = await findRecords(
    { config, log: silentLog, steps: [...migrations, ...steps] },
    folder,
  )
  await (await records.open()).close()
}

async function publish(title: string): Promise<string> {
  const file = fileOf(await twoColors(400, 300).jpeg().toBuffer(), 'photo.jpg')
  await school.admin.createEntry({ ...gallery, body: { title }, file })
  const [photo] = await school.admin.listEntries(gallery)
  return `/${photo?.filePath}`
}

/** Replaces a stopped school by one of a development version. */
async function makeFormer(dataDir: string): Promise<void> {
  await fs.rm(dataDir, { recursive: true, force: true })
  await fs.mkdir(dataDir)
  const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'))
  database.exec(await fs.readFile(new URL('replaced-migrations.sql', FIXTURES), 'utf8'))
  database.close()
}

const titles = async () =>
  (await school.admin.listEntries(gallery)).map(({ title }) => title).sort()

test('the former version restores what was there before an upgrade, with its files', async () => {
  school = await startTestServer()
  const photo = await publish('আগের ছবি')
  await school.server.stop()
  await upgrade(later(1, 'ALTER TABLE entry ADD COLUMN later TEXT'))
  await expect(startTestServer({ dataDir: school.dataDir })).rejects.toThrow(
    /newer version.*npm run admin -- restore --before-upgrade/,
  )
  const [made = ''] = await ofUpgrades()
  expect(await admin('backups')).toContain(`${made}  (before an upgrade, without files)`)
  expect(await admin('verify', made)).toMatch(/1 entries, .*records only/)

  const printed = await admin('restore', '--before-upgrade')
  expect(printed).toContain(`Restored from ${path.join(backups(), made)}.`)
  school = await startTestServer({ dataDir: school.dataDir })
  expect(await titles()).toEqual(['আগের ছবি'])
  expect((await school.fetch(photo)).status).toBe(200)
})

test('a version goes back to the newest backup that it can read', async () => {
  school = await startTestServer()
  await publish('আগের ছবি')
  await school.server.stop()
  await expect(admin('restore', '--before-upgrade')).rejects.toThrow(
    `No backup in ${backups()} was made before an upgrade.`,
  )
  const first = later(1, 'ALTER TABLE entry ADD COLUMN later TEXT')
  await upgrade(first)
  const [own = ''] = await ofUpgrades()
  await upgrade(first, later(2, 'ALTER TABLE entry ADD COLUMN latest TEXT'))
  const [other = ''] = (await ofUpgrades()).filter((name) => name !== own)
  const printed = await admin('restore', '--before-upgrade')
  expect(printed).toMatch(
    new RegExp(`Skipped .*${other}: .*newer version.*Later1.*\nRestored from .*${own}`),
  )
  await expect(admin('restore', other)).rejects.toThrow(
    /newer version of Bidyaloy \(.*\).*Update Bidyaloy.*or go back to an older backup: .*restore --before-upgrade/,
  )
  school = await startTestServer({ dataDir: school.dataDir })
  expect(await titles()).toEqual(['আগের ছবি'])
})

test('keeps three, deletes copies of former versions, and leaves none of a failed upgrade', async () => {
  school = await startTestServer()
  await publish('ছবি')
  await school.server.stop()
  const former = 'before-migration-2026-11-23T23-34-05-977Z.sqlite'
  await fs.copyFile(path.join(school.dataDir, 'bidyaloy.sqlite'), path.join(backups(), former))
  expect(await admin('backups')).toMatch(
    new RegExp(
      `${former} {2}\\(a copy of the database by a former version; the next upgrade deletes it\\)`,
    ),
  )
  const steps = [1, 2, 3, 4].map((n) => later(n, `ALTER TABLE entry ADD COLUMN later${n} TEXT`))
  for (const [index] of steps.entries()) await upgrade(...steps.slice(0, index + 1))
  const kept = await ofUpgrades()
  expect(kept).toHaveLength(3)
  expect(await fs.readdir(backups())).not.toContain(former)
  const broken = upgrade(...steps, later(5, 'INSERT INTO nowhere VALUES (1)'))
  await expect(broken).rejects.toThrow(/nowhere.*It is unchanged.*previous version/)
  expect(await ofUpgrades()).toEqual(kept)
})

test('is neither the last backup, nor what restore takes by itself, nor can it be uploaded', async () => {
  school = await startTestServer()
  await publish('ছবি')
  await school.server.stop()
  const { dataDir } = school
  await upgrade(later(1, 'ALTER TABLE entry ADD COLUMN later TEXT'))
  const [made = ''] = await ofUpgrades()
  school = await startTestServer()
  await fs.copyFile(path.join(dataDir, 'backups', made), path.join(backups(), made))
  expect((await school.admin.adminOverview()).lastBackup).toBeNull()
  const { backups: listed } = await school.admin.listBackups()
  expect(listed).toMatchObject([{ kind: 'before-upgrade', name: made }])
  const { token } = await school.admin.issueBackupToken({
    body: { currentPassword: ADMIN.password },
  })
  const file = fileOf(await fs.readFile(path.join(backups(), made)), 'b.zip')
  await expect(
    school.admin.uploadBackup({ query: { token }, body: {}, file }),
  ).rejects.toMatchObject({
    fields: { file: expect.stringContaining('without files') },
  })
  await school.server.stop()
  await expect(admin('restore')).rejects.toThrow(/No backup in .* was made by this server/)
})

test('stops an upgrade before it has changed anything if there is no room', async () => {
  school = await startTestServer()
  await publish('ছবি')
  await school.server.stop()
  const file = path.join(school.dataDir, 'bidyaloy.sqlite')
  const before = await fs.readFile(file)
  // A file in the place of the folder stands for a disk that takes nothing.
  await fs.rm(backups(), { recursive: true })
  await fs.writeFile(backups(), '')
  const step = later(1, 'ALTER TABLE entry ADD COLUMN later TEXT')
  await expect(upgrade(step)).rejects.toThrow(
    /bidyaloy\.sqlite: The backup before the upgrade cannot be made \(.*\)\. Nothing was changed\./,
  )
  expect((await fs.readFile(file)).equals(before)).toBe(true)
  await fs.rm(backups())
  school = await startTestServer({ dataDir: school.dataDir })
})

test('is made of a database of development versions, whose migrations were replaced', async () => {
  school = await startTestServer()
  await school.server.stop()
  await makeFormer(school.dataDir)
  school = await startTestServer({ dataDir: school.dataDir, clock: () => SOON_AFTER })
  await school.server.stop()
  await upgrade(later(1, 'ALTER TABLE entry ADD COLUMN later TEXT'))
  const [made = ''] = await ofUpgrades()
  expect(await admin('verify', made)).toContain('complete and unchanged')
  school = await startTestServer()
})

test('none is made of a new or a current database', async () => {
  school = await startTestServer()
  school = await school.restart()
  expect(await fs.readdir(backups())).toEqual([])
})

/** A version in a folder, whose commands are the built ones. @returns the folder */
async function makeProgram(): Promise<string> {
  const folder = path.join(school.dataDir, 'program')
  await fs.mkdir(path.join(folder, 'bin'), { recursive: true })
  const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))
  const script = `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`
  await fs.writeFile(path.join(folder, 'bin', 'bidyaloy'), script, { mode: 0o755 })
  return folder
}

/** Statements of an operator on a server of PostgreSQL. */
async function operate(url: string, ...statements: string[]): Promise<unknown[]> {
  const operator = Object.assign(new URL(url), { username: 'postgres', password: 'postgres' })
  const client = new pg.Client({ connectionString: operator.href })
  await client.connect()
  try {
    const results = []
    for (const statement of statements) results.push((await client.query(statement)).rows)
    return results.flat()
  } finally {
    await client.end()
  }
}

const laterInPostgres = {
  name: 'Later2000000000000',
  statements: ['ALTER TABLE entry ADD COLUMN later TEXT'],
}

test('the former version gets its tables back in PostgreSQL, with all its schools and secrets', async () => {
  const postgres = await startPostgres()
  try {
    settings = { DATABASE_URL: postgres.url, SCHOOLS: '1' }
    school = await startTestServer({ env: { DATABASE_URL: postgres.url } })
    const { dataDir } = school
    await publish('আগের ছবি')
    await school.admin.makeBackup()
    const { backups: made } = await backupTaskEnded(school.admin)
    await school.server.stop()
    const from = path.join(backups(), made[0]?.name ?? '')
    await admin('schools', 'add', 'north', '--host', 'north.example', '--from', from)
    await admin('schools', 'add', 'south', '--host', 'south.example')
    const config = readConfig({ ...settings, DATA_DIR: dataDir })
    const steps = [...postgresMigrations, laterInPostgres]
    const newer = await connectCluster(config, { log: silentLog, steps })
    await newer.close()
    await expect(admin('backups', '--school', 'north')).rejects.toThrow(
      /newer version.*Later2000000000000.*or go back: docs\/moving\.md/,
    )

    // What no restore changes, and no backup has.
    const kept = () =>
      operate(
        postgres.url,
        'SELECT school, name, value FROM secret ORDER BY school, name',
        "SELECT seq, at, action FROM activity WHERE school = 'north' ORDER BY seq",
        "SELECT name, seq FROM sequence WHERE school = 'north' AND name = 'activity'",
        'SELECT school, stem FROM withdrawn_file',
      )
    await operate(
      postgres.url,
      "INSERT INTO withdrawn_file (school, stem, at) VALUES ('north', 'gone', '2026-01-01')",
    )
    const before = await kept()
    const former = { name: 'bidyaloy' as const, version: '1.0.0', folder: await makeProgram() }
    expect(await areNewerThan(former, config)).toBe(true)
    // The commands get the settings of their process.
    Object.assign(process.env, { ...settings, DATA_DIR: dataDir })
    expect(await restoreFormer(former, config)).toMatch(/schema newer_\d{14}\b/)
    expect(await areNewerThan(former, config)).toBe(false)
    expect(await kept()).toEqual(before)
    expect(await admin('schools', 'list')).toMatch(/north\.example[\s\S]*south\.example/)
    const server = await startSchools({
      config: readConfig({ ...settings, DATA_DIR: dataDir, PORT: '0' }),
      log: silentLog,
    })
    const [north] = await operate(
      postgres.url,
      "SELECT count(*)::int AS entries, bool_and(file IS NOT NULL) AS files FROM entry WHERE school = 'north'",
    )
    expect(north).toEqual({ entries: 1, files: true })
    await server.stop()
  } finally {
    await postgres.stop()
  }
}, 120_000)
