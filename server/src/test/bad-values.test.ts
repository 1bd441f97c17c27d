import fs from 'node:fs/promises'
import type { Endpoint } from '@bidyaloy/shared/api/endpoint'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import {
  collectionNames,
  entryAddress,
  entryFilePath,
  isPaged,
} from '@bidyaloy/shared/collections/registry'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { publicPages } from '@bidyaloy/shared/public-pages'
import { NOT_FOUND_PAGE, OFFLINE_PAGE, SEARCH_PAGE } from '@bidyaloy/shared/site-addresses'
import type { EntityManager } from 'typeorm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PublishedFileRow, SingleRecordRow } from '../db/entities.ts'
import { LETTERHEAD } from '../db/letterhead.ts'
import { concretePaths } from '../http/route.ts'
import { siteDocuments } from '../site/feeds/site-documents.ts'
import { fillEveryColumn } from './full-school.ts'
import { TAKES_ALL } from './samples.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/*
 * A bad value in the database may take itself from visitors, never a page. Tables and columns are
 * those of the database, addresses those of the route tables: new ones are tested too.
 */

/** Values that no writer stores. */
const BAD_TEXTS = [
  null,
  '',
  '"text"',
  -1,
  1e300,
  'javascript:alert(1)',
  'a\u0001\u001b\u202e\r\n\u2028b',
  '9999-99-99T99:99:99Z',
]
/** The same in columns of JSON, */
const BAD_DOCUMENTS: readonly (string | null)[] = [
  null,
  '{"',
  '[1,{"a":[]},null]',
  '{"toString":1,"length":-1}',
]
/** Longer than any field may be. */
const LONG_TEXT = 'অ'.repeat(30_001)
/** and in documents that are right otherwise. */
const BAD_LEAVES = [null, '', -1, [], LONG_TEXT, 'javascript:alert(1)', 'a\u0001b']

/** Times that bad values are placed, and that all addresses are asked for. */
const ROUNDS = 17
/** Between the rounds that run. A table's rows have the values of other rounds, so most are met. */
const STEP = TAKES_ALL ? 1 : 3
/** Tables without a row here: no public address reads them. */
const EMPTY_TABLES = [
  'idempotency',
  'passkey',
  'photo_request',
  'push_subscription',
  'recovery_code',
]

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({ env: { PUBLIC_URL: 'http://school.test' } })
})
afterEach(() => school.stop())

test("a link that today's rules refuse is left out of the settings, which can be saved", async () => {
  const { db } = school.server.internals
  const eservices = [{ label: 'ফল', href: 'https://example.edu.bd/' }]
  await school.admin.updateSettings({
    body: { ...emptySiteSettings, sideLinks: { ...emptySiteSettings.sideLinks, eservices } },
  })
  const { pictures, updatedAt, ...before } = await school.admin.getSettings()
  const refused = { label: 'পুরোনো', href: 'javascript:alert(1)' }
  const sideLinks = { ...before.sideLinks, eservices: [...before.sideLinks.eservices, refused] }
  await db.write((tx) =>
    tx.update(SingleRecordRow, { name: 'settings' }, { data: { ...before, sideLinks } }),
  )
  const page = await school.fetch('/')
  expect([page.status, (await page.text()).includes('javascript:')]).toEqual([200, false])
  const { pictures: _, updatedAt: __, ...read } = await school.admin.getSettings()
  expect(read).toEqual(before)
  const strict = school.admin.updateSettings({ body: { ...read, sideLinks } })
  await expect(strict).rejects.toMatchObject({
    fields: { 'sideLinks.eservices.1.href': expect.any(String) },
  })
  await school.admin.updateSettings({ body: read })
  expect((await school.admin.getSettings()).sideLinks).toEqual(before.sideLinks)
})

test('a bad value in any column fails no public page and no public list', async () => {
  await fillEveryColumn(school)
  const { db } = school.server.internals
  const addresses = await publicAddresses()
  const tables = await tablesOf(db.read)
  const empty = tables.filter(({ rows }) => rows === 0).map(({ name }) => name)
  expect(empty).toEqual(EMPTY_TABLES)
  const failed: string[] = []
  const published = await db.read.find(PublishedFileRow)
  for (let round = 0; round < ROUNDS; round += STEP) {
    const placed = await db.write((tx) => placeBadValues(tx, tables, round))
    failed.push(...(await failingOf(addresses)).map((what) => `${round} ${what}`))
    await db.write(async (tx) => {
      // Found anew in the background where its row had another name.
      await tx.delete(SingleRecordRow, { name: LETTERHEAD })
      // Files without a hash are hashed in the background: rows may have come under the old keys.
      await tx.createQueryBuilder().delete().from(PublishedFileRow).execute()
      for (const { put, old } of placed.reverse()) await put(tx, old)
      await tx.insert(PublishedFileRow, published)
    })
  }
  expect(failed).toEqual([])
  expect(await failingOf(addresses)).toEqual([])
}, 240_000)

test('/readyz tells of a full disk, and of a front page that cannot be rendered', async () => {
  const answer = async () => {
    const response = await school.fetch('/readyz')
    return [response.status, await response.json()]
  }
  await school.admin.updateSettings({ body: emptySiteSettings })
  const disk = await fs.statfs(school.dataDir)
  const full = { ...disk, bavail: Math.floor(49e6 / disk.bsize) }
  const statfs = vi.spyOn(fs, 'statfs').mockResolvedValue(full)
  expect(await answer()).toEqual([503, { status: 'unavailable', problems: ['disk'] }])
  statfs.mockRestore()
  await school.server.internals.db.write((tx) => tx.query('DROP TABLE site_picture'))
  const unavailable = { status: 'unavailable', problems: ['front page'] }
  await expect.poll(answer, { timeout: 10_000 }).toEqual([503, unavailable])
})

async function failingOf(addresses: readonly string[]): Promise<string[]> {
  const failing: string[] = []
  const rest = [...addresses]
  const next = async () => {
    for (let address = rest.shift(); address !== undefined; address = rest.shift()) {
      const response = await school.fetch(address, { redirect: 'manual' })
      await response.arrayBuffer()
      if (response.status >= 500) failing.push(`${response.status} ${address}`)
    }
  }
  await Promise.all([next(), next(), next(), next()])
  return failing
}

/** Returns the address of each public page, document and GET route, with entries that exist. */
async function publicAddresses(): Promise<string[]> {
  const found = new Set<string>([
    ...publicPages(),
    ...siteDocuments.keys(),
    ...[OFFLINE_PAGE, NOT_FOUND_PAGE, '/TeacherInformation.html', '/p/page-1', '/healthz'],
    ...[`${SEARCH_PAGE}?q=text`, '/api/search?q=text', '/calendar?month=2026-11'],
    ...['/allNotices?q=notices', '/allNotices?kind=exam', '/allNotices?year=2026'],
  ])
  const ids = new Map<string, string[]>()
  for (const collection of collectionNames) {
    const entries = await school.visitor.listEntries({ params: { collection } })
    const some = entries.slice(0, 2).map(({ _id }) => _id)
    ids.set(collection, some)
    if (!isPaged(collection)) continue
    for (const id of some) {
      found.add(entryAddress(collection, { _id: id }))
      found.add(entryFilePath(collection, id))
    }
  }
  for (const { method, path, access } of Object.values<Endpoint>(endpoints)) {
    if (method !== 'GET' || access !== 'public') continue
    for (const concrete of concretePaths(path)) {
      const group = concrete.path
        .replace(':className', 'Six')
        .replace(':shift', 'Morning')
        .replace(':section', 'A')
      const some = ids.get(concrete.presetParams.collection ?? '') ?? []
      const filled = group.includes(':id') ? some.map((id) => group.replace(':id', id)) : [group]
      for (const address of filled) found.add(address)
    }
  }
  return [...found]
}

interface Table {
  name: string
  rows: number
  keys: string[]
  columns: string[]
}

async function tablesOf(read: EntityManager): Promise<Table[]> {
  const tables: { name: string; wr: number }[] = await read.query(
    `SELECT name, wr FROM pragma_table_list
     WHERE type = 'table' AND schema = 'main' AND name NOT IN ('migrations', 'sqlite_sequence')
       AND name NOT LIKE 'sqlite%' ORDER BY name`,
  )
  return Promise.all(
    tables.map(async ({ name, wr: isWithoutRowid }) => {
      const columns: { name: string; pk: number; hidden: number }[] = await read.query(
        `PRAGMA table_xinfo("${name}")`,
      )
      const [counted]: { rows: number }[] = await read.query(
        `SELECT count(*) AS "rows" FROM "${name}"`,
      )
      return {
        name,
        rows: counted?.rows ?? 0,
        keys: isWithoutRowid
          ? columns.filter(({ pk }) => pk > 0).map((column) => column.name)
          : ['rowid'],
        // The others are computed from these.
        columns: columns.filter(({ hidden }) => hidden === 0).map((column) => column.name),
      }
    }),
  )
}

type Row = Readonly<Record<string, unknown>>

interface Placed {
  put(tx: EntityManager, value: unknown): Promise<void>
  old: unknown
}

/** Places the values of a round in all rows. What a constraint refuses stays as it was. */
async function placeBadValues(
  tx: EntityManager,
  tables: readonly Table[],
  round: number,
): Promise<Placed[]> {
  const placed: Placed[] = []
  for (const table of tables) {
    const { name, keys } = table
    const rows: Row[] = await tx.query(`SELECT ${keys.join()}, * FROM "${name}"`)
    const where = keys.map((key) => `"${key}" IS ?`).join(' AND ')
    for (const [n, row] of rows.entries()) {
      let key = keys.map((column) => row[column])
      for (const [column, bad] of valuesOf(table, row, { round, n })) {
        const put = async (manager: EntityManager, value: unknown) => {
          const [changed]: Row[] = await manager.query(
            `UPDATE "${name}" SET "${column}" = ? WHERE ${where} RETURNING ${keys.join()}`,
            [value, ...key],
          )
          if (changed) key = keys.map((part) => changed[part])
        }
        const isPlaced = await put(tx, bad).then(
          () => true,
          () => false,
        )
        if (isPlaced) placed.push({ put, old: row[column] })
      }
    }
  }
  return placed
}

/**
 * Returns the values of a row in a round. A document gets all values in each row, since each row has
 * another shape; those of other columns are spread over the rows of the table.
 */
function valuesOf(
  { columns, rows }: Table,
  row: Row,
  { round, n }: { round: number; n: number },
): (readonly [string, unknown])[] {
  const turn = (round + n) % ROUNDS
  const documents = columns.filter((column) => isJson(row[column]))
  const column = documents[n % documents.length]
  const stored = column === undefined ? undefined : row[column]
  const documentTurns = isJson(stored) ? BAD_DOCUMENTS.length + BAD_LEAVES.length : 0
  if (column !== undefined && isJson(stored) && turn < documentTurns) {
    const at = turn - BAD_DOCUMENTS.length
    return [[column, at < 0 ? BAD_DOCUMENTS[turn] : withBadLeaves(stored, at)]]
  }
  const rest = columns.filter((one) => !documents.includes(one))
  const pairs = BAD_TEXTS.flatMap((value) => rest.map((one) => [one, value] as const))
  const turns = ROUNDS - documentTurns
  // In a table of few rows, one row has bad values in several columns.
  const step = rows * turns - ((rows * turns) % rest.length === 0 ? 1 : 0)
  const first = (n * turns + turn - documentTurns) % step
  return pairs.filter((_, at) => at % step === first)
}

const isJson = (value: unknown): value is string => typeof value === 'string' && /^[[{]/.test(value)

/** Replaces all values in a document by bad ones. @param first index of the first */
function withBadLeaves(json: string, first: number): string {
  let next = first
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value) && value.length > 0) return value.map(replaced)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one)]))
    }
    const bad = BAD_LEAVES[next % BAD_LEAVES.length]
    next += 1
    return bad
  }
  return JSON.stringify(replaced(JSON.parse(json)))
}
