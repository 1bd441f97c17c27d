import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type AdminClient,
  adminClient,
  type HeldUpload,
  holdUpload,
  signIn,
} from '../admin-client.ts'
import { assertAcknowledged, type Clerk, newClerk, workUntilSilence } from '../clerk.ts'
import { assertConsistent, assertThat, type Scenario, type ScenarioContext } from '../scenario.ts'

const CLERKS = 8
/** A write takes some tens of milliseconds, so the kill comes before, during and between writes. */
const LATEST_MS = 800

/** The process is killed during writes. */
export const kill: Scenario = {
  name: 'kill',
  description:
    'SIGKILL at random times while 8 clerks write: no acknowledged write is lost, none is partial',
  rounds: 200,
  async run(context, pace) {
    const clerks = Array.from({ length: CLERKS }, (_, index) => newClerk(`${index + 1}ম`))
    let token: string | undefined
    const starts: number[] = []
    let happened = 0
    for (let round = 0; context.shouldContinue(round); round += 1) {
      const { admin, kill } = await begin(context, token, starts)
      token = admin.token
      happened += await assertAcknowledged(clerks, admin)
      await assertConsistent(context.dataDir)
      const work = Promise.all(
        clerks.map((clerk) => workUntilSilence(clerk, admin, context.random)),
      )
      // A clerk's failed check must end the scenario.
      await Promise.race([work, wait(context.random.between(0, LATEST_MS))])
      await kill()
      await work
    }
    const { admin } = await begin(context, token, starts)
    happened += await assertAcknowledged(clerks, admin)
    await assertConsistent(context.dataDir)
    return figures(clerks, starts, happened, pace.seed)
  },
}

async function begin(
  context: ScenarioContext,
  token: string | undefined,
  starts: number[],
): Promise<{ admin: AdminClient; kill: () => Promise<unknown> }> {
  const server = context.start()
  const spawned = performance.now()
  const url = await server.ready()
  starts.push(performance.now() - spawned)
  const admin = token ? adminClient(url, token) : await signIn(url)
  return {
    admin,
    kill: () => {
      server.child.kill('SIGKILL')
      return server.exit
    },
  }
}

function figures(
  clerks: readonly Clerk[],
  starts: readonly number[],
  happened: number,
  seed: string,
): string[] {
  const sorted = [...starts].sort((one, other) => one - other)
  const ms = (index: number) => Math.round(sorted[Math.floor(index)] ?? 0)
  const acknowledged = clerks.reduce((sum, clerk) => sum + clerk.acknowledged, 0)
  return [
    `kills: ${starts.length - 1} (seed ${seed})`,
    `acknowledged writes: ${acknowledged}, lost: 0`,
    `unanswered writes that had happened, each whole: ${happened}`,
    `start: median ${ms(sorted.length / 2)} ms, longest ${ms(sorted.length - 1)} ms (goal: below 3000 ms)`,
  ]
}

const UPLOADS = 20
const TIMEOUT_MS = 60_000
/** The server waits 10 s for what is in flight. */
const LONGEST_STOP_MS = 20_000

/** The server is stopped during uploads. */
export const stop: Scenario = {
  name: 'stop',
  description:
    'SIGTERM with 20 uploads in flight: each is whole or absent, exit 0, write-ahead log removed',
  rounds: 3,
  async run(context) {
    let token: string | undefined
    let finished = 0
    let longest = 0
    for (let round = 0; context.shouldContinue(round); round += 1) {
      const server = context.start()
      const url = await server.ready()
      const admin = token ? adminClient(url, token) : await signIn(url)
      token = admin.token
      const uploads = Array.from({ length: UPLOADS }, (_, index) =>
        holdUpload(admin, `${round}.${index} নম্বর নোটিশ`),
      )
      await Promise.all(uploads.map((upload) => upload.sendUntil(upload.size - 30)))
      await waitForUploads(context, UPLOADS)
      const asked = performance.now()
      server.child.kill('SIGTERM')
      // In every second round one client never sends the rest.
      const silent = round % 2
      const sending = uploads.slice(silent)
      for (const upload of sending) upload.finish()
      await Promise.all(sending.map(assertAccepted))
      finished += sending.length
      assertThat((await server.exit) === 0, 'it ends with 0')
      longest = Math.max(longest, performance.now() - asked)
      assertThat(longest < LONGEST_STOP_MS, 'it stops in time')
      const left = await fs.readdir(context.dataDir)
      assertThat(
        !left.some((name) => name.endsWith('.sqlite-wal')),
        'the write-ahead log is checkpointed',
      )
    }
    const admin = adminClient(await context.start().ready(), token ?? '')
    const notices = await admin.api.listEntries({ params: { collection: 'notices' } })
    assertThat(notices.length === finished, `all ${finished} acknowledged are there`)
    await assertConsistent(context.dataDir)
    return [`acknowledged while stopping: ${finished}`, `longest stop: ${Math.round(longest)} ms`]
  },
}

async function assertAccepted(upload: HeldUpload): Promise<void> {
  const status = await upload.status
  assertThat(status === 201, `an upload in flight is finished; instead ${status}`)
}

/** Waits until this many uploads are being written. */
async function waitForUploads(context: ScenarioContext, count: number): Promise<void> {
  const staging = path.join(context.dataDir, 'staging')
  const until = performance.now() + TIMEOUT_MS
  while ((await fs.readdir(staging)).length < count) {
    assertThat(performance.now() < until, `${count} uploads arrive`)
    await wait(20)
  }
}
