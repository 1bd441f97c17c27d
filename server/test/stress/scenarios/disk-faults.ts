import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ApiError } from '@bidyaloy/shared/api/api'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { isNodeError } from '../../../src/lib/node-error.ts'
import { unprivilegedUser } from '../../../src/test/built-server.ts'
import { pdfFile } from '../../../src/test/sample-files.ts'
import { type AdminClient, adminClient, signIn } from '../admin-client.ts'
import { assertAcknowledged, doOne, newClerk } from '../clerk.ts'
import { assertConsistent, assertThat, type Scenario, type ScenarioContext } from '../scenario.ts'

const MEGABYTES = 12
const TRIES = 25

/** The disk fills up and is freed, repeatedly. */
export const fullDisk: Scenario = {
  name: 'full-disk',
  description:
    'disk full: 507, nothing half-written, reads continue; after freeing space writes succeed',
  rounds: 10,
  skipReason: whyNoDisk,
  async run(context) {
    const disk = await smallDisk(context.root, MEGABYTES)
    try {
      return await runRounds({ ...context, dataDir: path.join(disk.folder, 'data') }, disk.folder)
    } finally {
      await disk.remove()
    }
  },
}

async function runRounds(context: ScenarioContext, disk: string): Promise<string[]> {
  const { dataDir, random } = context
  let server = context.start({ dataDir })
  let admin = await signIn(await server.ready())
  const clerk = newClerk('ভরা ডিস্কে')
  let refused = 0
  let taken = 0
  for (let round = 0; context.shouldContinue(round); round += 1) {
    for (let done = 0; done < 5; done += 1) await doOne(clerk, admin, random)
    await assertConsistent(dataDir)
    const filler = path.join(disk, 'filler')
    await fillUp(filler, random.between(0, 3) * 40_000)
    for (let tried = 0; tried < TRIES; tried += 1) {
      const full = await isFull(() => doOne(clerk, admin, random))
      if (full) refused += 1
      else taken += 1
    }
    const counting = () => admin.api.createStudentCount({ body: { ...sampleCount, boys: round } })
    await isFull(counting).catch(unlessConflict)
    await assertAcknowledged([clerk], admin)
    assertThat((await fetch(admin.url)).status === 200, 'pages are read on a full disk')
    await fs.rm(filler)
    await assertAcknowledged([clerk], admin)
    await doOne(clerk, admin, random)
    await assertConsistent(dataDir)
    // Data stored on a full disk must survive a restart.
    server.child.kill(round % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
    await server.exit
    server = context.start({ dataDir })
    admin = adminClient(await server.ready(), admin.token)
    await assertAcknowledged([clerk], admin)
  }
  assertThat(refused > 0, 'the disk was full')
  return [
    `refused with 507: ${refused}, accepted in the space left: ${taken}`,
    ...(await startOnFullDisk(context, disk, admin)),
  ]
}

/** A start on a full disk succeeds or ends with a single line for the operator. */
async function startOnFullDisk(
  context: ScenarioContext,
  disk: string,
  admin: AdminClient,
): Promise<string[]> {
  const other = path.join(disk, 'other')
  await fillUp(path.join(disk, 'filler'), 0)
  const server = context.start({ dataDir: other })
  const code = await Promise.race([server.exit, server.ready().catch(() => server.exit)])
  const refused = server.output().trim()
  assertThat(
    code === 1 && /DATA_DIR: the disk of .+ is full/.test(refused),
    `a start says so: ${refused}`,
  )
  assertThat(refused.split('\n').length === 1, 'it says so in one line')
  await fs.rm(path.join(disk, 'filler'))
  assertThat((await fetch(admin.url)).status === 200, 'the other school is served meanwhile')
  await context.start({ dataDir: other }).ready()
  return ['a start on a full disk ends with one line']
}

/** Fills the disk except for `but` bytes. */
async function fillUp(filler: string, but: number): Promise<void> {
  const handle = await fs.open(filler, 'w')
  const block = Buffer.alloc(64 * 1024, 1)
  let size = 0
  try {
    for (;;) size += (await handle.write(block)).bytesWritten
  } catch (error) {
    if (!isNodeError(error, 'ENOSPC')) throw error
  } finally {
    if (but > 0) await handle.truncate(Math.max(0, size - but))
    await handle.close()
  }
}

async function isFull(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt()
    return false
  } catch (error) {
    if (error instanceof ApiError && error.code === 'storage_full') return true
    throw error
  }
}

function unlessConflict(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'conflict')) throw error
}

const FOLDERS = ['staging', 'uploads', 'gallery-uploads']
const REFUSED_UPLOADS = 10

/** The data folders become read-only while the server runs. */
export const readOnly: Scenario = {
  name: 'read-only',
  description:
    'folders turn read-only: reads continue, uploads fail as unavailable, then succeed again',
  rounds: 10,
  skipReason: () =>
    unprivilegedUser() ? undefined : 'it needs a user who may not write everywhere',
  async run(context) {
    const user = unprivilegedUser()
    await fs.chmod(context.root, 0o755)
    await fs.mkdir(context.dataDir)
    if (user?.uid !== undefined) await fs.chown(context.dataDir, user.uid, user.uid)
    const server = context.start({ spawnOptions: { cwd: '/', ...user } })
    const admin = await signIn(await server.ready())
    const clerk = newClerk('তালাবদ্ধ')
    const all = (mode: number) =>
      Promise.all(FOLDERS.map((name) => fs.chmod(path.join(context.dataDir, name), mode)))
    const params = { collection: 'notices' } as const
    let refused = 0
    for (let round = 0; context.shouldContinue(round); round += 1) {
      for (let done = 0; done < REFUSED_UPLOADS; done += 1)
        await doOne(clerk, admin, context.random)
      await assertConsistent(context.dataDir)
      await all(0o555)
      for (let tried = 0; tried < REFUSED_UPLOADS; tried += 1) {
        const error = await admin.api
          .createEntry({ params, body: { title: 'কখনো নয়' }, file: pdfFile() })
          .catch((thrown: unknown) => thrown)
        const code = error instanceof ApiError ? error.code : 'taken'
        assertThat(code === 'unavailable', `an upload is unavailable; instead ${code}`)
        refused += 1
      }
      await assertAcknowledged([clerk], admin)
      assertThat((await fetch(admin.url)).status === 200, 'pages are read')
      await all(0o700)
      await doOne(clerk, admin, context.random)
      await assertAcknowledged([clerk], admin)
      await assertConsistent(context.dataDir)
    }
    return [`uploads refused while read-only: ${refused}, with effect: 0`]
  },
}

/** A tmpfs that is mounted for the length of a scenario. */
interface SmallDisk {
  folder: string
  remove(): Promise<void>
}

/** Mounts a tmpfs of this size below `root`. */
async function smallDisk(root: string, megabytes: number): Promise<SmallDisk> {
  const folder = path.join(root, 'disk')
  await fs.mkdir(folder)
  mount(['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  return {
    folder,
    async remove() {
      // Lazily: a server that is still ending may have a file open.
      spawnSync('umount', ['-l', folder])
    },
  }
}

function mount(words: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mount ${words.join(' ')}: ${stderr}`)
}

/** Why no tmpfs can be mounted here; undefined if one can. */
function whyNoDisk(): string | undefined {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bidyaloy-mount-'))
  try {
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    if (status !== 0) return 'it needs a small disk in memory, which this user may not mount'
    spawnSync('umount', [folder])
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
