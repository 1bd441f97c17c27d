import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Backup } from '@bidyaloy/shared/school/backup'
import { ADMIN } from '../../../src/test/test-server.ts'
import { type AdminClient, signIn } from '../admin-client.ts'
import { assertReadable, newClerk, workUntil } from '../clerk.ts'
import { percentile, sizeOf } from '../measurements.ts'
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
async function makeBackup({ api }: Backups): Promise<Backup> {
  await api.makeBackup()
  const id = await taskDone({ api })
  return find({ api }, ({ _id }) => _id === id)
}

/** Verifies a backup. @throws if it is damaged */
async function verifyBackup({ api }: Backups, id: string): Promise<void> {
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
const SAMPLE_MS = 200

/** A backup of many files. */
export const largeBackup: Scenario = {
  name: 'large-backup',
  description: '2,000 documents of 256 kB are backed up during writes, and restored',
  rounds: 2000,
  skipReason: () => (process.platform === 'linux' ? undefined : 'it reads memory from /proc'),
  async run(context, { rounds }) {
    const server = context.start()
    const admin = await signIn(await server.ready())
    await Promise.all(Array.from({ length: SENDERS }, (_, at) => publish(admin, at, rounds)))

    let isMaking = true
    const peak = watchMemory(server.child.pid ?? 0, () => isMaking)
    const writing = writeUntil(admin, () => !isMaking)
    let began = performance.now()
    const { name, size } = await makeBackup(admin)
    const madeIn = performance.now() - began
    isMaking = false
    const times = await writing

    began = performance.now()
    await restoreBackup(admin, name)
    const restoredIn = performance.now() - began
    // The session that restores stays valid.
    const { total } = await admin.api.entryStats({ params: { collection: 'notices' } })
    assertThat(total === rounds, `all ${rounds} documents are restored; instead ${total}`)
    await assertConsistent(context.dataDir)
    return [
      `documents: ${rounds}, backup: ${Math.round(size / 1e6)} MB`,
      `made in ${seconds(madeIn)}, restored in ${seconds(restoredIn)} (goal: below 120 s)`,
      `writes meanwhile: ${times.length}, p99 ${percentile(times, 0.99).toFixed(0)} ms (goal: below 200 ms)`,
      `memory of the server meanwhile: ${await peak} MB at most`,
    ]
  },
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
async function writeUntil({ api }: AdminClient, isOver: () => boolean): Promise<number[]> {
  const params = { collection: 'notices' } as const
  const [one] = await api.listEntries({ params, query: { limit: 1 } })
  const times: number[] = []
  for (let n = 0; one && !isOver(); n += 1) {
    const began = performance.now()
    await api.updateEntry({ params: { ...params, id: one._id }, body: { title: `নতুন নাম ${n}` } })
    times.push(performance.now() - began)
    await wait(20)
  }
  return times
}

async function watchMemory(pid: number, isOn: () => boolean): Promise<number> {
  let most = 0
  while (isOn()) {
    most = Math.max(most, (await sizeOf(pid)).megabytes)
    await wait(SAMPLE_MS)
  }
  return most
}
