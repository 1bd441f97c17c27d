import fs from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '@bidyaloy/shared/api/api'
import { sampleCount } from '@bidyaloy/shared/school/sample-records'
import { isNodeError } from '../../node-error.ts'
import { type AdminClient, adminClient, signIn } from '../admin-client.ts'
import { doOne, mustBeKept, newClerk } from '../clerk.ts'
import { mustBeInStep } from '../in-step.ts'
import { assertThat, type Scenario, type ScenarioContext } from '../scenario.ts'
import { smallDisk, whyNoDisk } from '../small-disk.ts'

const MEGABYTES = 12
const TRIES = 25

/** The disk runs full, room is made, again and again. */
export const fullDisk: Scenario = {
  name: 'full-disk',
  about: 'no room: 507, nothing half-written, reads go on; with room again the work goes on',
  rounds: 10,
  impossible: whyNoDisk,
  async play(ground) {
    const disk = await smallDisk(ground.root, MEGABYTES)
    try {
      return await playOn({ ...ground, dataDir: path.join(disk.folder, 'data') }, disk.folder)
    } finally {
      await disk.remove()
    }
  },
}

async function playOn(ground: ScenarioContext, disk: string): Promise<string[]> {
  const { dataDir, dice } = ground
  let program = ground.start({ dataDir })
  let office = await signIn(await program.ready())
  const clerk = newClerk('ভরা ডিস্কে')
  let refused = 0
  let taken = 0
  for (let round = 0; ground.hasTimeFor(round); round += 1) {
    for (let done = 0; done < 5; done += 1) await doOne(clerk, office, dice)
    await mustBeInStep(dataDir)
    const filler = path.join(disk, 'filler')
    await fillUp(filler, dice.between(0, 3) * 40_000)
    for (let tried = 0; tried < TRIES; tried += 1) {
      const full = await isFull(() => doOne(clerk, office, dice))
      if (full) refused += 1
      else taken += 1
    }
    const counting = () => office.api.createStudentCount({ body: { ...sampleCount, boys: round } })
    await isFull(counting).catch(unlessConflict)
    await mustBeKept([clerk], office)
    assertThat((await fetch(office.url)).status === 200, 'pages are read on a full disk')
    await fs.rm(filler)
    await mustBeKept([clerk], office)
    await doOne(clerk, office, dice)
    await mustBeInStep(dataDir)
    // Whether what was kept on a full disk is also there after a restart.
    program.child.kill(round % 2 === 0 ? 'SIGTERM' : 'SIGKILL')
    await program.exit
    program = ground.start({ dataDir })
    office = adminClient(await program.ready(), office.token)
    await mustBeKept([clerk], office)
  }
  assertThat(refused > 0, 'the disk was full')
  return [
    `refused with 507: ${refused}, taken in the little room left: ${taken}`,
    ...(await starts(ground, disk, office)),
  ]
}

/** A start on a full disk goes well or ends with one line that says what to do. */
async function starts(
  ground: ScenarioContext,
  disk: string,
  office: AdminClient,
): Promise<string[]> {
  const other = path.join(disk, 'other')
  await fillUp(path.join(disk, 'filler'), 0)
  const program = ground.start({ dataDir: other })
  const code = await Promise.race([program.exit, program.ready().catch(() => program.exit)])
  const refused = program.output().trim()
  assertThat(
    code === 1 && /DATA_DIR: there is no room/.test(refused),
    `a start says so: ${refused}`,
  )
  assertThat(refused.split('\n').length === 1, 'it says so in one line')
  await fs.rm(path.join(disk, 'filler'))
  assertThat((await fetch(office.url)).status === 200, 'the other school is served meanwhile')
  await ground.start({ dataDir: other }).ready()
  return ['a start without room ends with one line']
}

/** Takes all room but so many bytes. */
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
