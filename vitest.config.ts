import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,server,web,desktop}/src/**/*.test.{ts,tsx}', 'web/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    // As in the browser's suite: what fails twice is broken.
    retry: 1,
    hookTimeout: 60_000,
    // A busy machine takes its time; what never comes still fails.
    expect: { poll: { timeout: 15_000 } },
  },
})
