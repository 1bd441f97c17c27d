import { defineConfig } from 'vitest/config'

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
    // One core less, as usual, would leave half of a small machine idle.
    maxWorkers: '100%',
    // Files run in a random order, whose seed is printed: `npx vitest --sequence.seed=…` repeats it.
    sequence: { shuffle: { files: true, tests: false } },
    // CI repeats a failed test once and names it: a busy machine there must not stop a release.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine takes its time; what never comes still fails.
    expect: { poll: { timeout: 15_000 } },
  },
})
