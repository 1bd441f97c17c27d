import fs from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts'
import { fillEntry, paper, pdf } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'

const NOTICES = '/admin/dashboard/createNotice'
const MEGABYTE = 1024 * 1024
const params = { collection: 'notices' } as const

let line: CuttingProxy | undefined
test.afterEach(() => line?.close())

/** Slows what the page sends, so that little is on its way when the line breaks. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<void> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

test('a large file arrives once over a line that breaks again and again', async ({
  page,
  school,
  signIn,
}) => {
  line = await startCuttingProxy(school.url, MEGABYTE)
  await signIn(page, line.url + NOTICES)
  await slowDown(page, 4 * MEGABYTE)
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  const percents: number[] = []
  await page.exposeFunction('notePercent', (percent: number) => percents.push(percent))
  await page.evaluate(() => {
    new MutationObserver(() => {
      const bar = document.querySelector('progress')
      if (bar) Object(window).notePercent(bar.value)
    }).observe(document.body, { subtree: true, attributes: true, childList: true })
  })
  await fillEntry(page, 'বড় কাগজ', paper('বড়.pdf', 5 * MEGABYTE))
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible({ timeout: 60_000 })

  const [notice, ...more] = await school.admin.listEntries({ params })
  expect(more).toEqual([])
  expect(notice).toMatchObject({ fileName: 'বড়.pdf', size: 5 * MEGABYTE })
  // Each connection goes on where the one before it was cut.
  expect(offsets.length).toBeGreaterThan(4)
  expect(offsets[1]).toBeGreaterThan(0.8 * MEGABYTE)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  // Chromium by itself sends once more what it sent on a connection that was used before.
  expect(line.sent() / (5 * MEGABYTE)).toBeLessThan(2.5)
  // Not back to nothing after each break.
  const afterHalf = percents.slice(percents.findIndex((percent) => percent > 50))
  expect(Math.min(...afterHalf)).toBeGreaterThan(25)
  expect(afterHalf.at(-1)).toBe(100)
})

test('says that an upload stands still, and goes on with it', async ({ page, school, signIn }) => {
  line = await startCuttingProxy(school.url, Number.POSITIVE_INFINITY)
  await signIn(page, line.url + NOTICES)
  // More than the buffers of the connection take.
  await fillEntry(page, 'বড় কাগজ', paper('বড়.pdf', 20 * MEGABYTE))
  line.hold(MEGABYTE)
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const stalled = page.getByText('কিছুক্ষণ ধরে এগোচ্ছে না')
  await expect(stalled).toBeVisible()
  line.mend()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible({ timeout: 60_000 })
  await expect(stalled).toBeHidden()
})

test('a file that is chosen again after a reload goes on where it stopped', async ({
  page,
  school,
  signIn,
}, { outputDir }) => {
  line = await startCuttingProxy(school.url, Number.POSITIVE_INFINITY)
  await signIn(page, line.url + NOTICES)
  await slowDown(page, 2 * MEGABYTE)
  const file = path.join(outputDir, 'ফল.pdf')
  await fs.mkdir(outputDir, { recursive: true })
  await fs.writeFile(file, pdf(6 * MEGABYTE))
  const title = page.getByLabel('শিরোনাম', { exact: true })
  const publish = async () => {
    await title.fill('ফল প্রকাশ')
    await page.locator('.dropzone input').setInputFiles(file)
    await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  }
  await publish()
  const bar = page.getByRole('progressbar')
  await expect.poll(() => bar.getAttribute('value').then(Number)).toBeGreaterThan(50)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const before = line.sent()
  await publish()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible({ timeout: 60_000 })
  expect(line.sent() - before).toBeLessThan(4 * MEGABYTE)
  const [notice, ...more] = await school.admin.listEntries({ params })
  expect(more).toEqual([])
  expect(notice).toMatchObject({ fileName: 'ফল.pdf', size: 6 * MEGABYTE })
})
