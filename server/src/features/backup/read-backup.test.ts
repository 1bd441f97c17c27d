import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { type DataFolder, openDataFolder } from '../../data-folder.ts'
import type { StoredFile } from '../../db/entities.ts'
import { createFolderStore } from '../../engines/disk/folder-store.ts'
import { inspectDatabase } from '../../engines/sqlite/snapshot.ts'
import { openDatabase } from '../../engines/sqlite/sqlite-database.ts'
import { allFileNames } from '../../storage/file-names.ts'
import { fileOf, twoColors } from '../../test/sample-files.ts'
import { startTestServer } from '../../test/test-server.ts'
import { type Manifest, pathsReferencedIn } from './backup-format.ts'
import { makeBackup } from './make-backup.ts'
import { readBackup } from './read-backup.ts'

/** An entry of a zip. */
interface Part {
  bytes: Buffer
  mode?: number
}

let root: string
let folder: DataFolder
let good: Map<string, Part>

beforeAll(async () => {
  const school = await startTestServer()
  await school.admin.createContact({ body: sampleContact })
  await school.admin.createEntry({
    params: { collection: 'gallery' },
    body: { title: 'ছবি' },
    file: fileOf(await twoColors(40, 30).png().toBuffer(), 'photo.png'),
  })
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-hostile-'))
  folder = await openDataFolder(root)
  const { folder: places } = school.server.internals
  const job = { name: 'good.zip', at: '2026-11-21T04:00:00.000Z', program: 'a test' }
  await makeBackup({ paths: places, ...job }, () => undefined, createFolderStore(places))
  good = await takeApart(path.join(places.backups, job.name))
  await school.stop()
})
afterAll(() => fs.rm(root, { recursive: true, force: true }))

it('a backup has the smaller pictures of a file, and those of its pages as they were drawn last', () => {
  const copies = [{ width: 720, height: 457 }]
  const file: StoredFile = {
    ...{ folder: 'uploads', stem: 'zc22dnac61gyssqgg0zc', extension: 'pdf', name: 'ক' },
    ...{ mimeType: 'application/pdf', size: 1, sizes: copies, pages: [copies, copies], drawing: 2 },
  }
  expect(pathsReferencedIn([JSON.stringify(file)])).toEqual(
    allFileNames(file).map((name) => `uploads/${name}`),
  )
})

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
  return writtenZip(zip)
}

async function writtenZip(zip: ZipFile): Promise<string> {
  zip.end()
  const file = path.join(root, 'changed.zip')
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

/** Reads a backup into an empty folder. @returns the fault, or null */
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

/** Replaces a name everywhere in the zip by another one of the same length. */
async function renamed(from: string, to: string): Promise<string> {
  const file = await putTogether(good)
  const bytes = await fs.readFile(file)
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) {
    bytes.write(to, at)
  }
  await fs.writeFile(file, bytes)
  return file
}

/** Changes the unpacked size in the directory of a zip for these entries. */
async function claimSize(file: string, which: (name: string) => boolean, size: number) {
  const zip = await fs.readFile(file)
  const head = Buffer.from('PK\x01\x02', 'latin1')
  for (let at = zip.indexOf(head); at >= 0; at = zip.indexOf(head, at + 1)) {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28))
    if (which(name)) zip.writeUInt32LE(size, at + 24)
  }
  await fs.writeFile(file, zip)
  return file
}

/** Changes the database and adapts the manifest. */
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

/** Writes into the schema table directly, which avoids the checks of `CREATE`. */
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

/** Replaces the photo and adapts the manifest. */
function withPhoto(bytes: Buffer): Promise<string> {
  const list = manifest()
  list.files = list.files.map((one) =>
    one.path === photo() ? { ...one, size: bytes.length, sha256: sha256(bytes) } : one,
  )
  return putTogether(new Map([...good, [photo(), { bytes }], listing(list)]))
}

it('accepts a picture that a damaged disk has overwritten', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(2000), Buffer.alloc(2000, 0x97)]) {
    expect(await faultOf(await withPhoto(bytes))).toBe(null)
  }
})

it('names what the server cannot read and leaves out', async () => {
  const file = await withDatabase((database) => {
    database.exec(`UPDATE single_record SET data = json_set(data, '$.schoolName', json('[]'))`)
    database.exec(`UPDATE entry SET classes = '["Six", "Twelve"]'`)
  })
  const { leftOut = [] } = await readBackup({ paths: folder, file, into: null }, () => undefined)
  expect(leftOut).toContain('single_record contact schoolName')
  expect(leftOut).toContainEqual(expect.stringMatching(/^entry \d+ \w+ classes\.1$/))
})

it('accepts an unchanged backup', async () => {
  expect(await faultOf(await putTogether(good))).toBe(null)
})

const REPLACED = `${'c'.repeat(20)}`
const databases: [what: string, fault: string, sql: string][] = [
  [
    'a database of a newer version',
    'newer',
    "INSERT INTO migrations (timestamp, name) VALUES (1, 'Tomorrow2000000000000')",
  ],
  [
    'a database of an early development version',
    'no-backup',
    "UPDATE migrations SET name = 'Passkeys1763700000016'",
  ],
  [
    'a database with a trigger',
    'no-backup',
    "CREATE TRIGGER door AFTER INSERT ON session BEGIN UPDATE admin SET username = 'mine'; END",
  ],
  ['a database with a virtual table', 'no-backup', 'CREATE VIRTUAL TABLE f USING fts5(x)'],
  ['fewer rows than listed', 'damaged', 'DELETE FROM entry'],
  [
    'a record with a missing file',
    'damaged',
    `UPDATE entry SET file = replace(file, file_stem, '${REPLACED}'), file_stem = '${REPLACED}'`,
  ],
  [
    'a record with a file outside the data folder',
    'damaged',
    "UPDATE entry SET file = replace(file, file_stem, '../../../../etc/x')",
  ],
]
/** Schema objects with names that SQLite reserves. */
const injected: [what: string, type: string, name: string, table: string, sql: string][] = [
  ['a trigger', 'trigger', 'sqlite_twin', 'activity', TWIN],
  ['a view', 'view', 'sqlite_v', 'sqlite_v', 'CREATE VIEW sqlite_v AS SELECT 1'],
  [
    'a virtual table',
    'table',
    'sqlite_r',
    'sqlite_r',
    'CREATE VIRTUAL TABLE sqlite_r USING rtree(id, low, high)',
  ],
  [
    'a trigger named as statistics',
    'trigger',
    'sqlite_stat1',
    'activity',
    TWIN.replace('sqlite_twin', 'sqlite_stat1'),
  ],
]
const pictures = [
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['XML', '\ufeff<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['TIFF', 'II*\0\b\0\0\0'.padEnd(60, '\0')],
  ['JPEG', '\xff\xd8\xff\xe0\0\x10JFIF\0'.padEnd(60, '\0')],
] as const

const renamedPhoto = (prefix: string) =>
  renamed(photo(), prefix + 'x'.repeat(photo().length - prefix.length))
const withPart = (name: string, content: string, mode?: number) =>
  putTogether([...good, [name, { bytes: Buffer.from(content), ...(mode && { mode }) }]])

it.each<[what: string, fault: string, make: () => Promise<string>]>([
  ['a path above the data folder', 'unsafe', () => renamedPhoto('../')],
  ['an absolute path', 'unsafe', () => renamedPhoto('/')],
  ['a backslash', 'unsafe', () => renamedPhoto('..\\')],
  ['a drive letter', 'unsafe', () => renamedPhoto('C:')],
  [
    'a symbolic link',
    'unsafe',
    () =>
      putTogether(
        new Map([...good, [photo(), { bytes: Buffer.from('/etc/passwd'), mode: 0o120777 }]]),
      ),
  ],
  ['a duplicate', 'unsafe', () => putTogether([...good, [photo(), { bytes: bytesOf(photo()) }]])],
  ['an unlisted file', 'unsafe', () => withPart(`uploads/${'a'.repeat(20)}.pdf`, '%PDF-1.4')],
  ['a signing secret', 'unsafe', () => withPart('signing-secret', '0'.repeat(64))],
  ['a missing file', 'damaged', () => putTogether([...good].filter(([name]) => name !== photo()))],
  [
    'changed content',
    'damaged',
    () => {
      const bytes = Buffer.from(bytesOf(photo()))
      bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30)
      return putTogether(new Map([...good, [photo(), { bytes }]]))
    },
  ],
  [
    'a zip bomb with a false size',
    'damaged',
    async () => {
      const list = manifest()
      const bytes = Buffer.alloc(8 * 1024 * 1024)
      list.files = list.files.map((one) =>
        one.path === photo() ? { ...one, sha256: sha256(bytes) } : one,
      )
      const file = await putTogether(new Map([...good, [photo(), { bytes }], listing(list)]))
      return claimSize(file, (name) => name === photo(), bytesOf(photo()).length)
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
      return claimSize(file, (name) => name.startsWith('uploads/'), size)
    },
  ],
  ...databases.map(([what, fault, sql]): [string, string, () => Promise<string>] => [
    what,
    fault,
    () => withDatabase((database) => database.exec(sql)),
  ]),
  ...injected.map(([what, ...object]): [string, string, () => Promise<string>] => [
    `${what} with a reserved name`,
    'no-backup',
    () => withDatabase((database) => inject(database, ...object)),
  ]),
  [
    'a table with another constraint',
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
  ...pictures.map(([type, text]): [string, string, () => Promise<string>] => [
    `a PNG that is really ${type}`,
    'unsafe',
    () => withPhoto(Buffer.from(text, type === 'XML' ? 'utf8' : 'latin1')),
  ]),
  [
    'a manifest of 8 million files',
    'no-backup',
    async () => {
      const list = JSON.stringify({ ...manifest(), files: [] })
      const files = `"files":[${'0,'.repeat(8_000_000)}0]`
      const bytes = Buffer.from(list.replace('"files":[]', files))
      return putTogether(new Map([...good, ['manifest.json', { bytes }]]))
    },
  ],
  [
    'a manifest of 64 MB',
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
      return writtenZip(zip)
    },
  ],
  [
    'a file that is not a database',
    'damaged',
    async () => {
      const bytes = Buffer.from('notes '.repeat(200))
      const list = manifest()
      list.database = { ...list.database, size: bytes.length, sha256: sha256(bytes) }
      return putTogether(new Map([...good, ['database.sqlite', { bytes }], listing(list)]))
    },
  ],
  ['another zip', 'no-backup', () => putTogether([['a.txt', { bytes: Buffer.from('a') }]])],
  [
    'another manifest',
    'no-backup',
    () => putTogether([['manifest.json', { bytes: Buffer.from('{}') }]]),
  ],
])('rejects %s', async (_, fault, make) => {
  const found = await faultOf(await make())
  // A zip that is no backup may have unexpected entries too.
  expect([fault, fault === 'no-backup' ? 'unsafe' : fault]).toContain(found)
  // Nothing was written outside the target folder.
  const stray = (await fs.readdir(root)).filter((name) => /^x|secret/.test(name))
  expect(stray).toEqual([])
})

it('copies the rows and never the database file', async () => {
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
    // Maintained by triggers, not copied.
    expect(database.prepare('SELECT count FROM entry_count').pluck().all()).toEqual([1])
  } finally {
    database.close()
  }
})

const FIXTURES = new URL('../../../test/fixtures/', import.meta.url)

it('copies every row of a database of development versions', async () => {
  const older = path.join(root, 'older.sqlite')
  await fs.rm(older, { force: true })
  const database = new Sqlite(older)
  const rows = (from: Sqlite.Database, table: string) =>
    from.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).all()
  database.exec(await fs.readFile(new URL('replaced-migrations.sql', FIXTURES), 'utf8'))
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
  await (await openDatabase(file)).close()
  const after = new Sqlite(file, { readonly: true })
  try {
    for (const [table, was] of before) {
      if (table === 'migrations') continue
      // Student counts have become records.
      if (table === 'student_count') expect(rows(after, 'record')).toHaveLength(was.length)
      else expect(rows(after, table), table).toMatchObject(was)
    }
  } finally {
    after.close()
  }
})

it('rejects a truncated backup', async () => {
  const whole = await fs.readFile(await putTogether(good))
  for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
    const file = path.join(root, 'changed.zip')
    await fs.writeFile(file, whole.subarray(0, Math.floor(whole.length * share)))
    expect(await faultOf(file)).toMatch(/^(no-backup|damaged)$/)
  }
})
