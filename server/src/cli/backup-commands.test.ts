import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newBackupName } from '../features/backup/backup-format.ts'
import { copyWithoutResults } from '../test/older-schema.ts'
import { fileOf, twoColors } from '../test/sample-files.ts'
import {
  ADMIN,
  commandOn,
  IS_POSTGRES,
  startTestServer,
  type TestServer,
} from '../test/test-server.ts'
import { createCli } from './create-cli.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

/** Runs `npm run admin -- …`. @returns its output */
async function admin(words: string[], dataDir = school.dataDir): Promise<string> {
  let printed = ''
  const program = createCli({
    ...commandOn(dataDir),
    stdin: Readable.from([]),
    stdout: { write: (text) => (printed += text) },
  })
  await program.parseAsync(words, { from: 'user' })
  return printed
}

/** Makes a backup. @returns its path, which is that of a copy if it is in a bucket */
async function makeBackup(): Promise<string> {
  const { file } = JSON.parse(await admin(['backup', '--json']))
  if (path.isAbsolute(file)) return file
  const copy = path.join(school.dataDir, file)
  await school.server.internals.files.use('backups', file, (from) => fs.copyFile(from, copy))
  return copy
}

const gallery = { params: { collection: 'gallery' } } as const

async function publish(title: string): Promise<void> {
  const file = fileOf(await twoColors(400, 300).jpeg().toBuffer(), 'photo.jpg')
  await school.admin.createEntry({ ...gallery, body: { title }, file })
}

const titles = async () =>
  (await school.admin.listEntries(gallery)).map(({ title }) => title).sort()

test('a backup on a full disk names the folder and what to do', async () => {
  const full = { ...(await fs.statfs(school.dataDir)), bavail: 1 }
  const statfs = vi.spyOn(fs, 'statfs').mockResolvedValue(full)
  const [place, remedy] = [`disk of ${school.dataDir}`, 'Move old backups elsewhere']
  await expect(admin(['backup'])).rejects.toThrow(place)
  await expect(admin(['backup'])).rejects.toThrow(remedy)
  statfs.mockRestore()
})

/** Runs work while the server is stopped, which is not necessary with PostgreSQL. */
async function whileStopped<T>(work: () => Promise<T>): Promise<T> {
  const { dataDir } = school
  if (IS_POSTGRES) {
    const result = await work()
    school = await school.restart()
    return result
  }
  await school.server.stop()
  try {
    return await work()
  } finally {
    school = await startTestServer({ dataDir })
  }
}

test('makes and verifies a backup beside the running server, and restores it after a stop', async () => {
  await publish('আগের ছবি')
  const { file } = JSON.parse(await admin(['backup', '--json']))
  await publish('পরের ছবি')
  expect(await admin(['verify'])).toMatch(
    /complete and unchanged\. Its state is of .*: 1 entries, 0 student counts, .*2 files \(2 pictures\)/,
  )
  expect(await admin(['backups'])).toContain(path.basename(file))
  if (!IS_POSTGRES) {
    await expect(admin(['restore', file])).rejects.toThrow(/server is running/)
  }

  const printed = await whileStopped(() => admin(['restore', path.basename(file)]))
  expect(printed).toMatch(/Restored from .*\nBackup of the former data: .*before-restore\.zip\n/)
  expect(await titles()).toEqual(['আগের ছবি'])
  // A bucket states whole seconds, in which both may be made.
  const [, undo = ''] = /former data: (.*)\n/.exec(printed) ?? []
  const newest = school.server.internals.files.isRemote ? undo : 'newest'
  await whileStopped(() => admin(['restore', newest]))
  expect(await titles()).toEqual(['আগের ছবি', 'পরের ছবি'])
  expect(await school.admin.listActivity({ query: { limit: 3 } })).toContainEqual(
    expect.objectContaining({ action: 'backupRestored', by: 'npm run admin' }),
  )
  if (IS_POSTGRES) return
  // A new version restores before its first start.
  await whileStopped(async () => {
    const present = path.join(school.dataDir, 'bidyaloy.sqlite')
    const older = path.join(school.dataDir, 'older.sqlite')
    await copyWithoutResults(present, older)
    for (const rest of ['-wal', '-shm']) await fs.rm(present + rest, { force: true })
    await fs.rename(older, present)
    await admin(['restore', path.basename(file)])
  })
  expect(await titles()).toEqual(['আগের ছবি'])
})

test('takes none for the newest that was made while the clock was ahead by years', async () => {
  await publish('আগের ছবি')
  const copy = path.join(school.dataDir, 'copy.zip')
  const made = await makeBackup()
  await fs.copyFile(made, copy)
  const { files } = school.server.internals
  // A bucket states whole seconds, in which both of the present may be made.
  await files.remove('backups', path.basename(made))
  await files.put('backups', [{ from: copy, to: 'bidyaloy-20980119t200000k3v9-nightly.zip' }])
  await publish('পরের ছবি')
  const { file } = JSON.parse(await admin(['backup', '--json']))
  expect(JSON.parse(await admin(['verify', '--json']))).toMatchObject({ file, entries: 2 })
})

test('restores school and accounts on a new machine', async () => {
  await publish('ছবি')
  const clerk = { username: 'clerk', password: 'a clerk may write this' }
  await school.admin.createAdmin({ body: { ...clerk, currentPassword: ADMIN.password } })
  const file = await makeBackup()
  const elsewhere = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-elsewhere-'))
  const { before, putAside } = JSON.parse(await admin(['restore', file, '--json'], elsewhere))
  expect({ before, putAside }).toEqual({ before: null, putAside: null })
  const other = await startTestServer({ dataDir: elsewhere })
  try {
    await other.signIn(clerk)
    const [photo] = await other.admin.listEntries(gallery)
    expect((await other.fetch(`/${photo?.filePath}`)).status).toBe(200)
    await expect(other.admin.session()).resolves.toMatchObject({ username: 'admin' })
    const activity = await other.admin.listActivity({})
    expect(activity.filter(({ hash, gap }) => gap || !hash)).toEqual([])
    // Signed with another secret.
    const token = { authorization: `Bearer ${school.token}` }
    expect((await other.fetch('/api/admin/session', { headers: token })).status).toBe(401)
  } finally {
    await other.stop()
  }
})

test('restores an uploaded backup only if it is named', async () => {
  await publish('ছবি')
  const made = path.basename(await makeBackup())
  const { files } = school.server.internals
  const from = path.join(school.dataDir, 'staging', 'a-copy')
  await files.use('backups', made, (file) => fs.copyFile(file, from))
  const uploaded = 'bidyaloy-20991121t010000bbbb-uploaded.zip'
  await files.put('backups', [{ from, to: uploaded }])
  expect(await whileStopped(() => admin(['restore']))).toContain(`${made}. `)
  expect(await whileStopped(() => admin(['restore', uploaded]))).toContain(`${uploaded}. `)
})

test.skipIf(IS_POSTGRES)(
  'moves a damaged database away and restores the newest valid backup',
  async () => {
    await publish('ছবি')
    const good = JSON.parse(await admin(['backup', '--json'])).file
    const newer = newBackupName('manual', new Date(Date.now() + HOUR_MS))
    const printed = await whileStopped(async () => {
      const database = path.join(school.dataDir, 'bidyaloy.sqlite')
      await fs.writeFile(database, 'notes, not a database '.repeat(100))
      const bytes = await fs.readFile(good)
      bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200)
      await fs.writeFile(path.join(school.dataDir, 'backups', newer), bytes)
      return admin(['restore'])
    })
    expect(printed).toMatch(/Skipped .*: .*\nRestored from .*\n.*moved to .*damaged-/)
    expect(printed.split('\n')[0]).toContain(newer)
    expect(await titles()).toEqual(['ছবি'])
    const aside = (await fs.readdir(school.dataDir)).find((name) => name.startsWith('damaged-'))
    const damaged = path.join(school.dataDir, aside ?? '', 'bidyaloy.sqlite')
    expect(await fs.readFile(damaged, 'utf8')).toContain('notes')
  },
)

test.skipIf(IS_POSTGRES)(
  'moves a database with a foreign trigger away, with its accounts',
  async () => {
    await publish('ছবি')
    const good = JSON.parse(await admin(['backup', '--json'])).file
    const printed = await whileStopped(async () => {
      const database = new Sqlite(path.join(school.dataDir, 'bidyaloy.sqlite')).unsafeMode()
      database.exec(
        `INSERT INTO admin (id, username, password_hash, created_at)
        SELECT 'x', 'x', password_hash, created_at FROM admin`,
      )
      database.pragma('writable_schema = ON')
      database.exec(`INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES
      ('trigger', 'sqlite_twin', 'activity', 0, 'CREATE TRIGGER sqlite_twin AFTER INSERT ON activity
        BEGIN UPDATE admin SET disabled_at = NULL; END')`)
      database.close()
      return admin(['restore'])
    })
    expect(printed).toContain(`Restored from ${good}`)
    expect(printed).toMatch(/moved to .*damaged-/)
    expect(await titles()).toEqual(['ছবি'])
    expect((await school.admin.listAdmins()).map(({ username }) => username)).toEqual(['admin'])
  },
)

test('reports a missing or invalid backup in one line and changes nothing', async () => {
  await publish('ছবি')
  await expect(admin(['verify'])).rejects.toThrow(/^No backups in .*backups\.$/)
  await expect(admin(['verify', 'nowhere.zip'])).rejects.toThrow('nowhere.zip: no such file.')
  const text = path.join(school.dataDir, 'backups', 'notes.zip')
  await fs.writeFile(text, 'notes')
  await whileStopped(async () => {
    await expect(admin(['restore', text])).rejects.toThrow(/not a zip file/)
    const left = await fs.readdir(school.dataDir)
    expect(left.filter((name) => /restore|damaged/.test(name))).toEqual([])
    expect(await fs.readdir(path.join(school.dataDir, 'backups'))).toEqual(['notes.zip'])
  })
  expect(await titles()).toEqual(['ছবি'])
})
