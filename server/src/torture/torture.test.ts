import { describe, expect, it } from 'vitest'
import { aborts } from './stories/aborts.ts'
import { fullDisk } from './stories/full-disk.ts'
import { kill } from './stories/kill.ts'
import { stop } from './stories/stop.ts'
import { type Story, tell } from './story.ts'

/* A short form of the long stories of `npm run test:torture`. */
const short: [Story, number][] = [
  [kill, 3],
  [aborts, 20],
  [stop, 1],
  [fullDisk, 1],
]

describe('nothing is lost', () => {
  for (const [story, rounds] of short) {
    it.skipIf(story.impossible?.() !== undefined)(`${story.name}: ${story.about}`, async () => {
      expect(await tell(story, { seed: 'short', rounds })).not.toEqual([])
    })
  }
})
