import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Dice, dice } from '../demo/seeded-random.ts'
import {
  type BuiltServer,
  type BuiltServerOptions,
  endBuiltServer,
  startBuiltServer,
} from '../test/built-server.ts'

/** How long and with which seed a story is told. */
interface Pace {
  seed: string
  /** How many rounds; each story has its own number for the full length. */
  rounds: number
  /** No round begins after so many minutes. */
  minutes?: number
}

/** What a story is played on: an empty folder, thrown dice, programs that end with it. */
export interface ScenarioContext {
  dice: Dice
  /** Empty at first; goes with the story. */
  root: string
  dataDir: string
  start(options?: Partial<BuiltServerOptions>): BuiltServer
  /** Whether one more round is due after so many. */
  hasTimeFor(done: number): boolean
}

/** Something bad that happens to a school, and what must hold nevertheless. */
export interface Scenario {
  name: string
  /** What happens and what must hold, in one line. */
  about: string
  /** Rounds at full length. */
  rounds: number
  /** Why it cannot be told on this machine; undefined where it can. */
  impossible?(): string | undefined
  /**
   * Plays it.
   * @returns figures, one a line
   * @throws where something does not hold
   */
  play(ground: ScenarioContext, pace: Pace): Promise<string[]>
}

/** Plays a story on a ground of its own and clears up after it. */
export async function runScenario(story: Scenario, pace: Pace): Promise<string[]> {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), `bidyaloy-${story.name}-`))
  const programs: BuiltServer[] = []
  const dataDir = path.join(root, 'data')
  const began = performance.now()
  const ground: ScenarioContext = {
    dice: dice(pace.seed),
    ...{ root, dataDir },
    start(options) {
      const program = startBuiltServer({ dataDir, spawnOptions: { cwd: root }, ...options })
      programs.push(program)
      return program
    },
    hasTimeFor: (done) =>
      done < pace.rounds &&
      (pace.minutes === undefined || performance.now() - began < pace.minutes * 60_000),
  }
  try {
    return await story.play(ground, pace)
  } finally {
    await Promise.all(programs.map(endBuiltServer))
    await fs.rm(root, { recursive: true, force: true })
  }
}

/** @throws with what was expected, where it does not hold */
export function assertThat(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`Does not hold: ${what}`)
}
