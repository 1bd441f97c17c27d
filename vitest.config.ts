import { createHash } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests of many seconds: one that came last would leave the other workers without work. */
const LONG = [
  'backup',
  'bad-values',
  'bijoy',
  'documented-responses',
  'entry-session',
  'guides',
  'lifecycle',
  'notice-push',
  'page-previews',
  'paper-reading',
  'read-page',
  'school-credentials',
  'school-isolation',
  'school-work',
  'schools-commands',
  'several-processes',
  'start-errors',
  'stress',
  'verify',
].map((name) => `/${name}.test.ts`)

/** Files in an order of the seed, those that take long before the others. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    const keyOf = ({ moduleId }: TestSpecification) => {
      const isLong = LONG.some((name) => moduleId.endsWith(name))
      return `${isLong ? 0 : 1} ${createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')}`
    }
    const keys = new Map(files.map((file) => [file, keyOf(file)]))
    return files.toSorted((a, b) => (keys.get(a) ?? '').localeCompare(keys.get(b) ?? ''))
  }
}

export default defineConfig({
  test: {
    include: [
      '{shared,server,web,desktop}/src/**/*.test.{ts,tsx}',
      'server/test/**/*.test.ts',
      'web/*.test.ts',
      'e2e/sessions/*.test.ts',
    ],
    environment: 'node',
    globalSetup: './scripts/build-for-tests.mjs',
    // The files of a worker share loaded modules: loading the server costs more than most tests.
    isolate: false,
    // Some tests run the built server.
    server: { deps: { external: [/\/dist\//] } },
    // Objects of a test die young: with the usual 16 MB, a tenth of the time is spent on collecting them.
    execArgv: ['--max-semi-space-size=64'],
    // One core less, as usual, would leave half of a small machine idle.
    maxWorkers: '100%',
    // Files and tests run in a random order, whose seed is printed: `npx vitest --sequence.seed=…` repeats it.
    // The gate of a change has always the same order, or it would fail by what others have changed.
    sequence: { shuffle: true, sequencer: LongFirst, ...(process.env.CI && { seed: 1 }) },
    // A test that fails now and then has a cause, in the code or in the test.
    retry: 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine takes its time; what never comes still fails.
    expect: { poll: { timeout: 15_000 } },
  },
})
