import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type AdminClient, signIn } from '../admin-client.ts'
import { makeBackup, restoreBackup } from '../backup-work.ts'
import { mustBeInStep } from '../in-step.ts'
import { percentile } from '../percentile.ts'
import { sizeOf } from '../process-size.ts'
import { assertThat, type Scenario } from '../scenario.ts'

const SENDERS = 4
const PAPER_BYTES = 262_144
const SAMPLE_MS = 200

/** A school of many years. */
export const largeBackup: Scenario = {
  name: 'large-backup',
  about: '2,000 papers of 256 kB are backed up while the office writes, and put back',
  rounds: 2000,
  impossible: () =>
    process.platform === 'linux' ? undefined : 'it reads memory from /proc, which is of Linux',
  async play(ground, { rounds }) {
    const program = ground.start()
    const office = await signIn(await program.ready())
    await Promise.all(Array.from({ length: SENDERS }, (_, at) => publish(office, at, rounds)))

    let isMaking = true
    const peak = watchMemory(program.child.pid ?? 0, () => isMaking)
    const writing = writeUntil(office, () => !isMaking)
    let began = performance.now()
    const { name, size } = await makeBackup(office)
    const madeIn = performance.now() - began
    isMaking = false
    const times = await writing

    began = performance.now()
    await restoreBackup(office, name)
    const restoredIn = performance.now() - began
    // Only who restores stays signed in, and that is this office.
    const { total } = await office.api.entryStats({ params: { collection: 'notices' } })
    assertThat(total === rounds, `all ${rounds} papers are back; instead ${total}`)
    await mustBeInStep(ground.dataDir)
    return [
      `papers: ${rounds}, backup: ${Math.round(size / 1e6)} MB`,
      `made in ${seconds(madeIn)}, put back in ${seconds(restoredIn)} (goal: below 120 s)`,
      `writes meanwhile: ${times.length}, p99 ${percentile(times, 0.99).toFixed(0)} ms (goal: below 200 ms)`,
      `memory of the server meanwhile: ${await peak} MB at most`,
    ]
  },
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function publish({ api }: AdminClient, first: number, amount: number): Promise<void> {
  for (let n = first; n < amount; n += SENDERS) {
    // As little to be squeezed as scans are.
    const paper = randomBytes((PAPER_BYTES * 3) / 4).toString('base64')
    await api.createEntry({
      params: { collection: 'notices' },
      body: { title: `পুরোনো নোটিশ ${n}` },
      file: new File([paper], 'n.txt', { type: 'text/plain' }),
    })
  }
}

/** Renames one thing after the other. @returns milliseconds of each */
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
