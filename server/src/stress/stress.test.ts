import { describe, expect, it } from 'vitest'
import { runScenario, type Scenario } from './scenario.ts'
import { aborts } from './scenarios/aborts.ts'
import { fullDisk } from './scenarios/full-disk.ts'
import { kill } from './scenarios/kill.ts'
import { stop } from './scenarios/stop.ts'

/* A short form of the long stories of `npm run test:stress`. */
const short: [Scenario, number][] = [
  [kill, 3],
  [aborts, 20],
  [stop, 1],
  [fullDisk, 1],
]

describe('nothing is lost', () => {
  for (const [story, rounds] of short) {
    it.skipIf(story.impossible?.() !== undefined)(`${story.name}: ${story.about}`, async () => {
      expect(await runScenario(story, { seed: 'short', rounds })).not.toEqual([])
    })
  }
})
