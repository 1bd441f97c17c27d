import { defineConfig } from '@playwright/test'

const chromium = process.env.CHROMIUM_PATH

export default defineConfig({
  testMatch: ['tests/**/*.spec.ts', 'desktop/**/*.spec.ts'],
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  forbidOnly: !!process.env.CI,
  // Two browsers on a machine that others share: there a second try tells a fault from a hiccup, and
  // what needed one is listed as flaky. At home every failure counts.
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    locale: 'bn-BD',
    timezoneId: 'Asia/Dhaka',
    // It answers files in the page's stead while Playwright holds answers back: only where it is meant.
    serviceWorkers: 'block',
    // Recording every test for the few that fail doubles the time: ask with `--trace on`.
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
