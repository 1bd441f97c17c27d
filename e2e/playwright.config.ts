import { defineConfig } from '@playwright/test'

const chromium = process.env.CHROMIUM_PATH

export default defineConfig({
  testMatch: ['tests/**/*.spec.ts', 'desktop/**/*.spec.ts'],
  globalSetup: './support/shared-schools.ts',
  outputDir: '../test-results',
  // The server runs in the workers, as it was built.
  build: { external: ['**/dist/**'] },
  // Test by test, or the last file would keep one worker busy for minutes.
  fullyParallel: true,
  // Tests also wait: for timers of the dashboard, and for lines that are cut. More workers get in each other's way.
  workers: '150%',
  forbidOnly: !!process.env.CI,
  // CI repeats a failed test once and reports it as flaky. Locally every failure counts.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'bn-BD',
    timezoneId: 'Asia/Dhaka',
    // The service worker would answer while Playwright holds responses: enabled only in its own tests.
    serviceWorkers: 'block',
    // Tracing every test doubles the time: enable with `--trace on`.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
