import { DAY_MS, HOUR_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readBackupName } from '../../features/backup/backup-format.ts'
import { startBucket, type TestBucket } from '../../test/bucket.ts'
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts'
import { fileOf, noticePdf } from '../../test/sample-files.ts'
import { type SchoolsServer, startSchoolsServer } from '../../test/schools-server.ts'
import { backupTaskEnded } from '../../test/test-server.ts'

/* Two processes do the background work of schools without visitors. */
let postgres: PostgresServer
let bucket: TestBucket
let server: SchoolsServer
let other: SchoolsServer
let now = new Date('2026-11-21T00:00:00.000Z')
beforeAll(async () => {
  postgres = await startPostgres()
  bucket = await startBucket()
  const env = { STORAGE_URL: bucket.url, BACKUP_URL: bucket.copiesUrl }
  const options = { env, idleMs: 0, clock: () => now }
  server = await startSchoolsServer(postgres.url, options)
  other = await startSchoolsServer(postgres.url, options)
}, 60_000)
afterAll(async () => {
  await other.stop()
  await server.stop()
  await bucket.stop()
  await postgres.stop()
})

/** Schools of the running test: later ones would do their work again each time. */
const added: string[] = []
afterEach(async () => {
  for (const name of added.splice(0)) await server.remove(name)
})

/** Goes on to 10:00 in Dhaka, five days after all that other tests have done. @returns that time */
function beginDay(): number {
  const day = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  now = new Date(day + 5 * DAY_MS + 4 * HOUR_MS)
  return now.getTime()
}

/** From 10:00 to one minute after 02:00 in Dhaka, when nightly backups are due. */
const UNTIL_NIGHT_MS = 16 * HOUR_MS + MINUTE_MS

/** Adds a school with some notices. */
async function addSchool(name: string, notices: number) {
  const host = `${name}.example`
  added.push(name)
  const school = await server.signIn(host, await server.add({ name, host }))
  for (let n = 0; n < notices; n += 1) {
    const body = { title: `নোটিশ ${n}`, body: 'ক' }
    await school.admin.createEntry({ params: { collection: 'notices' }, body })
  }
  return school
}

/** Lets both processes look for work, with all schools closed before. */
async function look(): Promise<void> {
  for (const { server: running } of [server, other]) await running.internals.schools.closeIdle()
  await Promise.all([server, other].map(({ server: { internals } }) => internals.work.look()))
}

/** Returns the times of the nightly backups of a school. */
async function nightlies(name: string): Promise<string[]> {
  const keys = await bucket.keys()
  const backups = keys.filter((key) => key.startsWith(`${name}/backups/`))
  return backups
    .map((key) => readBackupName(key.split('/')[2] ?? ''))
    .flatMap((read) => (read?.kind === 'nightly' ? [read.at] : []))
}

test('works for schools that nobody visits', async () => {
  const { admin } = await addSchool('unvisited', 0)
  const { schools, work } = server.server.internals
  await admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'নোটিশ' },
    file: fileOf(await noticePdf(), 'notice.pdf'),
  })
  const pending = () =>
    server.query('unvisited', 'SELECT FROM entry WHERE pages_pending').then((rows) => rows.length)
  await schools.closeIdle()
  // Closed before its page was rendered, or just after.
  await server.query('unvisited', 'UPDATE entry SET pages_pending = true')
  const maintained =
    "SELECT name FROM school WHERE name = 'unvisited' AND maintained_at IS NOT NULL"
  expect(await server.query('unvisited', maintained)).toEqual([])
  await work.look()
  expect(await server.query('unvisited', maintained)).toHaveLength(1)
  await expect.poll(pending, { timeout: 10_000 }).toBe(0)
})

test('makes the nightly backup of each school once, in its night or after it', async () => {
  const morning = beginDay()
  const north = await addSchool('north', 2)
  const south = await addSchool('south', 1)
  await look()
  const made = async () => [await nightlies('north'), await nightlies('south')]
  expect(await made()).toEqual([[], []])
  // A minute before and after 02:00.
  now = new Date(morning + UNTIL_NIGHT_MS - 2 * MINUTE_MS)
  await look()
  expect(await made()).toEqual([[], []])
  now = new Date(morning + UNTIL_NIGHT_MS)
  const first = now.toISOString()
  await look()
  expect(await made()).toEqual([[first], [first]])
  await look()
  expect(await made()).toEqual([[first], [first]])
  // Both processes were off for two days.
  now = new Date(morning + 3 * DAY_MS)
  const second = now.toISOString()
  await look()
  expect(await made()).toEqual([
    [first, second],
    [first, second],
  ])
  for (const [{ signIn }, entries] of [
    [north, 2],
    [south, 1],
  ] as const) {
    const { api } = await signIn()
    const [backup] = (await api.listBackups()).backups
    await api.verifyBackup({ params: { id: backup?._id ?? '' } })
    const { outcome } = await backupTaskEnded(api)
    expect(outcome).toMatchObject({ fault: null, contents: { entries } })
  }
})

test('makes the nightly backup after a clock that was ahead by years', async () => {
  const morning = beginDay()
  await addSchool('early', 1)
  now = new Date(morning + 4000 * DAY_MS)
  await look()
  now = new Date(morning + UNTIL_NIGHT_MS)
  const night = now.toISOString()
  for (let n = 0; n < 2; n += 1) await look()
  expect((await nightlies('early')).filter((at) => at <= night)).toEqual([night])
})

test('makes the backups of the others where one fails, and that one an hour later', async () => {
  const morning = beginDay()
  await addSchool('unlucky', 1)
  await addSchool('lucky', 1)
  await look()
  now = new Date(morning + UNTIL_NIGHT_MS)
  const night = now.toISOString()
  bucket.intercept = (req, res) => {
    const isRefused = req.method === 'PUT' && req.url?.includes('/unlucky/backups/')
    if (isRefused) req.resume().on('end', () => res.writeHead(500).end())
    return Boolean(isRefused)
  }
  await look()
  expect([await nightlies('unlucky'), await nightlies('lucky')]).toEqual([[], [night]])
  bucket.intercept = () => false
  await look()
  expect(await nightlies('unlucky')).toEqual([])
  now = new Date(now.getTime() + HOUR_MS)
  await look()
  expect(await nightlies('unlucky')).toEqual([now.toISOString()])
})

test('is due again if it is killed before the backup is made', async () => {
  const morning = beginDay()
  await addSchool('killed', 1)
  await look()
  const maintained = async () => {
    const [row] = await server.query(
      'killed',
      "SELECT maintained_at FROM school WHERE name = 'killed'",
    )
    return row
  }
  const before = await maintained()
  now = new Date(morning + UNTIL_NIGHT_MS)
  let during: unknown
  bucket.intercept = ({ method, url }) => {
    if (method === 'PUT' && url?.includes('/killed/backups/')) during ??= maintained()
    return false
  }
  await look()
  bucket.intercept = () => false
  expect(await during).toEqual(before)
  expect(await maintained()).not.toEqual(before)
})

test('copies below the name of a school, and after a failure again by any process', async () => {
  const morning = beginDay()
  await addSchool('copied', 1)
  await look()
  now = new Date(morning + UNTIL_NIGHT_MS)
  bucket.intercept = (req, res) => {
    const isRefused = req.method === 'PUT' && (req.url?.includes('/copies/copied/') ?? false)
    if (isRefused) req.resume().on('end', () => res.writeHead(500).end())
    return isRefused
  }
  const failed = async () => {
    await look()
    return server.query(
      'copied',
      "SELECT FROM backup_task WHERE state::json -> 'away' ->> 'failedAt' IS NOT NULL",
    )
  }
  await expect.poll(failed, { timeout: 20_000 }).toHaveLength(1)
  bucket.intercept = () => false
  now = new Date(now.getTime() + HOUR_MS)
  const copies = async () => {
    await server.server.internals.schools.closeIdle()
    await other.server.internals.work.look()
    return (await bucket.keys('copies')).filter((key) => /^copied\/bidyaloy-.*\.zip$/.test(key))
  }
  await expect.poll(copies, { timeout: 20_000 }).toHaveLength(1)
})

test('makes the backup of a school whose maintenance fails', async () => {
  const morning = beginDay()
  await addSchool('untidy', 1)
  await look()
  now = new Date(morning + UNTIL_NIGHT_MS)
  const night = now.toISOString()
  bucket.intercept = (req, res) => {
    const isRefused = req.url?.endsWith('/untidy/unreferenced.json') ?? false
    if (isRefused) req.resume().on('end', () => res.writeHead(500).end())
    return isRefused
  }
  await look()
  expect(await nightlies('untidy')).toEqual([night])
  bucket.intercept = () => false
})
