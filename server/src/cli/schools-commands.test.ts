import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { NewContact } from '@bidyaloy/shared/features/contact/contact'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { demoEntries, demoRecords } from '../fill-demo.ts'
import { startServer } from '../start-server.ts'
import { type PostgresServer, settingsFor, startPostgres } from '../test/postgres-server.ts'
import { fileOf, twoColors } from '../test/sample-files.ts'
import { type SchoolsServer, silentLog, startSchoolsServer } from '../test/schools-server.ts'
import { runCli } from './create-cli.ts'

let postgres: PostgresServer
let server: SchoolsServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())
beforeEach(async () => {
  server = await startSchoolsServer(await postgres.addDatabase())
})
afterEach(() => server.stop())

/** Runs `npm run admin -- …` beside the server. @returns its output */
const admin = (...words: string[]) => adminWith({}, ...words)

const settings = () => ({
  DATA_DIR: server.dataDir,
  ...settingsFor(String(server.config.databaseOwnerUrl)),
  SCHOOLS: '1',
  PORT: new URL(server.url).port,
})

async function adminWith(env: Record<string, string>, ...words: string[]): Promise<string> {
  let printed = ''
  await runCli(
    {
      env: { ...settings(), ...env },
      stdin: Readable.from([]),
      stdout: { write: (text) => (printed += text) },
    },
    words,
  )
  return printed
}
const served = (host: string) =>
  expect.poll(async () => (await server.fetch(host, '/')).status, { timeout: 10_000 })

test('commands without SCHOOLS=1 found no school', async () => {
  const before = await admin('schools', 'list', '--json')
  for (const words of [['reset-password'], ['backup'], ['verify', import.meta.filename]]) {
    const rejection = /^DATABASE_URL: this database has \w+ schools?\b.*SCHOOLS=1/
    await expect(adminWith({ SCHOOLS: '0' }, ...words)).rejects.toThrow(rejection)
  }
  expect(await admin('schools', 'list', '--json')).toBe(before)
})

test('adds, lists, backs up, moves and removes schools beside the server', async () => {
  const added = await admin('schools', 'add', 'north', '--host', 'north.example')
  const [, username = '', password = ''] = /user: (\S+) {2}password: (\S+)/.exec(added) ?? []
  await served('north.example').toBe(200)
  const { token } = await server.api('north.example').login({ body: { username, password } })
  const north = server.api('north.example', { authorization: `Bearer ${token}` })
  const file = fileOf(await twoColors(64, 48).jpeg().toBuffer(), 'photo.jpg')
  const gallery = { params: { collection: 'gallery' } } as const
  await north.createEntry({ ...gallery, body: { title: 'উত্তরের ছবি' }, file })

  // The only school need not be named; of two, one must.
  const { file: backup } = JSON.parse(await admin('backup', '--json'))
  const from = [
    '--from',
    path.join(server.dataDir, 'schools', 'north', 'backups', path.basename(backup)),
  ]
  await admin('schools', 'add', 'south', '--host', 'south.example', ...from)
  await served('south.example').toBe(200)
  await expect(admin('schools', 'add', 'north', '--host', 'other.example')).rejects.toThrow(
    /^There is a school north already\.$/,
  )
  await expect(
    admin(
      'schools',
      'add',
      'east',
      '--host',
      'east.example',
      '--url',
      'https://east.example/school',
    ),
  ).rejects.toThrow(/^--url: .* has a path/)
  const { findings } = JSON.parse(await admin('doctor', '--school', 'north', '--json'))
  expect(findings).toContainEqual({
    about: 'server',
    level: 'good',
    text: expect.stringMatching(/^It is running and responds/),
  })
  await expect(admin('backup')).rejects.toThrow(/Choose a school with --school/)
  await expect(admin('backup', '--school', 'west')).rejects.toThrow(/unknown school west/)
  expect(await admin('reset-password', '--school=south')).toContain('New password of admin')
  const [photo] = await server.api('south.example').listEntries(gallery)
  expect(photo?.title).toBe('উত্তরের ছবি')
  expect((await server.fetch('south.example', `/${photo?.filePath}`)).status).toBe(200)

  const rows = JSON.parse(await admin('schools', 'list', '--measure', '--json'))
  expect(rows).toMatchObject([
    { name: 'north', host: 'north.example', entries: 1, lastBackup: expect.any(String) },
    { name: 'south', host: 'south.example', entries: 1, lastWrite: expect.any(String) },
  ])
  expect(rows[0].bytes).toBeGreaterThan(0)

  await admin('schools', 'set-host', 'south', '--host', 'moved.example')
  await admin('schools', 'add-host', 'north', '--host', 'www.north.example')
  await admin('schools', 'suspend', 'north')
  await expect(admin('schools', 'set', 'north', '--quota', '5 potatoes')).rejects.toThrow(/5GB/)
  expect(await admin('schools', 'set', 'north', '--quota', '0.00001MB')).toMatch(/may take 0.0 MB/)
  await served('moved.example').toBe(200)
  await served('south.example').toBe(301)
  await served('north.example').toBe(503)
  expect(await admin('schools', 'list')).toMatch(/^north .*suspended, .* % of its quota$/m)
  const [, ofNorth = ''] = (await admin('schools', 'list', '--csv')).split('\r\n')
  expect(ofNorth).toMatch(/^north,north\.example,1,.*,"suspended, .*",www\.north\.example$/)
  await admin('schools', 'resume', 'north')
  await admin('schools', 'set', 'north', '--quota', 'none')
  await admin('schools', 'remove-host', 'north', '--host', 'www.north.example')
  await admin('schools', 'set-host', 'south', '--host', 'moved.example', '--drop-former')
  await served('north.example').toBe(200)
  await expect(admin('schools', 'remove', 'south')).rejects.toThrow(
    /^Nothing was removed\. To remove south \(moved\.example\) .* add --yes\.$/,
  )
  const removed = JSON.parse(await admin('schools', 'remove', 'south', '--yes', '--json'))
  expect((await fs.stat(removed.backup)).size).toBeGreaterThan(0)
  await served('moved.example').toBe(421)
  const log = path.join(server.dataDir, 'removed-schools', 'removed.log')
  expect(JSON.parse(await fs.readFile(log, 'utf8'))).toMatchObject({
    at: expect.stringMatching(/^20/),
    school: 'south',
    host: 'moved.example',
    entries: 1,
    backup: removed.backup,
    objects: 0,
  })
  expect(await north.listEntries(gallery)).toHaveLength(1)
  expect(JSON.parse(await admin('schools', 'list', '--json'))).toHaveLength(1)
})

test('changes no school whose addition was interrupted', async () => {
  await server.manage(async ({ cluster }) => {
    await cluster.owner.query("INSERT INTO school (name) VALUES ('half')")
  })
  await expect(admin('schools', 'set-host', 'half', '--host', 'half.example')).rejects.toThrow(
    'half is incomplete. Remove it: npm run admin -- schools remove half --yes',
  )
  await admin('schools', 'add', 'whole', '--host', 'whole.example')
  await served('whole.example').toBe(200)
  expect(await admin('schools', 'list')).toMatch(/^half .* incomplete$/m)
})

test('names the address of --url, and rejects commands without SCHOOLS=1', async () => {
  const urls = ['--host', 'east.example', '--url', 'http://east.example:4600/']
  const added = await admin('schools', 'add', 'east', ...urls)
  expect(added).toContain('east is at http://east.example:4600 within')
  expect(added).toContain('First sign-in at http://east.example:4600/admin')
  const moved = await admin('schools', 'set-host', 'east', ...urls)
  expect(moved).toContain('east is at http://east.example:4600 within')

  const single = { SCHOOLS: '0' }
  const rejection = /this database has [1-9] schools?: set SCHOOLS=1/
  await expect(adminWith(single, 'reset-password')).rejects.toThrow(rejection)
  await expect(adminWith(single, 'backup')).rejects.toThrow(rejection)
  expect(await adminWith(single, 'doctor')).toMatch(rejection)
  const env = { ...settings(), ...single, PORT: '0', DATA_DIR: path.join(server.dataDir, 'single') }
  await expect(startServer({ config: readConfig(env), log: silentLog })).rejects.toThrow(rejection)
  const names = JSON.parse(await admin('schools', 'list', '--json')).map(
    ({ name }: { name: string }) => name,
  )
  expect(names).not.toContain('school')
})

test('lists schools with a heading and what is wrong, without creating folders', async () => {
  await admin('schools', 'add', 'west', '--host', 'west.example')
  const folder = path.join(server.dataDir, 'schools', 'west')
  const [newestAt, failedAt, dueAt] = [null, '2026-11-20T20:00:00.000Z', '2026-11-20T20:00:00.000Z']
  const away = { newestAt, failedAt, dueAt, fault: null, attempts: 3, told: 'all' }
  const failed = { nightlyFailedAt: failedAt, away }
  await server.query('west', `INSERT INTO backup_task (state) VALUES ('${JSON.stringify(failed)}')`)
  await server.query(
    'west',
    "INSERT INTO told (ledger, id, collection, attempts, at) VALUES ('push', 'a', 'notices', 3, 1)",
  )
  const aside = `${folder}-aside`
  await fs.rename(folder, aside)
  const [heading, ...lines] = (await admin('schools', 'list')).trimEnd().split('\n')
  expect(heading).toMatch(
    /^school +host +entries +files +MB +quota MB +last backup +last write +last sign-in +health$/,
  )
  expect(lines.find((line) => line.startsWith('west'))).toMatch(
    /not maintained, no recent backup, the nightly backup failed, copies of its backups fail, 1 announcements failed$/,
  )
  await expect(fs.stat(folder)).rejects.toThrow('ENOENT')
  await expect(admin('schools', 'list', '--measure')).rejects.toThrow(/no such folder/)
  await fs.rename(aside, folder)
})

test('counts what a school uses where two commands measure it at the same time', async () => {
  const { admin: api } = await server.addSignedIn('north')
  const used = async () => (await api.adminOverview()).quota?.used
  await admin('schools', 'set', 'north', '--quota', '1MB')
  await expect.poll(used, { timeout: 10_000 }).toBe(0)
  const params = { collection: 'downloads' } as const
  const file = fileOf('a'.repeat(5000), 'a.txt')
  await api.createEntry({ params, body: { title: 'ফরম' }, file })
  expect(await used()).toBe(5000)
  await server.manage(async ({ cluster }) => {
    const operator = await cluster.owner.connect()
    await operator.query('BEGIN')
    // Read to count missing files, in the middle of a measurement.
    await operator.query('LOCK TABLE site_picture')
    const measured = Promise.all([1, 2].map(() => admin('schools', 'list', '--measure')))
    try {
      const waiting = 'SELECT FROM pg_locks WHERE NOT granted'
      const count = async () => (await operator.query(waiting)).rowCount
      await expect.poll(count, { timeout: 10_000 }).toBe(2)
    } finally {
      await operator.query('COMMIT')
      operator.release()
    }
    await measured
  })
  expect(await used()).toBe(5000)
})

test('imports a list of schools, once each, with their names and first passwords', async () => {
  const list = path.join(server.dataDir, 'list.csv')
  const passwords = path.join(server.dataDir, 'passwords.csv')
  // As called in the folder of both.
  const called = { INIT_CWD: server.dataDir }
  const importList = () =>
    adminWith(called, 'schools', 'import', 'list.csv', '--passwords', 'passwords.csv')
  await expect(importList()).rejects.toThrow(`${list}: no such file.`)
  await admin('schools', 'add', 'taken', '--host', 'taken.example')
  const heads = '\ufeffname;host;school;username\r\n'
  await fs.writeFile(
    list,
    `${heads}north;north.example;;\r\nNorth 2;North.example;ক;\r\nsouth;south.example;ক\r\nsouth;other.example;ক`,
  )
  await expect(importList()).rejects.toThrow(
    /^Nothing was added\..*\nLine 2: school is missing\.\nLine 3: name North 2 has others .*\nLine 3: host North\.example is not .*\nLine 5: name south is in line 4 too\.$/,
  )
  const rows = [
    'north;north.example;"কুমিল্লা; সরকারি বালিকা উচ্চ বিদ্যালয়";head',
    'south;south.example;=দক্ষিণ বিদ্যালয়;',
  ]
  await fs.writeFile(list, `${heads}${rows.join('\r\n')}\r\nwest;taken.example;ক;`)
  await expect(importList()).rejects.toThrow(/\nLine 4: host taken\.example is of taken\.$/)
  expect(await admin('schools', 'list')).not.toContain('north')
  await fs.writeFile(list, `${heads}${rows.join('\r\n')}\r\n`)
  // The folder of a removed school is in the way of the second one.
  const inTheWay = path.join(server.dataDir, 'schools', 'south')
  await fs.mkdir(inTheWay)
  await expect(importList()).rejects.toThrow(
    /^Line 3: .*south exists already.* 1 schools were added before it\. Repeat the command/,
  )
  await fs.rmdir(inTheWay)
  expect(await importList()).toMatch(/^1 schools were added.*\n1 were there before: north\n/)
  expect((await fs.stat(passwords)).mode & 0o777).toBe(0o600)
  const [, north = '', south = ''] = (await fs.readFile(passwords, 'utf8')).split('\r\n')
  expect(north).toMatch(/^north,"কুমিল্লা; .*",https:\/\/north\.example,head,/)
  expect(south).toMatch(/^south,'=দক্ষিণ বিদ্যালয়,https:\/\/south\.example,admin,/)
  await served('north.example').toBe(200)
  expect((await server.fetch('north.example', '/')).text).toContain('কুমিল্লা; সরকারি বালিকা')
  const password = north.split(',').at(-1) ?? ''
  await server.signIn('north.example', { username: 'head', password })
})

test('adds a school that begins with the sample school', async () => {
  const host = 'sample.example'
  const words = ['schools', 'add', 'sample', '--host', host, '--sample', '--json']
  const { firstAdmin } = JSON.parse(await admin(...words))
  await served(host).toBe(200)
  const { admin: api } = await server.signIn(host, firstAdmin)
  const list = (collection: CollectionName) => api.listEntries({ params: { collection } })
  expect([await list('notices'), await list('news')].map(({ length }) => length)).toEqual([60, 25])
  const [photo] = await list('gallery')
  const { status, headers } = await server.fetch(host, `/${photo?.filePath}`)
  expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
  const { settings, ofFeatures } = await demoRecords(new Date())
  expect(await api.getContact()).toMatchObject(NewContact.parse(ofFeatures.contact))
  expect((await server.fetch(host, '/')).text).toContain(settings.identity.motto)
  const rows: { name: string; entries: number }[] = JSON.parse(
    await admin('schools', 'list', '--json'),
  )
  const samples = await demoEntries(new Date())
  expect(rows.map(({ name, entries }) => [name, entries])).toContainEqual([
    'sample',
    // And the dates of its examination.
    samples.length + 1,
  ])
}, 180_000)

test('leaves nothing of a school that could not be added', async () => {
  await admin('schools', 'add', 'north', '--host', 'north.example')
  const nowhere = ['--from', '/nowhere.zip']
  await expect(
    admin('schools', 'add', 'broken', '--host', 'broken.example', ...nowhere),
  ).rejects.toThrow(/no such file/)
  await expect(admin('schools', 'add', 'broken', '--host', 'north.example')).rejects.toThrow(
    /another school/,
  )
  expect(await admin('schools', 'list')).not.toContain('broken')
  expect(await fs.readdir(path.join(server.dataDir, 'schools'))).not.toContain('broken')
})
