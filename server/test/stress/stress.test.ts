import { describe, expect, it } from 'vitest'
import { runScenario, type Scenario } from './scenario.ts'
import { fullDisk } from './scenarios/disk-faults.ts'
import { moveIn } from './scenarios/move-in.ts'
import { databaseAway, processes, rollingRestart } from './scenarios/processes.ts'
import { kill, stop } from './scenarios/shutdown.ts'
import { aborts } from './scenarios/uploads.ts'

/* A short form of `npm run test:stress`. */
const short: [Scenario, number][] = [
  [kill, 2],
  [moveIn, 3],
  [aborts, 10],
  [stop, 1],
  [fullDisk, 1],
  [processes, 1],
  [databaseAway, 1],
  [rollingRestart, 1],
]

/** They start and stop servers beside all other tests. */
const TIMEOUT_MS = 180_000

describe('nothing is lost', () => {
  for (const [scenario, rounds] of short) {
    it.skipIf(scenario.skipReason?.() !== undefined)(
      `${scenario.name}: ${scenario.description}`,
      async () => {
        expect(await runScenario(scenario, { seed: 'short', rounds })).not.toEqual([])
      },
      TIMEOUT_MS,
    )
  }
})
