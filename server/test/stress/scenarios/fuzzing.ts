import { keepFound } from '../../fuzz/corpus.ts'
import { fuzz } from '../../fuzz/fuzz.ts'
import { targets } from '../../fuzz/targets.ts'
import { assertThat, type Scenario } from '../scenario.ts'

const ROUND_MS = 60_000

/** The parsers of strangers' bytes get inputs that nobody wrote. */
export const fuzzing: Scenario = {
  name: 'fuzzing',
  description: 'changed inputs for ten minutes: no parser crashes, hangs or makes what it must not',
  rounds: 10,
  async run({ random, shouldContinue }) {
    const names = targets.map(({ name }) => name)
    const runs = new Map<string, number>()
    const found: string[] = []
    for (let round = 0; shouldContinue(round); round += 1) {
      await fuzz({
        names,
        ms: ROUND_MS,
        seed: random.between(0, 2 ** 30),
        onReport(report) {
          runs.set(report.name, (runs.get(report.name) ?? 0) + report.runs)
          if (!report.found) return
          found.push(`${keepFound(report.name, report.found.bytes)}: ${report.found.reason}`)
        },
      })
    }
    assertThat(found.length === 0, `each parser takes each input; instead\n${found.join('\n')}`)
    return [...runs].map(([name, count]) => `${name}: ${count} inputs`)
  },
}
