import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '../admin-client.ts'
import { assertAcknowledged, doOne, newClerk } from '../clerk.ts'
import { sizeOf } from '../measurements.ts'
import { assertConsistent, assertThat, type Scenario } from '../scenario.ts'

const READERS = 50
const MINUTES = 30
const SAMPLE_MS = 5000
/** Readers go as fast as they can for this long; half of that rate is the load of the rest. */
const FULL_SPEED_MS = 60_000
const WRITE_PAUSE_MS = 1000
const MINUTES_PER_FIGURE = 5
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
  description: '50 readers and a clerk at half load for 30 minutes: memory and handles stay level',
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
    const failures: string[] = []
    let reads = 0
    /** Milliseconds from one read of a reader to its next; 0 at full speed. */
    let intervalMs = 0
    const halveLoad = async () => {
      await wait(FULL_SPEED_MS)
      intervalMs = (2 * READERS * FULL_SPEED_MS) / Math.max(1, reads)
    }
    const read = async (path: string) => {
      let due = performance.now()
      while (!isOver()) {
        try {
          const response = await fetch(admin.url + path)
          await response.arrayBuffer()
          if (response.status !== 200) failures.push(`${path}: ${response.status}`)
        } catch (error) {
          failures.push(`${path}: ${String(error)}`)
        }
        reads += 1
        due = Math.max(due + intervalMs, performance.now())
        await wait(due - performance.now())
      }
    }
    const write = async () => {
      while (!isOver()) {
        await doOne(clerk, admin, context.random)
        clerk.acknowledged += 1
        await wait(WRITE_PAUSE_MS)
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
      halveLoad(),
      write(),
      ...Array.from({ length: READERS }, (_, index) => read(PATHS[index % PATHS.length] ?? '/')),
    ])
    await assertAcknowledged([clerk], admin)
    await assertConsistent(context.dataDir)
    const slope = slopeOf(samples.slice(Math.floor(samples.length * WARM)))
    assertThat(
      failures.length === 0,
      `every read succeeds; ${failures.length} fail: ${failures[0]}`,
    )
    if (minutes >= SLOPE_MINUTES) {
      assertThat(slope < MOST_MB_PER_MINUTE, `memory levels out; it rises ${slope} MB a minute`)
    }
    return [
      `reads: ${reads}, acknowledged writes: ${clerk.acknowledged}, in ${minutes} minutes`,
      `half load: ${((1000 * READERS) / intervalMs).toFixed(0)} reads a second`,
      `memory every ${MINUTES_PER_FIGURE} minutes: ${everyFewMinutes(samples).join(', ')} MB`,
      `slope of the second half: ${slope.toFixed(2)} MB a minute`,
      `open handles: ${samples[0]?.handles} at first, ${samples.at(-1)?.handles} at the end`,
    ]
  },
}

/** Memory in MB at the first sample, then at the last one of each stretch. */
function everyFewMinutes(samples: readonly Sample[]): number[] {
  const shown = samples.filter((one, at) => {
    const next = samples[at + 1]
    const stretch = (sample: Sample) => Math.floor(sample.minutes / MINUTES_PER_FIGURE)
    return at === 0 || !next || stretch(next) > stretch(one)
  })
  return shown.map(({ megabytes }) => megabytes)
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
