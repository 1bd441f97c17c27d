import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '../admin-client.ts'
import { assertAcknowledged, newClerk, workUntil } from '../clerk.ts'
import { sizeOf } from '../measurements.ts'
import { assertConsistent, assertThat, type Scenario } from '../scenario.ts'

const READERS = 50
const MINUTES = 30
const SAMPLE_MS = 5000
/** Share of the time that counts as warm-up. */
const WARM = 0.5
/** Shorter runs give no reliable slope. */
const SLOPE_MINUTES = 10
const MOST_MB_PER_MINUTE = 1
const PATHS = ['/', '/allNotices', '/api/notices?limit=50', '/photo-gallery', '/api/news']

interface Sample {
  minutes: number
  megabytes: number
  handles: number
}

/** Steady load over a long time. */
export const soak: Scenario = {
  name: 'soak',
  description: '50 readers and a clerk for 30 minutes: memory and open handles stay level',
  rounds: 1,
  skipReason: () => (process.platform === 'linux' ? undefined : 'it reads memory from /proc'),
  async run(context, pace) {
    const server = context.start()
    const admin = await signIn(await server.ready())
    const minutes = pace.minutes ?? MINUTES
    const began = performance.now()
    const passed = () => (performance.now() - began) / 60_000
    const isOver = () => passed() >= minutes
    const samples: Sample[] = []
    let reads = 0
    const read = async (path: string) => {
      while (!isOver()) {
        const response = await fetch(admin.url + path)
        await response.arrayBuffer()
        assertThat(response.status === 200, `${path} is answered; instead ${response.status}`)
        reads += 1
      }
    }
    const sample = async () => {
      while (!isOver()) {
        samples.push({ minutes: passed(), ...(await sizeOf(server.child.pid ?? 0)) })
        await wait(SAMPLE_MS)
      }
    }
    const clerk = newClerk('অক্লান্ত')
    await Promise.all([
      sample(),
      workUntil(clerk, admin, context.random, isOver),
      ...Array.from({ length: READERS }, (_, index) => read(PATHS[index % PATHS.length] ?? '/')),
    ])
    await assertAcknowledged([clerk], admin)
    await assertConsistent(context.dataDir)
    const slope = slopeOf(samples.slice(Math.floor(samples.length * WARM)))
    const [last] = samples.slice(-1)
    if (minutes >= SLOPE_MINUTES) {
      assertThat(slope < MOST_MB_PER_MINUTE, `memory levels out; it rises ${slope} MB a minute`)
    }
    return [
      `reads: ${reads}, acknowledged writes: ${clerk.acknowledged}, in ${minutes} minutes`,
      `memory at the end: ${last?.megabytes} MB, slope of the second half: ${slope.toFixed(2)} MB a minute`,
      `open handles: ${samples[0]?.handles} at first, ${last?.handles} at the end`,
    ]
  },
}

/** Least-squares slope in megabytes a minute. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, one) => sum + pick(one), 0) / samples.length
  const middle = { minutes: mean((one) => one.minutes), megabytes: mean((one) => one.megabytes) }
  let both = 0
  let square = 0
  for (const { minutes, megabytes } of samples) {
    both += (minutes - middle.minutes) * (megabytes - middle.megabytes)
    square += (minutes - middle.minutes) ** 2
  }
  return square === 0 ? 0 : both / square
}
