import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/test-server.ts'
import { migrations } from './migrate.ts'
import { SqlMigration } from './migrations/sql-migration.ts'
import { TABLES_QUERY } from './snapshot.ts'
import { openDatabase } from './sqlite-database.ts'

const FIXTURE = new URL('../../../test/fixtures/replaced-migrations.sql', import.meta.url)
/** Shortly after its last change, so that no record has expired. */
const SOON_AFTER = new Date('2026-02-10T04:00:00Z')

let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bidyaloy-schema-'))
  file = path.join(folder, 'bidyaloy.sqlite')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Makes a database of development versions. */
function makeDatabase(...further: string[]): void {
  const database = new Sqlite(file)
  database.pragma('journal_mode = WAL')
  database.exec(fs.readFileSync(FIXTURE, 'utf8'))
  for (const statement of further) database.exec(statement)
  database.close()
}

type Rows = Record<string, Record<string, unknown>[]>

/** Returns all rows of all tables except `migrations`. */
function allRows(): Rows {
  const database = new Sqlite(file, { readonly: true })
  try {
    // Without the search index, which is built from the records.
    const tables = database.prepare<[], string>(TABLES_QUERY).pluck().all()
    tables.splice(tables.indexOf('migrations'), 1)
    return Object.fromEntries(
      tables.map((table) => [
        table,
        database.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).all(),
      ]),
    )
  } finally {
    database.close()
  }
}

function migrationOf(name: string, statements: readonly string[]) {
  const migration = class extends SqlMigration {
    name = name
    statements = statements
  }
  Object.defineProperty(migration, 'name', { value: name })
  return migration
}

describe('a database of development versions', () => {
  it('keeps every row and field, also when it is migrated', async () => {
    makeDatabase()
    const before = allRows()
    await (await openDatabase(file)).close()
    const { student_count: counts = [], ...others } = before
    const { record: records = [], ...same } = allRows()
    expect(same).toMatchObject(others)
    expect(counts.length).toBeGreaterThan(1)
    for (const [at, count] of counts.entries()) {
      const { class_name: className, shift, section, counts: numbers, ...row } = count
      expect(records[at]).toMatchObject({ ...row, type: 'studentCounts' })
      expect(JSON.parse(String(records[at]?.data))).toEqual({
        ...{ className, shift, section },
        ...JSON.parse(String(numbers)),
      })
    }
    const step = migrationOf('Later1999999999999', ['ALTER TABLE entry ADD COLUMN later TEXT'])
    for (let start = 0; start < 2; start += 1) {
      await (await openDatabase(file, { steps: [...migrations, step] })).close()
    }
    const after = allRows()
    for (const [table, rows] of Object.entries(others)) {
      expect(rows.length, table).toBeGreaterThan(0)
      expect(after[table], table).toMatchObject(rows)
    }
  })

  it('keeps a student count whose numbers cannot be read, without them', async () => {
    makeDatabase("UPDATE student_count SET counts = '{half' WHERE section = 'A'")
    await (await openDatabase(file)).close()
    const [count] = allRows().record ?? []
    expect(count).toMatchObject({ key: 'Six Morning A' })
    const group = { className: 'Six', shift: 'Morning', section: 'A' }
    expect(JSON.parse(String(count?.data))).toEqual(group)
  })

  it('is rejected and not changed without all migrations that the first schema replaced', async () => {
    makeDatabase("DELETE FROM migrations WHERE name LIKE 'ConfirmedSubscriptions%'")
    const before = allRows()
    await expect(openDatabase(file)).rejects.toThrow(
      /bidyaloy\.sqlite: .*only commit [0-9a-f]{10} can raise.*not changed/,
    )
    expect(allRows()).toEqual(before)
  })

  it('is served, and its admins can sign in', async () => {
    makeDatabase()
    fs.mkdirSync(path.join(folder, 'uploads'))
    for (const name of ['texttexttexttexttex1.txt', 'pdfpdfpdfpdfpdfpdf01.pdf']) {
      fs.writeFileSync(path.join(folder, 'uploads', name), 'the file of that time')
    }
    const school = await startTestServer({ dataDir: folder, clock: () => SOON_AFTER })
    try {
      const notices = await school.visitor.listEntries({ params: { collection: 'notices' } })
      expect(notices.map(({ title }) => title)).toEqual([
        'ষাণ্মাসিক পরীক্ষার সময়সূচি',
        'শীতকালীন ছুটির বিজ্ঞপ্তি',
      ])
      const text = await school.fetch(`/${notices[1]?.filePath}`)
      expect(await text.text()).toBe('the file of that time')
      expect(await school.admin.listTrash()).toHaveLength(2)
      expect(await school.visitor.listStudentCounts()).toMatchObject([{ girls: 55 }])
      expect(await school.visitor.getContact()).toMatchObject({ postCode: '১২০০' })
    } finally {
      await school.server.stop()
    }
  })

  it.each([
    ['fails', ['CREATE TABLE half (id TEXT)', 'INSERT INTO nowhere VALUES (1)'], /nowhere/],
    ['loses a row', ["DELETE FROM entry WHERE collection = 'news'"], /entry has \d+ rows instead/],
    ['loses a table', ['DROP TABLE activity'], /tables have \d+ rows instead/],
    [
      'leaves dangling references',
      ["UPDATE session SET admin_id = 'unknown'"],
      /session refers to missing rows/,
    ],
    // SQLite rolls back by itself then, and rejects a second rollback.
    [
      'has no room',
      [
        'CREATE TABLE large (bytes BLOB)',
        'PRAGMA max_page_count = 1',
        'INSERT INTO large VALUES (zeroblob(1000000))',
      ],
      /database or disk is full/,
    ],
  ])(
    'is unchanged when a migration %s, and the error states the reason',
    async (_, statements, reason) => {
      makeDatabase()
      await (await openDatabase(file)).close()
      const before = allRows()
      const bytes = fs.readFileSync(file)
      const broken = migrationOf('Broken1999999999999', statements)
      const opening = openDatabase(file, { steps: [...migrations, broken] })
      await expect(opening).rejects.toThrow(reason)
      await expect(opening).rejects.toThrow(/It is unchanged.*previous version/)
      expect(fs.readFileSync(file).equals(bytes)).toBe(true)
      expect(allRows()).toEqual(before)
      // Without that migration it can be opened.
      await (await openDatabase(file)).close()
    },
  )
})

describe('a database of a newer version', () => {
  it('is rejected and not changed', async () => {
    await (await openDatabase(file)).close()
    const newer = migrationOf('FromTheFuture1999999999999', ['CREATE TABLE later (id TEXT)'])
    await (await openDatabase(file, { steps: [...migrations, newer] })).close()
    const bytes = fs.readFileSync(file)
    await expect(openDatabase(file)).rejects.toThrow(
      /bidyaloy\.sqlite: .*newer version.*FromTheFuture.*Update the program/,
    )
    expect(fs.readFileSync(file).equals(bytes)).toBe(true)
    expect(allRows()).toHaveProperty('later')
  })
})

describe('the writing connection', () => {
  it('uses synchronous = FULL, also after reopening', async () => {
    for (let round = 0; round < 2; round += 1) {
      const database = await openDatabase(file)
      const [{ synchronous, journal }] = await database.writePrivate(async (tx) => {
        const [full] = await tx.query('PRAGMA synchronous')
        const [mode] = await tx.query('PRAGMA journal_mode')
        return [{ synchronous: full.synchronous, journal: mode.journal_mode }]
      })
      await database.close()
      // 2 is FULL.
      expect({ synchronous, journal }).toEqual({ synchronous: 2, journal: 'wal' })
    }
  })
})
