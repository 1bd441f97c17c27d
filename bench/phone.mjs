import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'

/** A cheap phone on a poor connection: bytes per second, round trip in milliseconds. */
const CONNECTION = {
  offline: false,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  latency: 150,
}
const CPU_SLOWDOWN = 4
const PHONE = {
  viewport: { width: 412, height: 915 },
  deviceScaleFactor: 2.6,
  isMobile: true,
  hasTouch: true,
  locale: 'bn-BD',
}
/** Idle time of network and script after which a page counts as done. */
const IDLE_MS = 500

/**
 * Starts the phone's browser. Rejects if none is installed.
 * @param withLetters adds Bengali fonts to the machine's, as on phones sold in Bangladesh. Linux only.
 * @returns the browser, and `stop`
 */
export async function startPhone({ withLetters }) {
  const executablePath = findChromium()
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-letters-'))
  const FONTCONFIG_FILE = withLetters && (await writeFontConfig(folder))
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    ...(FONTCONFIG_FILE && { env: { ...process.env, FONTCONFIG_FILE } }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  return {
    browser,
    async stop() {
      await browser.close()
      await fs.rm(folder, { recursive: true, force: true })
    },
  }
}

/** The machine's fonts, and those of the server's renderer. */
async function writeFontConfig(folder) {
  const server = createRequire(new URL('../server/package.json', import.meta.url))
  const fonts = path.dirname(server.resolve('@expo-google-fonts/noto-sans-bengali/package.json'))
  const file = path.join(folder, 'fonts.conf')
  await fs.writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${fonts}/400Regular</dir><dir>${fonts}/700Bold</dir>
  <cachedir>${folder}</cachedir>
</fontconfig>`,
  )
  return file
}

/** Opens a window with an empty cache. @param slow false: no throttling */
export async function openPhone(browser, { slow = true } = {}) {
  const context = await browser.newContext(PHONE)
  await context.addInitScript(watchPage)
  const page = await context.newPage()
  if (slow) await slowDown(page)
  return { context, page }
}

async function slowDown(page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', CONNECTION)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** Runs first in the page: records performance entries. */
function watchPage() {
  const seen = { fcp: 0, lcp: 0, lcpElement: '', shift: 0, tasks: [] }
  window.seen = seen
  const watch = (type, take, options) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take))
    observer.observe({ type, buffered: true, ...options })
    return observer
  }
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  watch('largest-contentful-paint', ({ startTime, element, url }) => {
    seen.lcp = startTime
    seen.lcpElement = url || `${element?.tagName} ${element?.textContent?.slice(0, 40)}`
  })
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value
  })
  watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))
  // In the session's storage, because a link leaves the page.
  const takeInteraction = ({ interactionId, duration }) => {
    if (!interactionId) return
    const longest = Math.max(duration, Number(sessionStorage.getItem('longest')))
    sessionStorage.setItem('longest', String(longest))
  }
  const interactions = watch('event', takeInteraction, { durationThreshold: 16 })
  addEventListener('pagehide', () => interactions.takeRecords().forEach(takeInteraction))
}

/** Gives a sign of a visitor that does nothing else, and waits until the page is hydrated. */
export async function startScript(page) {
  await page.keyboard.press('Shift')
  await page.waitForSelector(':root[data-hydrated]', { state: 'attached' })
  await page.waitForTimeout(IDLE_MS)
}

/**
 * Touches a page for the first time.
 * @param selector what to tap
 * @param typed text to type then
 * @param after selector of what is there when everything that the tap starts is done
 * @returns in milliseconds: the longest time from input to the next paint, the total blocking time
 *   since the tap, and the time until `after`
 */
export async function firstTouch(page, { url, selector, typed = '', after }) {
  await visit(page, url)
  const target = page.locator(selector).first()
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await target.boundingBox()
  const touchedAt = await page.evaluate(() => performance.now())
  const started = performance.now()
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  if (typed) await page.keyboard.type(typed)
  await page.waitForSelector(after, { state: 'attached' })
  const took = performance.now() - started
  await page.waitForTimeout(IDLE_MS)
  return page.evaluate(
    ({ url, touchedAt, took }) => {
      const start = location.href === url ? touchedAt : 0
      const blocking = window.seen.tasks
        .filter(([taskStart]) => taskStart > start)
        .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0)
      return { inp: Number(sessionStorage.getItem('longest')), blocking, took }
    },
    { url, touchedAt, took },
  )
}

/** Visits a URL and waits until the page is idle. All times in milliseconds. */
export async function visit(page, url) {
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(IDLE_MS)
  return page.evaluate(() => {
    const { fcp, lcp, lcpElement, shift, tasks } = window.seen
    // Total blocking time: time beyond 50 ms of long tasks after the first paint.
    const tbt = tasks
      .map(([start, took]) => start + took - Math.max(start + 50, fcp))
      .reduce((sum, blocking) => sum + Math.max(0, blocking), 0)
    return { fcp, lcp, lcpElement, cls: shift, tbt }
  })
}

/**
 * Clicks a link and waits until its page is painted.
 * @returns milliseconds
 */
export function clickThrough(page, path) {
  return page.evaluate(
    (href) =>
      new Promise((resolve, reject) => {
        const link = [...document.querySelectorAll('a')].find(
          (one) => one.getAttribute('href') === href,
        )
        if (!link) return reject(new Error(`No link to ${href}`))
        const heading = document.querySelector('main h1, h1')?.textContent
        const started = performance.now()
        const look = () => {
          const now = document.querySelector('main h1, h1')?.textContent
          const isThere = location.pathname === href && now !== heading
          if (!isThere || document.querySelector('main .spin')) return
          changes.disconnect()
          // A task queued in requestAnimationFrame runs after that frame's layout and paint.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - started)
            port2.postMessage(null)
          })
        }
        const changes = new MutationObserver(look)
        changes.observe(document, { subtree: true, childList: true, attributes: true })
        link.click()
      }),
    path,
  )
}
