import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPackage } from '@electron/asar'
import { chromium } from '@playwright/test'
import { layOutProgram } from '../scripts/desktop-app.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUTBOX = path.join(ROOT, 'bench', 'waiting-outbox.mjs')
const PROGRAM = path.join(ROOT, 'desktop/src/test/serve-over-http.ts')
const MB = 1024 * 1024

/** The desktop program: its size, its start, and what many waiting changes cost. */
export async function measure() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-bench-'))
  try {
    const program = path.join(folder, 'program')
    layOutProgram(program)
    const asar = path.join(folder, 'app.asar')
    await createPackage(program, asar)
    const { size } = await fs.stat(asar)
    const paint = await firstPaint(folder, path.join(program, 'dashboard'))
    const waiting = await memoryOfWaiting(path.join(folder, 'outbox'))
    return [
      { what: 'size of the asar', figure: round(size / MB), unit: 'MB', aim: { atMost: 8 } },
      { what: 'start of the handler to ready', figure: paint.ready, unit: 'ms' },
      {
        what: 'start of the handler to the first paint in Chromium',
        figure: paint.painted,
        unit: 'ms',
      },
      { what: 'growth of the heap with 1,000 waiting changes', figure: waiting.heap, unit: 'MB' },
      { what: 'growth of resident memory with them', figure: waiting.rss, unit: 'MB' },
      { what: 'resident memory of that process', figure: waiting.whole, unit: 'MB' },
      { what: 'opening them from the disk', figure: waiting.open, unit: 'ms' },
    ]
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

const round = (value) => Number(value.toFixed(2))

/** A fresh program up to its first page, «connect». The browser runs already. */
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
    ['--import', 'tsx', PROGRAM, path.join(folder, 'data'), dashboard, '0'],
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
    // As the browser itself noted it, on the clock that the page began with.
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

/** In a process of its own, with a heap that can be swept. */
async function memoryOfWaiting(folder) {
  const child = fork(OUTBOX, [folder], { execArgv: ['--expose-gc', '--import', 'tsx'], cwd: ROOT })
  const [figures] = await once(child, 'message')
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value)]))
}
