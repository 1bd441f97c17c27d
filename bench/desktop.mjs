import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPackage } from '@electron/asar'
import { chromium } from '@playwright/test'
import { layOutApp } from '../scripts/desktop-app.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUTBOX = path.join(ROOT, 'bench', 'waiting-outbox.mjs')
const SERVE = path.join(ROOT, 'desktop/src/test/serve-over-http.ts')
const MB = 1024 * 1024

/** Measures the desktop app: size, start, and the cost of many waiting changes. */
export async function measure() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-bench-'))
  try {
    const app = path.join(folder, 'app')
    layOutApp(app)
    const asar = path.join(folder, 'app.asar')
    await createPackage(app, asar)
    const { size } = await fs.stat(asar)
    const paint = await firstPaint(folder, path.join(app, 'dashboard'))
    const waiting = await memoryOfWaiting(path.join(folder, 'outbox'))
    return [
      { what: 'size of the asar', figure: round(size / MB), unit: 'MB', aim: { atMost: 8 } },
      { what: 'handler start to ready', figure: paint.ready, unit: 'ms' },
      {
        what: 'handler start to first paint in Chromium',
        figure: paint.painted,
        unit: 'ms',
      },
      { what: 'heap growth with 1,000 waiting changes', figure: waiting.heap, unit: 'MB' },
      { what: 'resident memory growth with them', figure: waiting.rss, unit: 'MB' },
      { what: 'resident memory of that process', figure: waiting.whole, unit: 'MB' },
      { what: 'loading them from disk', figure: waiting.open, unit: 'ms' },
    ]
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

const round = (value) => Number(value.toFixed(2))

/** Measures a new app until its first page, “connect”. The browser is already running. */
async function firstPaint(folder, dashboard) {
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await browser.newPage()
  const began = Date.now()
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', SERVE, path.join(folder, 'data'), dashboard, '0'],
    { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  try {
    const url = await new Promise((resolve, reject) => {
      child.stdout.on('data', (text) => resolve(/ready at (\S+)/.exec(text)?.[1]))
      child.once('exit', reject)
    })
    const ready = Date.now() - began
    await page.goto(`${url}/admin`)
    await page.locator('h1').waitFor()
    // As recorded by the browser, relative to the page's time origin.
    const painted = await page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return performance.timeOrigin + paint.startTime
    })
    return { ready, painted: Math.round(painted - began) }
  } finally {
    await browser.close()
    child.kill()
  }
}

/** Runs in a separate process with `--expose-gc`. */
async function memoryOfWaiting(folder) {
  const child = fork(OUTBOX, [folder], { execArgv: ['--expose-gc', '--import', 'tsx'], cwd: ROOT })
  const [figures] = await once(child, 'message')
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]))
}
