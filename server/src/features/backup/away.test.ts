import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCli } from '../../cli/create-cli.ts'
import { awayFinding } from '../../cli/doctor/away.ts'
import { SCHOOL } from '../../find-records.ts'
import { startBucket, type TestBucket } from '../../test/bucket.ts'
import { fileOf } from '../../test/sample-files.ts'
import {
  backupTaskEnded,
  commandOn,
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '../../test/test-server.ts'

/** 10:00 in Dhaka. */
const START = Date.parse('2026-11-21T04:00:00.000Z')
const METRICS_TOKEN = 'a token of some length'

let school: TestServer
/** Of the tests: an empty data folder, a disk, files with keys. */
let folder: string
let bucket: TestBucket | undefined
let now: Date
beforeEach(async () => {
  now = new Date(START)
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-away-'))
})
afterEach(async () => {
  await school.stop()
  await bucket?.stop()
  bucket = undefined
  await fs.rm(folder, { recursive: true, force: true })
})

const start = async (env: Record<string, string>, options: TestServerOptions = {}) => {
  school = await startTestServer({ clock: () => now, env, ...options })
}
const params = { collection: 'notices' } as const
const publish = (title: string) =>
  school.admin.createEntry({ params, body: { title }, file: fileOf(title, 'notice.txt') })

/** Makes the nightly backup of the next day, and copies it. */
async function nextNight(): Promise<void> {
  now = new Date(now.getTime() + DAY_MS)
  await school.server.internals.backups.catchUp()
  await copyAgain()
}
const copyAgain = () => school.server.internals.backups.copyAway()
const away = async () => (await school.admin.listBackups()).away
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

/** Runs `npm run admin -- …` on another data folder. @returns its output */
async function admin(words: string[], settings: Record<string, string>, dataDir = folder) {
  let printed = ''
  const program = createCli({
    ...commandOn(dataDir, settings),
    stdin: Readable.from([]),
    stdout: { write: (line) => (printed += line) },
  })
  await program.parseAsync(words, { from: 'user' })
  return printed
}

/** Makes a pair of keys. @returns the settings of the server, and the path of the private key */
async function makeKey(name = 'key.txt') {
  const printed = await admin(['backup-key'], {})
  const identity = path.join(folder, name)
  await fs.writeFile(identity, printed)
  return { BACKUP_RECIPIENT: /BACKUP_RECIPIENT=(\S+)/.exec(printed)?.[1] ?? '', identity }
}

async function metricOf(name: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await (await school.fetch('/metrics', { headers })).text()
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(metrics)?.[1])
}

test('copies each nightly backup to a bucket, encrypted, from which an empty machine restores it', async () => {
  bucket = await startBucket()
  const { BACKUP_RECIPIENT, identity } = await makeKey()
  const settings = { BACKUP_URL: `${bucket.url}/north/site`, BACKUP_RECIPIENT }
  await start({ ...settings, METRICS_TOKEN })
  await publish('প্রথম দিনের নোটিশ')
  await nextNight()
  await publish('দ্বিতীয় দিনের নোটিশ')
  // Away for a night: tried again with growing pauses, and told after an hour.
  await bucket.goAway()
  await nextNight()
  const since = now.toISOString()
  expect(await away()).toMatchObject({ failedAt: since, fault: 'unreachable' })
  expect((await school.admin.adminOverview()).away?.failed).toBe(false)
  later(HOUR_MS)
  await copyAgain()
  later(MINUTE_MS)
  await copyAgain()
  expect((await school.admin.adminOverview()).away).toEqual({
    newestAt: new Date(START + DAY_MS).toISOString(),
    failed: true,
  })
  expect(await metricOf('bidyaloy_away_backup_failed')).toBe(1)
  await bucket.comeBack()
  await copyAgain()
  expect(await away()).toMatchObject({ failedAt: since })
  later(MINUTE_MS)
  await copyAgain()
  const keys = (await bucket.keys()).filter((key) => key.startsWith('north/site/'))
  expect(keys).toHaveLength(2)
  for (const key of keys) expect(key).toMatch(/\/bidyaloy-2026112\dt\w+-nightly\.zip\.age$/)
  expect(bucket.requests.PUT).toBe(2)
  const newestAt = since
  expect(await away()).toMatchObject({ encrypted: true, newestAt, failedAt: null, fault: null })
  expect((await school.admin.adminOverview()).away).toEqual({ newestAt, failed: false })
  expect((await school.visitor.getPrivacy({})).awayCopies).toBe('encrypted')
  expect(await metricOf('bidyaloy_away_backup_failed')).toBe(0)
  expect(await metricOf('bidyaloy_away_backup_age_seconds')).toBeGreaterThan(-DAY_MS)

  // A key that may only put: no list, no removal, and no failure.
  const before = bucket.requests.PUT
  bucket.intercept = ({ method }, res) => {
    if (method === 'PUT') return false
    res.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    return true
  }
  await nextNight()
  later(DAY_MS)
  await copyAgain()
  expect(bucket.requests.PUT).toBe((before ?? 0) + 1)
  const third = new Date(now.getTime() - DAY_MS).toISOString()
  expect(await away()).toMatchObject({ newestAt: third, failedAt: null })
  bucket.intercept = () => false

  const empty = path.join(folder, 'empty')
  const listed = await admin(['backups', '--away'], settings, empty)
  expect(listed.split('\n')[0]).toContain('nightly.zip.age')
  const restore = ['restore', '--away', 'newest']
  await expect(admin(restore, settings, empty)).rejects.toThrow('--identity key.txt')
  const { identity: wrong } = await makeKey('wrong.txt')
  const withWrong = admin([...restore, '--identity', wrong], settings, empty)
  await expect(withWrong).rejects.toThrow(/wrong\.txt does not open this backup/)
  const printed = await admin([...restore, '--identity', identity], settings, empty)
  expect(printed).toMatch(/Restored from http.*north\/site\/.*nightly\.zip\.age\. .*2 entries/)
  const { server } = school
  await server.stop()
  school = await startTestServer({ dataDir: empty })
  expect((await school.admin.listEntries({ params })).map(({ title }) => title)).toEqual([
    'দ্বিতীয় দিনের নোটিশ',
    'প্রথম দিনের নোটিশ',
  ])
})

test('copies to the folder of a disk, and tells when the disk is not there', async () => {
  const messages: string[] = []
  let status = 500
  const receiver = http.createServer(async (req, res) => {
    messages.push(await text(req))
    res.writeHead(status).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const disk = path.join(folder, 'usb')
  const env = {
    BACKUP_URL: pathToFileURL(disk).href,
    WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    WEBHOOK_SECRET: 'a secret of some length',
    METRICS_TOKEN,
  }
  const mistyped = `age1${'q'.repeat(58)}`
  await expect(start({ ...env, BACKUP_RECIPIENT: mistyped })).rejects.toThrow(
    /^BACKUP_RECIPIENT: is mistyped/,
  )
  // Not that of the backups themselves, whatever it is called.
  const link = path.join(folder, 'link')
  const own = path.join(folder, 'own')
  await fs.mkdir(path.join(own, 'backups'), { recursive: true })
  await fs.symlink(own, link)
  const within = { ...env, BACKUP_URL: pathToFileURL(path.join(link, 'backups')).href }
  await expect(start(within, { dataDir: own })).rejects.toThrow(/^BACKUP_URL: is within DATA_DIR/)
  await start(env)
  // Never created: the copies would be on the disk of the server.
  await nextNight()
  expect(await away()).toMatchObject({ newestAt: null, fault: 'missing' })
  await fs.mkdir(disk)
  // What a killed server and earlier years have left, the last of a school on the same disk.
  const old = Array.from({ length: 12 }, (_, n) => {
    const day = new Date(START - (n + 1) * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
    return `bidyaloy-${day}t200000aaa${(n % 10).toString()}-nightly.zip`
  })
  for (const name of [...old, '.bidyaloy-20261121t200000k3v9-nightly.zip.partial', 'photo.jpg']) {
    await fs.writeFile(path.join(disk, name), 'x')
  }
  // Somebody who may write to the share lets the marker lead elsewhere.
  await fs.writeFile(path.join(folder, 'other'), 'precious')
  await fs.symlink(path.join(folder, 'other'), path.join(disk, 'bidyaloy-backups.txt'))
  later(MINUTE_MS)
  await copyAgain()
  const newestAt = new Date(START + DAY_MS).toISOString()
  expect(await away()).toMatchObject({ address: disk, newestAt, encrypted: false, failedAt: null })
  const names = (await fs.readdir(disk)).sort()
  // Seven days and the weeks before them.
  expect(names.filter((name) => name.endsWith('.zip')).length).toBeLessThan(12)
  expect(names).toEqual(expect.arrayContaining(['bidyaloy-backups.txt', 'photo.jpg', old[0]]))
  expect(names.filter((name) => name.endsWith('.partial'))).toEqual([])
  expect(await fs.readFile(path.join(folder, 'other'), 'utf8')).toBe('precious')
  expect(await admin(['verify', '--away'], env, school.dataDir)).toContain('complete and unchanged')
  expect(messages).toEqual([])
  const levels = [DAY_MS, 2 * DAY_MS, 4 * DAY_MS].map(async (age) => {
    const { config, folder: data } = school.server.internals
    const at = new Date(Date.parse(newestAt) + age)
    return (await awayFinding(config, { folder: data, school: SCHOOL }, at)).level
  })
  // Also on the day after it: the disk is that of the data folder.
  expect(await Promise.all(levels)).toEqual(['warning', 'warning', 'bad'])

  // The mount point of a disk that is not mounted is an empty folder.
  await fs.rename(disk, `${disk}.unmounted`)
  await fs.mkdir(disk)
  const made = admin(['backup'], env, school.dataDir)
  await expect(made).rejects.toThrow(/Backup made: .*\n.*server tries again.*backups\.txt/)
  await nextNight()
  const since = now.toISOString()
  later(HOUR_MS)
  await copyAgain()
  expect(await fs.readdir(disk)).toEqual([])
  expect(await away()).toMatchObject({ newestAt, failedAt: since, fault: 'missing' })
  status = 204
  later(2 * MINUTE_MS)
  await copyAgain()
  later(HOUR_MS)
  await copyAgain()
  const message = { event: 'backup_failed', what: 'copy', since }
  // Until the receiver has accepted it.
  expect(messages.map((body) => JSON.parse(body))).toEqual([message, message])

  await fs.rmdir(disk)
  await fs.rename(`${disk}.unmounted`, disk)
  expect(await admin(['backup'], env, school.dataDir)).toContain(`Copied to ${disk}`)
  later(HOUR_MS)
  await copyAgain()
  expect(await away()).toMatchObject({ failedAt: null, fault: null })

  // Another server copies to the same place: its backup of the day takes the place of this one's.
  await nextNight()
  const ours = (await fs.readdir(disk))
    .filter((name) => name.includes('-nightly'))
    .sort()
    .at(-1)
  const theirs = `${ours?.replace(/t\d{6}.{4}/, 't175959zzzz')}`
  await fs.rename(path.join(disk, `${ours}`), path.join(disk, theirs))
  await nextNight()
  expect(await away()).toMatchObject({ fault: 'failed' })
  expect(await fs.readdir(disk)).toContain(theirs)
  receiver.close()
})

test('a backup from when the clock was ahead hides none of those after it', async () => {
  bucket = await startBucket()
  // The key may only put.
  bucket.intercept = ({ method }, res) => {
    if (method === 'PUT') return false
    res.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    return true
  }
  await start({ BACKUP_URL: `${bucket.url}/north` })
  later(400 * DAY_MS)
  await nextNight()
  expect(bucket.requests.PUT).toBe(1)
  now = new Date(START)
  await nextNight()
  const newestAt = new Date(START + DAY_MS).toISOString()
  expect(bucket.requests.PUT).toBe(2)
  expect(await away()).toMatchObject({ newestAt, failedAt: null })
  expect((await school.admin.adminOverview()).lastBackup?.at).toBe(newestAt)

  bucket.intercept = () => false
  const { config, folder: data } = school.server.internals
  const at = new Date(now.getTime() + 4 * DAY_MS)
  expect((await awayFinding(config, { folder: data, school: SCHOOL }, at)).level).toBe('bad')
  later(DAY_MS)
  await copyAgain()
  expect(await away()).toMatchObject({ newestAt, failedAt: null })

  // Nor do they stay away from a new place.
  const { dataDir, server } = school
  await server.stop()
  await start({ BACKUP_URL: `${bucket.url}/south` }, { dataDir })
  later(DAY_MS)
  await copyAgain()
  expect(await away()).toMatchObject({ newestAt, failedAt: null })
})

test('takes copies for its own also after they are encrypted from now on, and no more', async () => {
  const disk = path.join(folder, 'usb')
  await fs.mkdir(disk)
  const plain = { BACKUP_URL: pathToFileURL(disk).href }
  const copies = async () =>
    (await fs.readdir(disk)).filter((name) => name.startsWith('bidyaloy-2'))
  const isEncrypted = (name: string) => name.endsWith('.zip.age')
  await start(plain)
  const { dataDir } = school
  // Those made by hand are counted, whatever day they are of.
  for (let n = 0; n < 6; n += 1) {
    later(MINUTE_MS)
    await school.admin.makeBackup()
    await backupTaskEnded(school.admin)
    await copyAgain()
  }
  expect((await copies()).filter((name) => !isEncrypted(name))).toHaveLength(6)

  const { BACKUP_RECIPIENT } = await makeKey()
  await school.server.stop()
  await start({ ...plain, BACKUP_RECIPIENT }, { dataDir })
  await nextNight()
  expect(await away()).toMatchObject({ failedAt: null })
  expect((await copies()).filter(isEncrypted)).toHaveLength(7)
  expect(await copies()).toHaveLength(7)

  await school.server.stop()
  await start(plain, { dataDir })
  await nextNight()
  expect(await away()).toMatchObject({ failedAt: null })
  expect((await copies()).filter((name) => !isEncrypted(name))).toHaveLength(1)
  expect(await copies()).toHaveLength(8)
}, 120_000)
