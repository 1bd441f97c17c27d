import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Backup } from '@bidyaloy/shared/school/backup'
import Sqlite from 'better-sqlite3'
import { ADMIN } from '../../../src/test/test-server.ts'
import { type AdminClient, hashOf, signIn } from '../admin-client.ts'
import { assertReadable, newClerk, workUntil } from '../clerk.ts'
import { peakOf, percentile, readUntil } from '../measurements.ts'
import { assertConsistent, assertThat, type Scenario } from '../scenario.ts'

const CLERKS = 4

/** Backups made during writes, each restored on another server. */
export const backups: Scenario = {
  name: 'backups',
  description: 'backups during writes: each is valid and restores consistent data',
  rounds: 50,
  async run(context) {
    const admin = await signIn(await context.start().ready())
    const elsewhere = path.join(context.root, 'elsewhere')
    const other = await signIn(await context.start({ dataDir: elsewhere }).ready())
    const clerks = Array.from({ length: CLERKS }, (_, index) => newClerk(`${index + 1}ম`))
    let made = 0
    let entries = 0
    while (context.shouldContinue(made)) {
      let over = false
      const work = clerks.map((clerk) => workUntil(clerk, admin, context.random, () => over))
      try {
        const { _id, name } = await makeBackup(admin)
        await verifyBackup(admin, _id)
        over = true
        await Promise.all(work)
        await fs.copyFile(
          path.join(context.dataDir, 'backups', name),
          path.join(elsewhere, 'backups', name),
        )
        await restoreBackup(other, name)
        await fs.rm(path.join(elsewhere, 'backups', name), { force: true })
      } finally {
        over = true
        await Promise.allSettled(work)
      }
      entries = await assertReadable(other)
      await assertConsistent(elsewhere)
      made += 1
    }
    const acknowledged = clerks.reduce((sum, clerk) => sum + clerk.acknowledged, 0)
    return [
      `backups made, verified and restored: ${made}`,
      `acknowledged writes meanwhile: ${acknowledged}; entries in the last backup: ${entries}`,
    ]
  },
}

type Backups = Pick<AdminClient, 'api'>

const TIMEOUT_MS = 600_000

/** Makes a backup. @throws if that fails */
export async function makeBackup({ api }: Backups): Promise<Backup> {
  await api.makeBackup()
  const id = await taskDone({ api })
  return find({ api }, ({ _id }) => _id === id)
}

/** Verifies a backup. @throws if it is damaged */
export async function verifyBackup({ api }: Backups, id: string): Promise<void> {
  await api.verifyBackup({ params: { id } })
  await taskDone({ api })
}

/** Restores the backup with that name. @throws if that fails */
async function restoreBackup({ api }: Backups, name: string): Promise<void> {
  const { _id: id } = await find({ api }, (one) => one.name === name)
  await api.restoreBackup({ params: { id }, body: { currentPassword: ADMIN.password } })
  await taskDone({ api })
}

async function find({ api }: Backups, matches: (backup: Backup) => boolean): Promise<Backup> {
  const backup = (await api.listBackups()).backups.find(matches)
  if (!backup) throw new Error('The backup is not in the list')
  return backup
}

/** Waits for the running task. @returns the id of its backup */
async function taskDone({ api }: Backups): Promise<string> {
  const until = performance.now() + TIMEOUT_MS
  for (;;) {
    const { task, outcome } = await api.listBackups()
    if (!task) {
      assertThat(outcome?.fault === null, `the task succeeds; instead ${outcome?.fault}`)
      return outcome.backupId ?? ''
    }
    assertThat(performance.now() < until, 'the task ends')
    await wait(50)
  }
}

const SENDERS = 4
const DOCUMENT_BYTES = 262_144

/** A backup of many files. */
export const largeBackup: Scenario = {
  name: 'large-backup',
  description:
    '2 GB of documents are backed up while visitors read and an admin writes, and restored',
  rounds: 8000,
  skipReason: () => (process.platform === 'linux' ? undefined : 'it reads memory from /proc'),
  async run({ dataDir, start }, { rounds }) {
    const server = start()
    const pid = server.child.pid ?? 0
    const admin = await signIn(await server.ready())
    await Promise.all(Array.from({ length: SENDERS }, (_, at) => publish(admin, at, rounds)))
    const [renamed, lost] = await admin.api.listEntries({
      params: { collection: 'notices' },
      query: { limit: 2 },
    })
    assertThat(renamed !== undefined && lost !== undefined, 'there are notices')
    const before = await contentsOf(dataDir, renamed._id)

    let isOver = false
    const during = [
      peakOf(pid, () => isOver),
      readUntil(`${admin.url}/allNotices`, () => isOver),
      writeUntil(admin, renamed._id, () => isOver),
    ] as const
    let began = performance.now()
    const { name, size } = await makeBackup(admin)
    const madeIn = performance.now() - began
    isOver = true
    const [peak, reads, writes] = await Promise.all(during)

    await admin.api.deleteEntry({ params: { collection: 'notices', id: lost._id } })
    let isRestored = false
    const watching = peakOf(pid, () => isRestored)
    const statuses = countStatuses(`${admin.url}/allNotices`, () => isRestored)
    began = performance.now()
    await restoreBackup(admin, name)
    const restoredIn = performance.now() - began
    isRestored = true
    const restorePeak = await watching

    const after = await contentsOf(dataDir, renamed._id)
    assertThat(after.rows === before.rows, 'every row is as it was')
    assertThat(sameFiles(before.files, after.files), 'every file is as it was')
    await assertConsistent(dataDir)
    const p99 = (times: readonly number[]) => `p99 ${percentile(times, 0.99).toFixed(0)} ms`
    return [
      `documents: ${rounds}, backup: ${Math.round(size / 1e6)} MB, files compared: ${after.files.size}`,
      `made in ${seconds(madeIn)}, restored in ${seconds(restoredIn)}`,
      `writes meanwhile: ${writes.length}, ${p99(writes)}; pages: ${reads.length}, ${p99(reads)}`,
      `memory while it is made: ${peak.server} MB, worker ${peak.child} MB`,
      `memory while it is restored: ${restorePeak.server} MB, worker ${restorePeak.child} MB`,
      `pages during the restore: ${await statuses}`,
    ]
  },
}

interface Contents {
  /** SHA-256 of all rows of entries except one. */
  rows: string
  /** SHA-256 by name. */
  files: Map<string, string>
}

/** @param except id of an entry that changes meanwhile */
async function contentsOf(dataDir: string, except: string): Promise<Contents> {
  const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'), { readonly: true })
  const rows = createHash('sha256')
  try {
    const entries = database.prepare('SELECT * FROM entry WHERE id <> ? ORDER BY seq')
    for (const row of entries.iterate(except)) rows.update(JSON.stringify(row))
  } finally {
    database.close()
  }
  const files = new Map<string, string>()
  const folder = path.join(dataDir, 'uploads')
  for (const name of await fs.readdir(folder)) {
    files.set(name, hashOf(await fs.readFile(path.join(folder, name))))
  }
  return { rows: rows.digest('hex'), files }
}

function sameFiles(one: Contents['files'], other: Contents['files']): boolean {
  return one.size === other.size && [...one].every(([name, hash]) => other.get(name) === hash)
}

/** Requests a page again and again. @returns how many responses had which status */
async function countStatuses(url: string, isOver: () => boolean): Promise<string> {
  const counts = new Map<string, number>()
  let longest = 0
  while (!isOver()) {
    const began = performance.now()
    const status = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer()
        return String(response.status)
      },
      () => 'none',
    )
    longest = Math.max(longest, performance.now() - began)
    counts.set(status, (counts.get(status) ?? 0) + 1)
    await wait(50)
  }
  const listed = [...counts].map(([status, count]) => `${count} with ${status}`)
  return `${listed.join(', ')}; the longest took ${longest.toFixed(0)} ms`
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function publish({ api }: AdminClient, first: number, amount: number): Promise<void> {
  for (let n = first; n < amount; n += SENDERS) {
    // Hard to compress, like scans.
    const text = randomBytes((DOCUMENT_BYTES * 3) / 4).toString('base64')
    await api.createEntry({
      params: { collection: 'notices' },
      body: { title: `পুরোনো নোটিশ ${n}` },
      file: new File([text], 'n.txt', { type: 'text/plain' }),
    })
  }
}

/** Renames an entry repeatedly. @returns milliseconds of each write */
async function writeUntil(
  { api }: AdminClient,
  id: string,
  isOver: () => boolean,
): Promise<number[]> {
  const params = { collection: 'notices', id } as const
  const times: number[] = []
  for (let n = 0; !isOver(); n += 1) {
    const began = performance.now()
    await api.updateEntry({ params, body: { title: `নতুন নাম ${n}` } })
    times.push(performance.now() - began)
    await wait(20)
  }
  return times
}
