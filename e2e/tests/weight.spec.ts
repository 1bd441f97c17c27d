import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { hydrated } from '../support/page-checks.ts'

/** Byte budget over the network of a first visit to the front page. */
const BUDGET = { page: 45_000, script: 117_000, fonts: 130_000 }
const LARGEST_SHIFT = 0.02

type Kind = 'page' | 'script' | 'fonts' | 'other'
const kinds: Readonly<Record<string, Kind>> = {
  Document: 'page',
  Stylesheet: 'page',
  Script: 'script',
  Font: 'fonts',
}

/**
 * Loads a page with a cold cache. Returns the received bytes, headers included, by type.
 * @param touch what the visitor does before they are counted
 */
async function weigh(
  page: Page,
  url: string,
  touch: (page: Page) => Promise<void> = async () => undefined,
): Promise<Record<Kind, number>> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const kindOf = new Map<string, Kind>()
  const bytes: Record<Kind, number> = { page: 0, script: 0, fonts: 0, other: 0 }
  network.on('Network.responseReceived', ({ requestId, type }) =>
    kindOf.set(requestId, kinds[type] ?? 'other'),
  )
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[kindOf.get(requestId) ?? 'other'] += encodedDataLength
  })
  await page.goto(url)
  await touch(page)
  await page.waitForLoadState('networkidle')
  await network.detach()
  return bytes
}

test('loads the front page within its byte budget on a first visit', async ({ page, demoSchool }, {
  annotations,
}) => {
  expect(await weigh(page, demoSchool.url)).toMatchObject({ script: 0 })
  const bytes = await weigh(page, demoSchool.url, hydrated)
  annotations.push({ type: 'bytes over the wire', description: JSON.stringify(bytes) })
  expect(bytes.page).toBeGreaterThan(1000)
  expect(bytes.page).toBeLessThanOrEqual(BUDGET.page)
  expect(bytes.script).toBeGreaterThan(1000)
  expect(bytes.script).toBeLessThanOrEqual(BUDGET.script)
  expect(bytes.fonts).toBeLessThanOrEqual(BUDGET.fonts)
})

test('loads no style sheet with a page, and that of the next page before it is shown', async ({
  page,
  demoSchool,
}) => {
  const sheets: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(request.url())
  })
  for (const path of ['/', '/allNotices', '/calendar', '/photo-gallery', '/studentcount']) {
    await page.goto(demoSchool.url + path)
    await hydrated(page)
  }
  expect(sheets).toEqual([])
  await page
    .locator('.sitenav a[href="/calendar"]')
    .first()
    .evaluate((link) => {
      if (link instanceof HTMLElement) link.click()
    })
  await expect(page.locator('.calgrid')).toBeAttached()
  expect(sheets.join()).toContain('calendar')
  await expect(page.locator('.calgrid').first()).toHaveCSS('table-layout', 'fixed')
  // Nor that of every page with what a page loads later: after all others, it would count more than they.
  await page.locator('a[href="/"]').first().click()
  await page.locator('a[href^="/n/"]').first().click()
  await expect(page.locator('.printfoot__code svg')).toBeAttached()
  expect(sheets.join()).not.toMatch(/assets\/site-/)
})

test('loads nothing that draws QR codes with a notice that has one', async ({ page, school }) => {
  await school.stop()
  await school.start({ PUBLIC_URL: school.url })
  const { _id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ছুটির নোটিশ', body: 'কাল বিদ্যালয় বন্ধ।' },
  })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(`${school.url}/n/${_id}`)
  await expect(page.locator('.printfoot__code svg')).toBeAttached()
  await hydrated(page)
  expect(scripts.join()).toContain('entry-page')
  expect(scripts.join()).not.toContain('qr-code')
})

test('sends no script or font with Save-Data', async ({ browser, demoSchool }) => {
  const context = await browser.newContext({ extraHTTPHeaders: { 'save-data': 'on' } })
  const page = await context.newPage()
  for (const path of ['/', '/allNotices', '/photo-gallery', '/studentcount']) {
    const bytes = await weigh(page, demoSchool.url + path)
    expect(bytes, path).toMatchObject({ script: 0, fonts: 0 })
    expect(bytes.page, path).toBeGreaterThan(1000)
  }
  await context.close()
})

test('loads pages without layout shift', async ({ page, demoSchool }, { annotations }) => {
  await page.addInitScript(() => {
    sessionStorage.setItem('shift', '0')
    new PerformanceObserver((list) => {
      const moved = list
        .getEntries()
        .map((entry) => ('value' in entry ? Number(entry.value) : 0))
        .reduce((sum, value) => sum + value, 0)
      const before = Number(sessionStorage.getItem('shift'))
      sessionStorage.setItem('shift', String(before + moved))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const notices = await demoSchool.admin.listEntries({ params: { collection: 'notices' } })
  const paper = notices.find(({ mimeType }) => mimeType === 'application/pdf')
  for (const path of ['/', `/n/${paper?._id}`]) {
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(demoSchool.url + path)
      await hydrated(page)
      await page.waitForLoadState('networkidle')
      const shift = await page.evaluate(() => Number(sessionStorage.getItem('shift')))
      annotations.push({ type: `shift of ${path} at ${width} px`, description: String(shift) })
      expect(shift, `${path}, ${width} px`).toBeLessThan(LARGEST_SHIFT)
    }
  }
})

test('loads the first screen of the dashboard in few files', async ({ page, school, signIn }) => {
  const files: string[] = []
  page.on('request', (request) => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname)) files.push(request.url())
  })
  await signIn(page, `${school.url}/admin/dashboard`)
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(files.length).toBeGreaterThan(2)
  expect(files.length).toBeLessThanOrEqual(8)
})
