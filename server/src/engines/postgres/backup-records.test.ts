import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { NO_WEBSITE } from '@bidyaloy/shared/features/contact/contact-fields'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type OpenedSchool, withDatabase } from '../../cli/cli-context.ts'
import { createCli } from '../../cli/create-cli.ts'
import { readConfig } from '../../config.ts'
import {
  EntryRow,
  PageTextRow,
  PhotoRequestRow,
  ReaderCountRow,
  WithdrawnFileRow,
} from '../../db/entities.ts'
import { createSharedTaskStore, TASK_LEASE } from '../../features/backup/backup-tasks.ts'
import { prepareIncoming } from '../../features/backup/prepare-restore.ts'
import { readBackup } from '../../features/backup/read-backup.ts'
import { SOME_SUBSCRIPTION } from '../../openapi/request-body.ts'
import { UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { fileOf, noticePdf, twoColors } from '../../test/sample-files.ts'
import { tableRows } from '../../test/table-rows.ts'
import {
  ADMIN,
  backupTaskEnded,
  holdWrites,
  moveInState,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'
import { postgresRecords } from './backup-records.ts'

/** The built program, as it is run on the machine. */
const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url))
const notices = { collection: 'notices' } as const
const currentPassword = ADMIN.password

let postgres: PostgresServer
const folders: string[] = []
beforeAll(async () => {
  postgres = await startPostgres()
}, 60_000)
afterAll(async () => {
  await postgres.stop()
  for (const folder of folders) await fs.rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-move-'))
  folders.push(folder)
  return folder
}

/** Where a school is. */
interface Place {
  env: Record<string, string>
  school: string
}

const onSqlite = (dataDir: string): Place => ({
  env: { DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', STORAGE_URL: '' },
  school: 'school',
})
const onPostgres = (dataDir: string, school: string): Place => ({
  env: { DATA_DIR: dataDir, PORT: '0', DATABASE_URL: postgres.url, STORAGE_URL: '' },
  school,
})
const startAt = ({ env, school }: Place) =>
  startTestServer({ env, school, dataDir: env.DATA_DIR ?? '' })

/** Runs `npm run admin -- …`. @returns its output */
async function admin(place: Place, words: string[]): Promise<string> {
  let printed = ''
  const stdout = { write: (text: string) => (printed += text) }
  const program = createCli({ ...place, stdin: process.stdin, stdout })
  await program.parseAsync(words, { from: 'user' })
  return printed
}

/** Returns all rows and files of a school, without the restore itself. */
async function wholeSchool({ env, school }: Place): Promise<Record<string, unknown[]>> {
  const tables = await withDatabase(readConfig(env), ({ db }) => tableRows(db.read), school)
  const { activity = [], sequence = [] } = tables
  return {
    ...tables,
    activity: activity.filter((row) => !String(row).includes('backupRestored')),
    sequence: sequence.filter((row) => !String(row).includes('activity')),
    files: await filesIn(env.DATA_DIR ?? ''),
  }
}

/** Returns the rows and files of a school without what each installation counts and finds itself. */
async function whatIsCopied(place: Place): Promise<Record<string, unknown[]>> {
  const { sequence = [], single_record = [], ...rows } = await wholeSchool(place)
  return {
    ...rows,
    sequence: sequence.filter((row) => !String(row).includes('push_subscription')),
    single_record: single_record.filter((row) => !/siteAddress|letterhead/.test(String(row))),
  }
}

async function filesIn(dataDir: string): Promise<string[]> {
  const found: string[] = []
  for (const place of UPLOAD_FOLDERS) {
    for (const name of (await fs.readdir(path.join(dataDir, place))).sort()) {
      const bytes = await fs.readFile(path.join(dataDir, place, name))
      found.push(`${place}/${name} ${createHash('sha256').update(bytes).digest('hex')}`)
    }
  }
  return found
}

/** Brings a piece of news of an export of WordPress. */
async function bringOlderSite({ admin }: TestServer): Promise<void> {
  const post = [
    '<title>পুরোনো খবর</title><link>https://old.example.edu.bd/2019/05/notice/</link>',
    '<wp:post_id>7</wp:post_id><wp:post_date>2019-05-03 10:00:00</wp:post_date>',
    '<category domain="category" nicename="news">খবর</category><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>',
    '<content:encoded><![CDATA[মেলা]]></content:encoded>',
  ].join('')
  const head = '<wp:wxr_version>1.2</wp:wxr_version><link>https://old.example.edu.bd</link>'
  const xml = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${head}<item>${post}</item></channel></rss>`
  const { _id: id } = await admin.startLook({ body: {}, file: fileOf(xml, 'export.xml') })
  await moveInState(admin, ['found', 'failed'])
  await admin.bringMoveIn({
    params: { id },
    body: { collections: ['notices', 'news'], years: [2019], as: 'published' },
  })
  await moveInState(admin, ['done'])
}

/** Writes something into every table that a backup has. */
async function fillSchool(school: TestServer): Promise<void> {
  const file = () => fileOf('কাল ছুটি', 'ছুটি.txt')
  const create = (title: string, more: object = {}) =>
    school.admin.createEntry({ params: notices, body: { title, ...more }, file: file() })
  const entry = await create('ছুটির নোটিশ', { body: 'আগামীকাল বন্ধ।', classes: ['Nine'] })
  const params = { ...notices, id: entry._id }
  await school.admin.updateEntry({ params, body: { title: 'ছুটি' }, file: file() })
  await school.admin.updateEntry({ params, body: { title: 'দুই দিন ছুটি', status: 'draft' } })
  await create('খসড়া', { status: 'draft' })
  const gone = await create('মুছে ফেলা')
  await school.admin.deleteEntry({ params: { ...notices, id: gone._id } })
  const page = await school.admin.createEntry({
    params: { collection: 'pages' },
    body: { title: 'ভর্তি তথ্য', body: 'নিয়ম', menu: 'intro' },
  })
  const { __v } = page
  await school.admin.updateEntry({
    params: { collection: 'pages', id: page._id },
    body: { slug: 'ভর্তি', __v },
  })
  const photo = fileOf(await twoColors(700, 400).jpeg().toBuffer(), 'photo.jpg')
  const gallery = { collection: 'gallery' } as const
  await school.admin.createEntry({ params: gallery, body: { title: 'ক্রীড়া' }, file: photo })
  const crest = fileOf(await twoColors(60, 60).png().toBuffer(), 'crest.png')
  await school.admin.setSitePicture({ params: { picture: 'crest' }, body: {}, file: crest })
  await school.admin.createContact({ body: sampleContact })
  await school.admin.createStudentCount({ body: sampleCount })
  await bringOlderSite(school)
  const clerk = { username: 'clerk', password: 'a clerk may write this' }
  await school.admin.createAdmin({ body: { ...clerk, currentPassword } })
  const subscribed = await school.fetch('/api/push/subscription', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...SOME_SUBSCRIPTION, classes: ['Nine'] }),
  })
  expect(subscribed.status).toBe(204)
  await school.server.internals.db.write(async (tx) => {
    const { seq, fileStem } = await tx.findOneByOrFail(EntryRow, { id: entry._id })
    const text = { source: null, lines: [], reader: 'admin', readAt: '2026-11-20T00:00:00.000Z' }
    await tx.insert(PageTextRow, { stem: fileStem ?? '', page: 1, entrySeq: seq, ...text })
    await tx.insert(ReaderCountRow, { entryId: entry._id, day: '2026-11-20', count: 7 })
    const at = '2026-11-20T04:30:00.000Z'
    await tx.insert(WithdrawnFileRow, { stem: 'x'.repeat(20), at, erasedAt: at })
    await tx.insert(PhotoRequestRow, {
      ...{ id: 'k3v9x0c2m1qa', stem: 'y'.repeat(20), at, answeredAt: null },
      data: {
        ...{ collection: 'news', entryId: entry._id, title: 'ক', place: 1 },
        ...{ who: 'guardian', reason: '', phone: '০১৭১১-০০০০০০' },
      },
    })
  })
}

/** Makes a backup. @returns its path */
const backUp = async (place: Place): Promise<string> =>
  JSON.parse(await admin(place, ['backup', '--json'])).file

describe('a school', () => {
  it('moves to PostgreSQL and back by its backups, row by row and file by file', async () => {
    const home = onSqlite(await newFolder())
    let server = await startAt(home)
    await fillSchool(server)
    const file = await backUp(home)
    await server.server.stop()
    const before = await wholeSchool(home)
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([
      // Only with a second step of the sign-in.
      ['recovery_code', []],
      ['passkey', []],
      // No backup has results.
      ['result_sheet', []],
      ['sealed_result', []],
    ])

    const away = onPostgres(await newFolder(), 'moved')
    const { before: former } = JSON.parse(await admin(away, ['restore', file, '--json']))
    expect(former).toBe(null)
    expect(await wholeSchool(away)).toEqual(before)

    // Its accounts came along, and its search index was built.
    server = await startAt(away)
    expect(await server.visitor.search({ query: { q: 'ছুটি' } })).toHaveLength(1)
    const added = await server.admin.createEntry({
      params: notices,
      body: { title: 'পরে', body: 'ক' },
    })
    await server.server.stop()

    const made = await backUp(away)
    expect(await complaints(away)).toEqual([])
    const later = await wholeSchool(away)
    const back = onSqlite(await newFolder())
    await admin(back, ['restore', made])
    expect(await wholeSchool(back)).toEqual(later)
    server = await startAt(back)
    const params = { ...notices, id: added._id }
    expect(await server.visitor.getEntry({ params })).toMatchObject({ title: 'পরে' })
    await server.server.stop()
  })

  it('takes the backup of another school of the database, beside the running server', async () => {
    const one = onPostgres(await newFolder(), 'one')
    const first = await startAt(one)
    await fillSchool(first)
    const file = await backUp(one)
    await first.server.stop()

    const two = onPostgres(await newFolder(), 'two')
    const second = await startAt(two)
    await second.admin.createEntry({ params: notices, body: { title: 'নিজের', body: 'ক' } })
    expect(await admin(two, ['restore', file])).toMatch(
      /Backup of the former data: .*before-restore/,
    )
    const titles = async () =>
      (await second.visitor.listEntries({ params: notices })).map((e) => e.title)
    expect(await titles()).toEqual(['ছুটি'])
    await second.signIn()
    await expect(second.admin.session()).rejects.toMatchObject({ code: 'unauthenticated' })
    await second.server.stop()
    const { admin: accounts, activity: _, ...copied } = await whatIsCopied(two)
    expect(accounts).toHaveLength(1)
    expect(copied.push_subscription).toEqual([])
    const { push_subscription: others, ...given } = await whatIsCopied(one)
    expect(others).toHaveLength(1)
    // Those of the school itself stay.
    const own = { push_subscription: [], photo_request: [], withdrawn_file: [] }
    expect({ ...given, ...own }).toMatchObject(copied)
  })
})

/** Returns what the doctor complains about. */
async function complaints(place: Place): Promise<string[]> {
  const { findings } = JSON.parse(await admin(place, ['doctor', '--json']))
  return findings
    .filter(({ level, about }: Record<string, string>) => level !== 'good' && about !== 'disk')
    .map(({ about, text }: Record<string, string>) => `${about}: ${text}`)
}

describe('a task', () => {
  it('is shown by every process, and excludes other tasks of the school', async () => {
    const place = onPostgres(await newFolder(), 'shared')
    const server = await startAt(place)
    const task = { task: 'verify', backupId: null, startedAt: new Date().toISOString() } as const
    const elsewhere = onPostgres(await newFolder(), place.school)
    const inAnotherProcess = async ({ db }: OpenedSchool) => {
      const lease = await db.leases.take(TASK_LEASE)
      await createSharedTaskStore(() => db).write({ task: { ...task, progress: 0.5 } })
      expect((await server.admin.listBackups()).task).toEqual({ ...task, progress: 0.5 })
      await expect(server.admin.makeBackup()).rejects.toMatchObject({ code: 'conflict' })
      await expect(admin(place, ['backup'])).rejects.toThrow(/Another backup task is running/)
      await lease?.release()
    }
    await withDatabase(readConfig(elsewhere.env), inAnotherProcess, elsewhere.school)
    // As if that process had been killed: the task ended with its lease.
    expect((await server.admin.listBackups()).task).toBe(null)
    await server.admin.makeBackup()
    expect((await backupTaskEnded(server.admin)).outcome).toMatchObject({ fault: null })
    await server.server.stop()
  })
})

describe('a restore', () => {
  let place: Place
  let server: TestServer
  let file: string
  beforeAll(async () => {
    const source = onPostgres(await newFolder(), 'source')
    server = await startAt(source)
    const pdf = fileOf(await noticePdf(), 'a.pdf')
    await server.admin.createEntry({ params: notices, body: { title: 'আগে' }, file: pdf })
    file = await backUp(source)
    await server.server.stop()
  })
  afterEach(() => server.server.stop())

  /** Starts the school whose records are to be replaced. */
  async function startReceiver(school: string): Promise<void> {
    place = onPostgres(await newFolder(), school)
    server = await startAt(place)
    await server.admin.createEntry({ params: notices, body: { title: 'এখন', body: 'ক' } })
    // The server asks for a website again and again, and stores the outcome.
    await server.admin.createContact({ body: { ...sampleContact, website: NO_WEBSITE } })
    await server.admin.createStudentCount({ body: sampleCount })
  }

  it('changes nothing if it is killed in the middle', async () => {
    await startReceiver('school')
    const rows = () => tableRows(server.server.internals.db.read)
    const present = await rows()
    // The restore waits after the first tables, which it has emptied.
    const other = await lockSlugs('SHARE')
    const restore = runCli(['restore', file])
    await expect.poll(other.waiting, { timeout: 60_000 }).toBe(1)
    restore.kill('SIGKILL')
    await once(restore, 'exit')
    await other.unlock()
    expect(await rows()).toEqual(present)
    await server.admin.createEntry({ params: notices, body: { title: 'এরপর', body: 'ক' } })

    // The next start removes what it had unpacked. The file that it had added is put aside after a
    // day: another process could be about to write its record.
    server = await server.restart()
    expect(await fs.readdir(server.dataDir)).not.toContain('restore')
    expect(await filesIn(server.dataDir)).toHaveLength(1)
  })

  it('goes on while the server starts', async () => {
    await startReceiver('starting')
    // The restore waits in its backup of the present rows, with all unpacked.
    const other = await lockSlugs('ACCESS EXCLUSIVE')
    const restored = admin(place, ['restore', file])
    await expect.poll(other.waiting, { timeout: 60_000 }).toBe(1)
    server = await server.restart()
    await other.unlock()
    expect(await restored).toContain(`Restored from ${file}`)
    const [entry, ...others] = await server.visitor.listEntries({ params: notices })
    expect([entry?.title, others]).toEqual(['আগে', []])
    expect((await server.fetch(`/${entry?.filePath}`)).status).toBe(200)
    expect(await fs.readdir(server.dataDir)).not.toContain('restore')
  })

  it('brings files too that are removed between its look at them and its transaction', async () => {
    await startReceiver('discarding')
    const text = (content: string) => fileOf(content, 'a.txt')
    const { _id: id } = await server.admin.createEntry({
      params: notices,
      body: { title: 'ছুটি' },
      file: text('shown'),
    })
    const params = { ...notices, id }
    const body = { title: 'ছুটি', status: 'draft' } as const
    await server.admin.updateEntry({ params, body, file: text('to be shown') })
    const backup = await backUp(place)
    const before = await filesIn(server.dataDir)
    const { db, files, folder } = server.server.internals
    const into = await prepareIncoming(folder)
    await readBackup({ paths: folder, file: backup, into }, () => undefined)
    let discarded: Promise<void> | undefined
    const run = async () => ({})
    await postgresRecords({ paths: folder, db: () => db, files: () => files, run }).replace({
      context: { by: 'admin', now: new Date() },
      session: null,
      name: path.basename(backup),
      stillAllowed: async () => undefined,
      async backUp() {
        if (discarded) return discarded
        const release = holdWrites(server)
        discarded = server.admin.deleteDraft({ params })
        await expect.poll(() => db.waiting).toBe(2)
        // With the transaction of the restore.
        void expect
          .poll(() => db.waiting)
          .toBe(3)
          .finally(release)
      },
    })
    expect(await filesIn(server.dataDir)).toEqual(before)
  })

  /** Locks a table against writing, or reading too. */
  async function lockSlugs(mode: 'SHARE' | 'ACCESS EXCLUSIVE') {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`BEGIN; LOCK TABLE entry_slug IN ${mode} MODE`)
    const waiting = async () => {
      const { rows } = await client.query(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'entry_slug'::regclass",
      )
      return rows.length
    }
    return {
      /** Returns the number of those who wait for it. */
      waiting,
      async unlock() {
        await client.query('COMMIT')
        await expect.poll(waiting).toBe(0)
        await client.end()
      },
    }
  }

  /** Runs a command in a process of its own. */
  function runCli(words: string[]): ChildProcess {
    const { PATH = '' } = process.env
    return spawn(process.execPath, [CLI, ...words], {
      env: { PATH, ...place.env },
      stdio: 'inherit',
    })
  }

  it.each(['published', 'draft'] as const)(
    'backs up once more what is written between its backup and its transaction: %s',
    async (status) => {
      await startReceiver(`receiver-${status}`)
      const { db, files, folder } = server.server.internals
      const into = await prepareIncoming(folder)
      await readBackup({ paths: folder, file, into }, () => undefined)
      let backups = 0
      const run = async () => ({})
      await postgresRecords({ paths: folder, db: () => db, files: () => files, run }).replace({
        context: { by: 'admin', now: new Date() },
        session: null,
        name: path.basename(file),
        stillAllowed: async () => undefined,
        async backUp() {
          backups += 1
          if (backups > 1) return
          const body = { title: 'তখন', body: 'ক', status }
          await server.admin.createEntry({ params: notices, body })
        },
      })
      expect(backups).toBe(2)
      const [restored, ...others] = await server.visitor.listEntries({ params: notices })
      expect([restored?.title, others]).toEqual(['আগে', []])
      expect((await server.fetch(`/${restored?.filePath}`)).status).toBe(200)
    },
  )
})
