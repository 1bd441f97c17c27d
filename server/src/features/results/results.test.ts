import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Input } from '@bidyaloy/shared/api/api'
import { backupFilePath } from '@bidyaloy/shared/api/paths'
import { pages as privacyPages } from '@bidyaloy/shared/features/privacy/paths'
import { pages } from '@bidyaloy/shared/features/results/paths'
import { CODE_LETTERS, formatCode } from '@bidyaloy/shared/features/results/slip-code'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import Sqlite from 'better-sqlite3'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { query } from '../../db/engine.ts'
import { ResultSheetRow, SealedResultRow } from '../../db/entities.ts'
import { copyWithoutResults } from '../../test/older-schema.ts'
import { fileOf } from '../../test/sample-files.ts'
import {
  ADMIN,
  backupTaskEnded,
  IS_POSTGRES,
  startTestServer,
  type TestServer,
} from '../../test/test-server.ts'
import { createTryLimits, MAX_WRONG, MAX_WRONG_OF_SITE } from './try-limits.ts'

let school: TestServer
let now: Date
let logged: string
beforeEach(async () => {
  now = new Date('2026-11-21T04:30:00Z')
  logged = ''
  const log = pino(
    { level: 'trace' },
    {
      write(line) {
        logged += line
      },
    },
  )
  school = await startTestServer({ clock: () => now, env: { TRUST_PROXY: '1' }, log })
})
afterEach(() => school.stop())

type Body = Input<'sealResults'>['body']
/** Names and marks that occur nowhere else. */
const girls = [
  { roll: 26, name: 'রিমা খাতুন ঝর্ণাধারা', mark: '৬৯.৩১৭' },
  { roll: 27, name: 'Sumaiya Zyxwvutsr', mark: '81.52963' },
  { roll: 28, name: 'জান্নাতুল ফেরদৌস মৃত্তিকা', mark: 'অনু৭৭৩১' },
]
const sheet = (fields: Partial<Body> = {}): Body => ({
  exam: 'অর্ধবার্ষিক পরীক্ষা ২০২৬',
  className: 'Eight',
  shift: 'Morning',
  section: 'B',
  until: '2026-12-05',
  __v: null,
  rows: girls.map(({ roll, name, mark }) => ({
    roll,
    name,
    marks: [{ subject: 'গণিত', mark, grade: 'A+' }],
    total: mark,
    gpa: roll === 28 ? '০.০০' : '৫.০০',
    grade: roll === 28 ? 'F' : 'A+',
  })),
  ...fields,
})

const send = (fields: Record<string, string>, from = '203.0.113.1', headers = {}) =>
  school.fetch(pages.results, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': from, ...headers },
    body: new URLSearchParams(fields),
  })

/** Returns all files of a folder. */
async function filesIn(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const names = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => ({
      name,
      bytes: await fs.readFile(path.join(parentPath, name)),
    })),
  )
}

const currentPassword = ADMIN.password

async function makeBackup(): Promise<string> {
  await school.admin.makeBackup()
  return (await backupTaskEnded(school.admin)).outcome?.backupId ?? ''
}

/** Returns the parts of a backup, unpacked. */
async function unpacked(id: string): Promise<Map<string, Buffer>> {
  const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
  const zip = await school.fetchAsAdmin(backupFilePath(id, token))
  const whole = await fromBufferPromise(Buffer.from(await zip.arrayBuffer()), { lazyEntries: true })
  const parts = new Map<string, Buffer>()
  for await (const entry of whole.eachEntry()) {
    parts.set(entry.fileName, await buffer(await whole.openReadStreamPromise(entry)))
  }
  return parts
}

/** Uploads a backup with another database. @returns its id */
async function uploadChanged(
  parts: ReadonlyMap<string, Buffer>,
  change: (database: string, to: string) => Promise<void>,
): Promise<string> {
  const from = path.join(school.dataDir, 'from.sqlite')
  const to = path.join(school.dataDir, 'to.sqlite')
  await fs.writeFile(from, parts.get('database.sqlite') ?? '')
  await change(from, to)
  const bytes = await fs.readFile(to)
  for (const file of [from, to]) await fs.rm(file)
  const database = new Sqlite(bytes)
  const read = (statement: string) => database.prepare(statement).pluck()
  const migrations = read('SELECT name FROM migrations ORDER BY id').all()
  const tables = read("SELECT name FROM pragma_table_list WHERE type = 'table'").all().map(String)
  const counted = tables.filter((name) => !name.startsWith('sqlite_'))
  const counts = Object.fromEntries(
    counted.map((name) => [name, read(`SELECT count(*) FROM "${name}"`).get()]),
  )
  database.close()
  const manifest = JSON.parse(String(parts.get('manifest.json')))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  manifest.database = { size: bytes.length, sha256, migrations, counts }
  const changed = {
    'database.sqlite': bytes,
    'manifest.json': Buffer.from(JSON.stringify(manifest)),
  }
  const zip = new ZipFile()
  for (const [name, part] of Object.entries({ ...Object.fromEntries(parts), ...changed })) {
    zip.addBuffer(part, name, { mode: 0o100600 })
  }
  zip.end()
  const file = fileOf(await buffer(zip.outputStream), 'b.zip')
  const { token } = await school.admin.issueBackupToken({ body: { currentPassword } })
  return (await school.admin.uploadBackup({ query: { token }, body: {}, file }))._id
}

async function restore(id: string): Promise<void> {
  await school.admin.restoreBackup({ params: { id }, body: { currentPassword } })
  const { outcome } = await backupTaskEnded(school.admin)
  expect(outcome).toMatchObject({ task: 'restore', fault: null })
}

/** Returns the contents of all tables, as a dump of the database has them. */
async function dump(): Promise<{ name: string; bytes: Buffer }[]> {
  const { read } = school.server.internals.db
  const names = await query<{ name: string }>(
    read,
    IS_POSTGRES
      ? "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"
      : "SELECT name FROM sqlite_master WHERE type = 'table'",
    [],
  )
  return Promise.all(
    names.map(async ({ name }) => {
      const rows = await query<object>(read, `SELECT * FROM "${name}"`, [])
      const values = rows.flatMap((row) => Object.values(row))
      const bytes = values.map((value) =>
        Buffer.isBuffer(value) ? value : Buffer.from(textOf(value)),
      )
      return { name: `table ${name}`, bytes: Buffer.concat(bytes) }
    }),
  )
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** Returns which secrets some bytes have, in UTF-8 or UTF-16. */
const found = (bytes: Buffer, secrets: readonly string[]) =>
  secrets.filter((one) =>
    [Buffer.from(one), Buffer.from(one, 'utf16le'), Buffer.from(one, 'utf16le').swap16()].some(
      (as) => bytes.includes(as),
    ),
  )

it('opens a result with its slip only, and has no name, mark or code anywhere', async () => {
  const { admin, visitor } = school
  expect(await (await school.fetch(pages.results)).text()).toContain('এখন কোনো পরীক্ষার ফল এখানে নেই')
  const { sheet: stored, slips, kept } = await admin.sealResults({ body: sheet() })
  expect(stored).toMatchObject({ __v: 0, figures: { rows: 3, passed: 2, gpa5: 2 }, hasSlips: true })
  expect(slips.map(({ roll, name }) => ({ roll, name }))).toEqual(
    girls.map(({ roll, name }) => ({ roll, name })),
  )
  const codes = slips.map(({ code }) => code)
  for (const code of codes) expect([...code].every((one) => CODE_LETTERS.includes(one))).toBe(true)
  expect(new Set(codes).size).toBe(3)
  const id = stored._id
  expect(await visitor.listResults()).toEqual([
    {
      _id: id,
      exam: sheet().exam,
      className: 'Eight',
      shift: 'Morning',
      section: 'B',
      until: '2026-12-05',
    },
  ])

  await school.fetch(pages.results)
  // The form of the QR code has class and roll, and is in no cache.
  const form = await school.fetch(`${pages.results}?in=${id}&roll=27`)
  expect(form.headers.get('cache-control')).toContain('no-store')
  const prefilled = await form.text()
  expect(prefilled).toMatch(/name="roll"[^>]*value="২৭"/)
  expect(prefilled).toMatch(/<option[^>]* selected=""[^>]*>অষ্টম/)

  // Spaces, small letters and Bengali digits are taken.
  const [, slip] = slips
  const typed = formatCode(slip?.code ?? '')
    .toLowerCase()
    .replace(/\d/g, (one) => '০১২৩৪৫৬৭৮৯'[+one] ?? '')
  const hit = await send({ in: id, roll: ' ০২৭ ', code: typed })
  expect(hit.status).toBe(200)
  expect(Object.fromEntries(hit.headers)).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'x-robots-tag': 'noindex',
  })
  const page = await hit.text()
  expect(page).toContain('<h1>Sumaiya Zyxwvutsr</h1>')
  expect(page).toContain('৮১.৫২৯৬৩')
  expect(page).toContain('name="robots" content="noindex"')
  expect(page.slice(0, page.indexOf('</title>'))).not.toContain('Sumaiya')

  // A wrong code, roll and class get the same sentence, and answers of the same length.
  const code = slip?.code ?? ''
  const misses = [
    { in: id, roll: '28', code },
    { in: id, roll: '999', code },
    { in: id, roll: '27', code: codes[0] ?? '' },
    { in: 'nothing', roll: '27', code },
    { in: id, roll: '27', code: 'short' },
  ]
  for (const [n, fields] of misses.entries()) {
    const miss = await send(fields, `198.51.100.${n}`)
    expect(miss.status).toBe(200)
    expect(miss.headers.get('content-length')).toBe(hit.headers.get('content-length'))
    expect(await miss.text()).toMatch(/রোল আর কোড মিলছে না। স্লিপ দেখে আবার লিখুন। আর [৭-৯] বার/)
  }
  const plain = await send(misses[0] ?? {}, '198.51.100.9', { 'accept-encoding': 'identity' })
  expect(plain.headers.get('content-length')).toMatch(/^\d+$/)
  expect(await plain.text()).toContain('মিলছে না')
  await expect.poll(async () => (await admin.listResultSheets())[0]?.wrongTries).toBe(5)
  expect((await admin.adminOverview()).wrongSlips).toBe(5)

  // What the browser has kept is read again until the slips are printed.
  const params = { id }
  expect(await admin.openSlips({ params, body: { kept } })).toEqual({ slips })
  await admin.forgetSlips({ params })
  await expect(admin.openSlips({ params, body: { kept } })).rejects.toMatchObject({ status: 404 })

  const secrets = [
    ...codes,
    ...codes.map(formatCode),
    ...girls.flatMap(({ name, mark }) => [name, mark]),
  ]
  const backup = await unpacked(await makeBackup())
  const inBackup = [...backup].map(([name, bytes]) => ({ name: `backup ${name}`, bytes }))
  expect([...backup.keys()]).toContain('database.sqlite')
  const tables = await dump()
  const files = [
    ...(await filesIn(school.dataDir)),
    ...inBackup,
    ...tables,
    { name: 'log', bytes: Buffer.from(logged) },
  ]
  const hits = files.flatMap(({ name, bytes }) =>
    found(bytes, secrets).map((one) => `${name}: ${one}`),
  )
  expect(hits).toEqual([])
  // The search finds what is stored.
  const withExam = tables.filter(({ bytes }) => found(bytes, [sheet().exam]).length > 0)
  expect(withExam.map(({ name }) => name).sort()).toEqual(['table activity', 'table result_sheet'])
  // No backup has the address of who opened a result or mistyped, either.
  const addresses = ['203.0.113.1', '198.51.100.']
  expect(inBackup.flatMap(({ bytes }) => found(bytes, addresses))).toEqual([])
  const { read } = school.server.internals.db
  // All boxes have one length, and rolls are not among the ids.
  const boxes = await read.find(SealedResultRow)
  expect(new Set(boxes.map(({ box }) => box.length)).size).toBe(1)
})

it('ends what a new import replaces, by its last day and by hand, also in older backups', async () => {
  const { admin, visitor } = school
  const first = await admin.sealResults({ body: sheet() })
  const [, old] = first.slips
  const opens = async (slip = old, at = first.sheet._id, from = '203.0.113.1') =>
    (await (await send({ in: at, roll: '27', code: slip?.code ?? '' }, from)).text()).includes(
      '<h1>Sumaiya',
    )
  expect(await opens()).toBe(true)
  const backup = await makeBackup()

  // An import with an outdated version is refused, and the present codes stay valid.
  await expect(admin.sealResults({ body: sheet() })).rejects.toMatchObject({ status: 409 })
  expect(await opens()).toBe(true)
  const second = await admin.sealResults({ body: sheet({ __v: 0 }) })
  expect(second.sheet).toMatchObject({ _id: first.sheet._id, __v: 1, wrongTries: 0 })
  expect([await opens(), await opens(second.slips[1])]).toEqual([false, true])
  await expect(
    admin.openSlips({ params: { id: first.sheet._id }, body: { kept: first.kept } }),
  ).rejects.toMatchObject({ status: 404 })

  const nine = await admin.sealResults({
    body: sheet({ className: 'Nine', until: '2026-11-24' }),
  })
  const ten = await admin.sealResults({ body: sheet({ className: 'Ten' }) })
  expect((await visitor.listResults()).map(({ className }) => className)).toEqual([
    'Eight',
    'Nine',
    'Ten',
  ])
  expect(await opens(nine.slips[1], nine.sheet._id)).toBe(true)
  // The codes of one class open nothing in another one.
  expect(await opens(nine.slips[1], ten.sheet._id, '198.51.100.1')).toBe(false)
  await admin.endResults({ params: { id: ten.sheet._id } })
  expect(await opens(ten.slips[1], ten.sheet._id, '198.51.100.2')).toBe(false)

  // Older backups have no results, and leave those that are there: also one of the time before results, and one
  // that somebody has written results into.
  const parts = await unpacked(backup)
  // A restore opens the database anew.
  const database = () => school.server.internals.db.read
  const rows = await database().find(ResultSheetRow)
  const withResults = async (from: string, to: string) => {
    await fs.copyFile(from, to)
    const changed = new Sqlite(to)
    const insert = changed.prepare('INSERT INTO result_sheet VALUES (?, ?, ?, 0, ?)')
    for (const { id, key, until, data } of rows) insert.run(id, key, until, JSON.stringify(data))
    insert.run('ten', 'ten', '2026-12-05', JSON.stringify({ ...rows[0]?.data, className: 'Ten' }))
    changed.close()
  }
  const older = [
    await uploadChanged(parts, copyWithoutResults),
    await uploadChanged(parts, withResults),
  ]
  await admin.forgetSlips({ params: { id: first.sheet._id } })
  const privacy = async () => (await school.fetch(privacyPages.privacy)).text()
  const said = (await privacy()).match(/<main.*<\/main>/s)?.[0]
  for (const [n, id] of older.entries()) {
    await restore(id)
    expect((await visitor.listResults()).map(({ className }) => className)).toEqual([
      'Eight',
      'Nine',
    ])
    expect(await opens(undefined, undefined, `192.0.2.${n}`)).toBe(false)
    expect(await opens(second.slips[1], undefined, `192.0.2.${n}`)).toBe(true)
    // The slips stay forgotten.
    expect(await admin.listResultSheets()).toMatchObject([{ hasSlips: false }, { hasSlips: true }])
    expect(await database().countBy(SealedResultRow, {})).toBe(6)
  }
  expect((await privacy()).match(/<main.*<\/main>/s)?.[0]).toBe(said)

  await expect(
    admin.changeResults({ params: { id: nine.sheet._id }, body: { until: '2026-11-20' } }),
  ).rejects.toMatchObject({ status: 400 })
  await admin.changeResults({ params: { id: nine.sheet._id }, body: { until: '2026-11-22' } })
  now = new Date(now.getTime() + 2 * DAY_MS)
  expect((await visitor.listResults()).map(({ className }) => className)).toEqual(['Eight'])
  expect(await opens(nine.slips[1], nine.sheet._id, '198.51.100.4')).toBe(false)
  expect(await (await school.fetch(pages.results)).text()).not.toContain('নবম')
  await school.server.internals.runMaintenance()
  expect(await database().countBy(ResultSheetRow, {})).toBe(1)
  expect(await database().countBy(SealedResultRow, {})).toBe(3)
  const activity = await admin.listActivity({})
  const lines = activity.filter(({ subject }) => subject === 'results').map(({ action }) => action)
  expect(lines.sort()).toEqual([
    'changed',
    'changed',
    'deleted',
    'imported',
    'imported',
    'imported',
    'imported',
  ])
})

it('limits guesses by address and roll, and locks nobody out', async () => {
  const { sheet: stored, slips } = await school.admin.sealResults({ body: sheet() })
  const right = { in: stored._id, roll: '27', code: slips[1]?.code ?? '' }
  const guess = { ...right, code: 'ABCDEFGH' }
  const statuses: number[] = []
  for (let n = 0; n < MAX_WRONG; n += 1) statuses.push((await send(guess)).status)
  expect(statuses).toEqual(new Array(MAX_WRONG).fill(200))
  const refused = await send(right)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(await refused.text()).toMatch(/অনেকবার ভুল হয়েছে। [^<]*-এর পর আবার চেষ্টা করুন/)
  // The roll is guessed at: another address has one try, and the girl's phone is one.
  expect((await send(guess, '198.51.100.1')).status).toBe(200)
  expect((await send(guess, '198.51.100.1')).status).toBe(429)
  expect(await (await send(right, '198.51.100.2')).text()).toContain('<h1>Sumaiya')
  // Another roll of the same class is not concerned.
  const other = { ...guess, roll: '26' }
  expect([
    (await send(other, '198.51.100.3')).status,
    (await send(other, '198.51.100.3')).status,
  ]).toEqual([200, 200])
  // The girl's phone shares its address with one that mistypes another roll.
  expect((await send(other, '198.51.100.5')).status).toBe(200)
  expect(await (await send(right, '198.51.100.5')).text()).toContain('<h1>Sumaiya')
  const foreign = await send(right, '198.51.100.4', { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
})

it('brakes a hundred thousand guesses from a thousand addresses', async () => {
  const limits = createTryLimits({})
  let tried = 0
  for (let n = 0; n < 100_000; n += 1) {
    const address = `10.0.${n % 4}.${(n >> 2) % 250}`
    const roll = `sheet ${n % 1500}`
    try {
      await limits.assertAllowed(address, roll)
    } catch {
      continue
    }
    tried += 1
    await limits.countWrong(address, roll)
  }
  // With 39 bits these open a result once in a hundred million attacks.
  expect(tried).toBeLessThanOrEqual(MAX_WRONG_OF_SITE + 3 * 1000)
  await limits.assertAllowed('203.0.113.7', 'sheet 27')
})

it('leaves no key of printed slips on the disk', async () => {
  const { admin, dataDir, server } = school
  const { sheet: stored, kept } = await admin.sealResults({ body: sheet() })
  const params = { id: stored._id }
  const row = await server.internals.db.read.findOneByOrFail(ResultSheetRow, params)
  const key = row.data.slipKey ?? ''
  const filesWithKey = async () => {
    const names = await fs.readdir(dataDir, { recursive: true, withFileTypes: true })
    const files = names.filter((one) => one.isFile())
    const contents = await Promise.all(
      files.map((one) => fs.readFile(path.join(one.parentPath, one.name), 'latin1')),
    )
    return contents.filter((text) => text.includes(key)).length
  }
  if (!IS_POSTGRES) expect(await filesWithKey()).toBeGreaterThan(0)
  await admin.forgetSlips({ params })
  expect(await filesWithKey()).toBe(0)
  await expect(admin.openSlips({ params, body: { kept } })).rejects.toMatchObject({ status: 404 })
})

it('takes examinations for the same that look the same', async () => {
  const named = (exam: string) => school.admin.sealResults({ body: sheet({ exam }) })
  await named('দ্বিতী\u09df সাময়িক পরীক্ষা')
  for (const exam of ['দ্বিতীয় সাময়িক পরীক্ষা', 'দ্বিতী\u09df  সাময়িক পরীক্ষা\u200b']) {
    await expect(named(exam)).rejects.toMatchObject({ status: 409 })
  }
})

it('answers right and wrong slips with headers of one length', async () => {
  const { sheet: stored, slips } = await school.admin.sealResults({ body: sheet() })
  const right = { in: stored._id, roll: '27', code: slips[1]?.code ?? '' }
  const lengths = new Set<number>()
  for (const typed of [right, { ...right, code: 'ABCDEFGH' }, { ...right, in: '\0' }]) {
    const { status, headers } = await send(typed)
    expect(status).toBe(200)
    lengths.add([...headers].join('').length)
  }
  expect(lengths.size).toBe(1)
})
