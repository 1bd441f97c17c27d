import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { adminClient, signIn } from '../admin-client.ts'
import { type HeldUpload, holdUpload } from '../held-upload.ts'
import { mustBeInStep } from '../in-step.ts'
import { assertThat, type Scenario, type ScenarioContext } from '../scenario.ts'

const UPLOADS = 20
const PATIENCE_MS = 60_000
/** The server waits 10 s for what is in flight. */
const LONGEST_STOP_MS = 20_000

/** Somebody restarts the machine during office hours. */
export const stop: Scenario = {
  name: 'stop',
  about: 'SIGTERM with 20 uploads in flight: each is whole or absent, exit 0, database tidied up',
  rounds: 3,
  async play(ground) {
    let token: string | undefined
    let finished = 0
    let longest = 0
    for (let round = 0; ground.hasTimeFor(round); round += 1) {
      const program = ground.start()
      const url = await program.ready()
      const office = token ? adminClient(url, token) : await signIn(url)
      token = office.token
      const uploads = Array.from({ length: UPLOADS }, (_, index) =>
        holdUpload(office, `${round}.${index} নম্বর নোটিশ`),
      )
      await Promise.all(uploads.map((upload) => upload.sendUntil(upload.size - 30)))
      await arrived(ground, UPLOADS)
      const asked = performance.now()
      program.child.kill('SIGTERM')
      // Every second time somebody never sends the rest.
      const silent = round % 2
      const sending = uploads.slice(silent)
      for (const upload of sending) upload.finish()
      await Promise.all(sending.map(mustBeTaken))
      finished += sending.length
      assertThat((await program.exit) === 0, 'it ends with 0')
      longest = Math.max(longest, performance.now() - asked)
      assertThat(longest < LONGEST_STOP_MS, 'it does not wait for ever')
      const left = await fs.readdir(ground.dataDir)
      assertThat(
        !left.some((name) => name.endsWith('.sqlite-wal')),
        'the log of writes is worked in',
      )
    }
    const office = adminClient(await ground.start().ready(), token ?? '')
    const notices = await office.api.listEntries({ params: { collection: 'notices' } })
    assertThat(notices.length === finished, `all ${finished} acknowledged are there`)
    await mustBeInStep(ground.dataDir)
    return [`acknowledged while stopping: ${finished}`, `longest stop: ${Math.round(longest)} ms`]
  },
}

async function mustBeTaken(upload: HeldUpload): Promise<void> {
  const status = await upload.answer
  assertThat(status === 201, `an upload in flight is finished; instead ${status}`)
}

/** Waits until so many uploads are being written. */
async function arrived(ground: ScenarioContext, count: number): Promise<void> {
  const staging = path.join(ground.dataDir, 'staging')
  const until = performance.now() + PATIENCE_MS
  while ((await fs.readdir(staging)).length < count) {
    assertThat(performance.now() < until, `${count} uploads arrive`)
    await wait(20)
  }
}
