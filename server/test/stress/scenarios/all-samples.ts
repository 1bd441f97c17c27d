import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { assertThat, type Scenario } from '../scenario.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** Those that import `samples.ts`. */
const TESTS = ['bad-values.test.ts', 'read-page.test.ts', 'verify/verify.test.ts']

/** The tests of which `npm test` takes samples. */
export const allSamples: Scenario = {
  name: 'all-samples',
  description: 'tests of which `npm test` takes some samples pass with all of them',
  rounds: 1,
  async run() {
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...TESTS], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, TEST_SAMPLES: 'all' },
    })
    const [status] = await once(child, 'exit')
    assertThat(status === 0, 'the tests pass with all samples')
    return []
  },
}
