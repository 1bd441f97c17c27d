import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { type DataFolder, openDataFolder } from '../../data-folder.ts'
import { openDatabase } from '../../db/database.ts'
import { inspectDatabase } from '../../db/snapshot.ts'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { startTestServer } from '../../test/test-server.ts'
import { type Manifest, pathsReferencedIn } from './backup-format.ts'
import { makeBackup } from './make-backup.ts'
import { readBackup } from './read-backup.ts'

/* A true backup, taken apart, spoilt in one way and put together again. */

interface Part {
  bytes: Buffer
  mode?: number
}

let root: string
let folder: DataFolder
let good: Map<string, Part>

beforeAll(async () => {
  const school = await startTestServer()
  await school.admin.createEntry({
    params: { collection: 'gallery' },
    body: { title: 'ছবি' },
    file: fileOf(await twoColors(40, 30).png().toBuffer(), 'photo.png'),
  })
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-hostile-'))
  folder = await openDataFolder(root)
  const { folder: places } = school.server.inside
  const job = { name: 'good.zip', at: '2026-11-21T04:00:00.000Z', program: 'a test' }
  await makeBackup({ paths: places, ...job }, () => undefined)
  good = await takeApart(path.join(places.backups, job.name))
  await school.stop()
})
afterAll(() => fs.rm(root, { recursive: true, force: true }))

async function takeApart(file: string): Promise<Map<string, Part>> {
  const parts = new Map<string, Part>()
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, { bytes: await buffer(await zip.openReadStreamPromise(entry)) })
  }
  zip.close()
  return parts
}

async function putTogether(parts: Iterable<[string, Part]>): Promise<string> {
  const zip = new ZipFile()
  for (const [name, { bytes, mode = 0o100600 }] of parts) zip.addBuffer(bytes, name, { mode })
  zip.end()
  const file = path.join(root, 'spoilt.zip')
  await pipeline(zip.outputStream, createWriteStream(file))
  return file
}

const photo = () => [...good.keys()].find((name) => name.startsWith('gallery-uploads/')) ?? ''
const bytesOf = (name: string) => good.get(name)?.bytes ?? Buffer.alloc(0)
const manifest = (): Manifest => JSON.parse(bytesOf('manifest.json').toString())
const listing = (changed: Manifest): [string, Part] => [
  'manifest.json',
  { bytes: Buffer.from(JSON.stringify(changed)) },
]
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Reads what was put together into an empty folder. @returns the fault, or null */
async function faultOf(file: string): Promise<string | null> {
  const into = path.join(root, 'into')
  await fs.rm(into, { recursive: true, force: true })
  await fs.mkdir(into)
  try {
    await readBackup({ paths: folder, file, into }, () => undefined)
    return null
  } catch (error) {
    return error instanceof Error && 'fault' in error ? String(error.fault) : String(error)
  }
}

/** The same zip with other letters in the place of a name, of the same length, everywhere. */
async function renamed(from: string, to: string): Promise<string> {
  const file = await putTogether(good)
  const bytes = await fs.readFile(file)
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) {
    bytes.write(to, at)
  }
  await fs.writeFile(file, bytes)
  return file
}

/** A database changed by somebody who also mends the list. */
async function withDatabase(change: (database: Sqlite.Database) => void): Promise<string> {
  const file = path.join(root, 'changed.sqlite')
  await fs.writeFile(file, bytesOf('database.sqlite'))
  const database = new Sqlite(file)
  change(database)
  database.close()
  const bytes = await fs.readFile(file)
  const list = manifest()
  list.database = { ...list.database, size: bytes.length, sha256: sha256(bytes) }
  return putTogether(new Map([...good, ['database.sqlite', { bytes }], listing(list)]))
}

/** Writes into the schema table itself, past all that SQLite refuses in `CREATE`. */
function inject(database: Sqlite.Database, type: string, name: string, table: string, sql: string) {
  database.unsafeMode()
  database.pragma('writable_schema = ON')
  database
    .prepare(
      'INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, 0, ?)',
    )
    .run(type, name, table, sql)
}

const TWIN = `CREATE TRIGGER sqlite_twin AFTER INSERT ON activity BEGIN
  INSERT OR IGNORE INTO admin (id, username, password_hash, created_at)
    SELECT 'twin', 'twin', password_hash, created_at FROM admin LIMIT 1; END`

/** The photo's bytes changed by somebody who also mends the list. */
function withPhoto(bytes: Buffer): Promise<string> {
  const list = manifest()
  list.files = list.files.map((one) =>
    one.path === photo() ? { ...one, size: bytes.length, sha256: sha256(bytes) } : one,
  )
  return putTogether(new Map([...good, [photo(), { bytes }], listing(list)]))
}

it('takes a picture that a bad disk has spoilt as it is', async () => {
  for (const spoilt of [Buffer.alloc(0), Buffer.alloc(2000), Buffer.alloc(2000, 0x97)]) {
    expect(await faultOf(await withPhoto(spoilt))).toBe(null)
  }
})

it('takes what it has made itself', async () => {
  expect(await faultOf(await putTogether(good))).toBe(null)
})

it.each<[string, string, () => Promise<string>]>([
  [
    'a path that leads out',
    'unsafe',
    () => renamed(photo(), `../${'x'.repeat(photo().length - 3)}`),
  ],
  ['a path from the root', 'unsafe', () => renamed(photo(), `/${'x'.repeat(photo().length - 1)}`)],
  ['a backslash', 'unsafe', () => renamed(photo(), `..\\${'x'.repeat(photo().length - 3)}`)],
  ['a drive', 'unsafe', () => renamed(photo(), `C:${'x'.repeat(photo().length - 2)}`)],
  [
    'a link',
    'unsafe',
    () =>
      putTogether(
        new Map([...good, [photo(), { bytes: Buffer.from('/etc/passwd'), mode: 0o120777 }]]),
      ),
  ],
  ['a name twice', 'unsafe', () => putTogether([...good, [photo(), { bytes: bytesOf(photo()) }]])],
  [
    'a file that is not in the list',
    'unsafe',
    () =>
      putTogether([...good, [`uploads/${'a'.repeat(20)}.pdf`, { bytes: Buffer.from('%PDF-1.4') }]]),
  ],
  [
    'the secret of sessions',
    'unsafe',
    () => putTogether([...good, ['signing-secret', { bytes: Buffer.from('0'.repeat(64)) }]]),
  ],
  ['a file missing', 'damaged', () => putTogether([...good].filter(([name]) => name !== photo()))],
  [
    'another content than listed',
    'damaged',
    () => {
      const bytes = Buffer.from(bytesOf(photo()))
      bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30)
      return putTogether(new Map([...good, [photo(), { bytes }]]))
    },
  ],
  [
    'a bomb: little that tells that it is little, and is much',
    'damaged',
    async () => {
      const list = manifest()
      const much = Buffer.alloc(8 * 1024 * 1024)
      list.files = list.files.map((one) =>
        one.path === photo() ? { ...one, sha256: sha256(much) } : one,
      )
      const file = await putTogether(new Map([...good, [photo(), { bytes: much }], listing(list)]))
      // Its directory claims the size that the list has.
      const bytes = await fs.readFile(file)
      const claimed = bytesOf(photo()).length
      const head = Buffer.from('PK\x01\x02', 'latin1')
      for (let at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 1)) {
        const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28))
        if (name === photo()) bytes.writeUInt32LE(claimed, at + 24)
      }
      await fs.writeFile(file, bytes)
      return file
    },
  ],
  [
    'more than the disk has room for',
    'no-room',
    async () => {
      const bytes = bytesOf(photo())
      const list = manifest()
      const size = 0xfffffff0
      list.files = Array.from({ length: 40 }, (_, n) => {
        const name = `uploads/${String(n).padStart(20, 'b')}.pdf`
        return { path: name, size, sha256: sha256(bytes) }
      })
      const parts = [...good].filter(([name]) => name !== photo() && name !== 'manifest.json')
      for (const one of list.files) parts.push([one.path, { bytes }])
      const file = await putTogether([...parts, listing(list)])
      const zip = await fs.readFile(file)
      const head = Buffer.from('PK\x01\x02', 'latin1')
      for (let at = zip.indexOf(head); at >= 0; at = zip.indexOf(head, at + 1)) {
        const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28))
        if (name.startsWith('uploads/')) zip.writeUInt32LE(size, at + 24)
      }
      await fs.writeFile(file, zip)
      return file
    },
  ],
  [
    'the database of a newer version',
    'newer',
    () =>
      withDatabase((database) =>
        database.exec(
          "INSERT INTO migrations (timestamp, name) VALUES (1, 'Tomorrow2000000000000')",
        ),
      ),
  ],
  [
    'a database with something of its own in it',
    'no-backup',
    () =>
      withDatabase((database) =>
        database.exec(
          "CREATE TRIGGER door AFTER INSERT ON session BEGIN UPDATE admin SET username = 'mine'; END",
        ),
      ),
  ],
  [
    'a trigger under a name that SQLite keeps for itself',
    'no-backup',
    () => withDatabase((database) => inject(database, 'trigger', 'sqlite_twin', 'activity', TWIN)),
  ],
  [
    'a view under such a name',
    'no-backup',
    () =>
      withDatabase((database) =>
        inject(database, 'view', 'sqlite_v', 'sqlite_v', 'CREATE VIEW sqlite_v AS SELECT 1'),
      ),
  ],
  [
    'a virtual table under such a name',
    'no-backup',
    () =>
      withDatabase((database) =>
        inject(
          database,
          ...(['table', 'sqlite_r', 'sqlite_r'] as const),
          'CREATE VIRTUAL TABLE sqlite_r USING rtree(id, low, high)',
        ),
      ),
  ],
  [
    'a virtual table',
    'no-backup',
    () => withDatabase((database) => database.exec('CREATE VIRTUAL TABLE f USING fts5(x)')),
  ],
  [
    'a table that passes for statistics',
    'no-backup',
    () =>
      withDatabase((database) =>
        inject(
          database,
          ...(['trigger', 'sqlite_stat1', 'activity'] as const),
          TWIN.replace('sqlite_twin', 'sqlite_stat1'),
        ),
      ),
  ],
  [
    'a table of ours that does something besides',
    'no-backup',
    () =>
      withDatabase((database) => {
        database.unsafeMode()
        database.pragma('writable_schema = ON')
        database.exec(
          "UPDATE sqlite_master SET sql = replace(sql, 'title TEXT NOT NULL', 'title TEXT NOT NULL CHECK (title <> ''x'')') WHERE name = 'activity'",
        )
      }),
  ],
  ...(
    [
      ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
      ['XML', '\ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['TIFF', 'II*\0\b\0\0\0'.padEnd(60, '\0')],
      ['a JPEG', '\xff\xd8\xff\xe0\0\x10JFIF\0'.padEnd(60, '\0')],
    ] as const
  ).map(([what, text]): [string, string, () => Promise<string>] => [
    `a picture that is really ${what}`,
    'unsafe',
    () => withPhoto(Buffer.from(text, what === 'XML' ? 'utf8' : 'latin1')),
  ]),
  [
    'a list of very many files',
    'no-backup',
    async () => {
      const list = JSON.stringify({ ...manifest(), files: [] })
      const files = `"files":[${'0,'.repeat(8_000_000)}0]`
      const bytes = Buffer.from(list.replace('"files":[]', files))
      return putTogether(new Map([...good, ['manifest.json', { bytes }]]))
    },
  ],
  [
    'an endless list',
    'unsafe',
    () =>
      putTogether(new Map([...good, ['manifest.json', { bytes: Buffer.alloc(64 << 20, ' ') }]])),
  ],
  [
    'a file with a long comment',
    'unsafe',
    async () => {
      const zip = new ZipFile()
      for (const [name, { bytes }] of good) {
        const options = { mode: 0o100600, fileComment: 'x'.repeat(60_000) }
        zip.addBuffer(bytes, name, options)
      }
      zip.end()
      const file = path.join(root, 'spoilt.zip')
      await pipeline(zip.outputStream, createWriteStream(file))
      return file
    },
  ],
  [
    'fewer rows than listed',
    'damaged',
    () => withDatabase((database) => database.exec('DELETE FROM entry')),
  ],
  [
    'a record whose file is not there',
    'damaged',
    () =>
      withDatabase((database) =>
        database.exec(
          `UPDATE entry SET file = replace(file, file_stem, '${'c'.repeat(20)}'), file_stem = '${'c'.repeat(20)}'`,
        ),
      ),
  ],
  [
    'a record whose file lies elsewhere',
    'damaged',
    () =>
      withDatabase((database) =>
        database.exec("UPDATE entry SET file = replace(file, file_stem, '../../../../etc/x')"),
      ),
  ],
  [
    'no database',
    'damaged',
    () =>
      withDatabase(() => undefined).then(() => {
        const bytes = Buffer.from('these are somebody’s notes '.repeat(200))
        const list = manifest()
        list.database = { ...list.database, size: bytes.length, sha256: sha256(bytes) }
        return putTogether(new Map([...good, ['database.sqlite', { bytes }], listing(list)]))
      }),
  ],
  ['another zip', 'no-backup', () => putTogether([['a.txt', { bytes: Buffer.from('a') }]])],
  [
    'the list of another program',
    'no-backup',
    () => putTogether([['manifest.json', { bytes: Buffer.from('{}') }]]),
  ],
])('refuses %s', async (_, fault, make) => {
  const found = await faultOf(await make())
  // A zip that is no backup may be found to hold what none does first.
  expect([fault, fault === 'no-backup' ? 'unsafe' : fault]).toContain(found)
  // Nothing of it came out beside the folder that it was unpacked in.
  const stray = (await fs.readdir(root)).filter((name) => /^x|secret/.test(name))
  expect(stray).toEqual([])
})

it('takes the rows over and never the file', async () => {
  const file = await withDatabase((database) => {
    database.pragma('user_version = 77')
    database.exec('ANALYZE')
    database.exec('UPDATE entry_count SET count = 99')
  })
  expect(await faultOf(file)).toBe(null)
  const database = new Sqlite(path.join(root, 'into', 'bidyaloy.sqlite'), { readonly: true })
  try {
    expect(database.pragma('user_version', { simple: true })).toBe(0)
    expect(database.prepare('SELECT title FROM entry').pluck().all()).toEqual(['ছবি'])
    // Kept by triggers: it cannot be told otherwise.
    expect(database.prepare('SELECT count FROM entry_count').pluck().all()).toEqual([1])
  } finally {
    database.close()
  }
})

const FIXTURES = new URL('../../../test/fixtures/', import.meta.url)

it.each([1, 2, 3, 4])('takes every row of an older schema: %s migrations', async (version) => {
  const older = path.join(root, 'older.sqlite')
  await fs.rm(older, { force: true })
  const database = new Sqlite(older)
  const rows = (from: Sqlite.Database, table: string) =>
    from.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).all()
  database.exec(await fs.readFile(new URL(`schema-${version}.sql`, FIXTURES), 'utf8'))
  for (const table of ['session', 'idempotency']) database.exec(`DELETE FROM ${table}`)
  const { counts, migrations, files } = inspectDatabase(older)
  const before = Object.keys(counts).map((table) => [table, rows(database, table)] as const)
  database.close()
  const bytes = await fs.readFile(older)
  const list = manifest()
  list.database = { counts, migrations, size: bytes.length, sha256: sha256(bytes) }
  Object.assign(list, { files: [], missing: pathsReferencedIn(files) })
  const parts = [['database.sqlite', { bytes }], listing(list)] satisfies [string, Part][]
  expect(await faultOf(await putTogether(parts))).toBe(null)

  const file = path.join(root, 'into', 'bidyaloy.sqlite')
  await (await openDatabase(file, root)).close()
  const after = new Sqlite(file, { readonly: true })
  try {
    for (const [table, was] of before.filter(([name]) => name !== 'migrations')) {
      expect(rows(after, table), table).toMatchObject(was)
    }
  } finally {
    after.close()
  }
})

it('cut short at any place it is refused', async () => {
  const whole = await fs.readFile(await putTogether(good))
  for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
    const file = path.join(root, 'spoilt.zip')
    await fs.writeFile(file, whole.subarray(0, Math.floor(whole.length * share)))
    expect(await faultOf(file)).toMatch(/^(no-backup|damaged)$/)
  }
})
