import { withNotices } from './many-notices.mjs'
import { inRounds } from './rounds.mjs'
import { startSchool } from './servers.mjs'

/** Measures the time from spawn to ready, with the sample school and with 10,000 notices. */
export async function measure({ rounds }) {
  const took = (prepare) => async () => {
    const school = await startSchool(prepare)
    await school.stop()
    return { ms: school.readyMs }
  }
  const { sample, many } = await inRounds(rounds, {
    sample: took(),
    many: took(withNotices(10_000)),
  })
  return [
    { what: 'start to ready, sample school', figure: sample.ms, unit: 'ms' },
    {
      what: 'start to ready, 10,000 notices',
      figure: many.ms,
      unit: 'ms',
      aim: { atMost: 800 },
    },
  ]
}
