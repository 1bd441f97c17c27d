import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { AttendanceSummary } from '@bidyaloy/shared/features/attendance/attendance'
import { verifyCopy } from '@bidyaloy/shared/features/verify/copy'
import { verifyHref } from '@bidyaloy/shared/features/verify/paths'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { addMonths, formatMonth } from '@bidyaloy/shared/lib/bengali/days'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { known } from '../support/known-school.ts'
import { open } from '../support/page-checks.ts'
import { blankPdf } from '../support/papers.ts'
import { servePlainly } from '../support/plain-host.ts'
import { siteText } from '../support/texts.ts'

const CLI = fileURLToPath(new URL('../../server/dist/cli.js', import.meta.url))

test('serves the static copy without a server: every link resolves, lists page and search, files are compared', async ({
  page,
  browser,
  knownSchool,
}) => {
  // About sixty share cards are rendered, one after another.
  test.setTimeout(240_000)
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-copy-'))
  const folder = path.join(home, 'copy')
  await promisify(execFile)(process.execPath, [CLI, 'export-static', folder], {
    env: { ...process.env, DATA_DIR: knownSchool.dataDir, PUBLIC_URL: '' },
  })
  const host = await servePlainly(folder)
  try {
    await everyLinkLeadsSomewhere(host.url)

    await open(page, `${host.url}/allNotices`)
    await expect(page).toHaveURL(/\/allNotices$/)
    const main = page.getByRole('main')
    const rows = main.locator('tbody tr:not(.month)')
    await expect(rows).toHaveCount(25)
    await main.getByRole('searchbox').fill('২০২৬')
    await main.getByRole('button', { name: siteText('search.submit') }).click()
    await expect(page).toHaveURL(/q=/)
    await expect(rows).toHaveCount(2)
    for (const title of [known.latinYear, known.bengaliYear]) {
      await expect(rows.filter({ hasText: title })).toHaveCount(1)
    }
    await rows.filter({ hasText: known.latinYear }).getByRole('link').first().click()
    await expect(main.getByRole('heading', { level: 1 })).toContainText(known.latinYear)

    // A visit to the URL of a second page; the host serves the file of the first.
    const other = await browser.newPage()
    const faults: string[] = []
    other.on('pageerror', ({ message }) => faults.push(message))
    await other.goto(`${host.url}/allNotices?year=2023`)
    const found = other.getByRole('main').locator('tbody tr:not(.month)')
    await expect(found).toHaveCount(known.in2023)
    expect(faults).toEqual([])
    await other.close()

    const notices = await knownSchool.admin.listEntries({ params: { collection: 'notices' } })
    const id = notices.find(({ title }) => title === known.latinYear)?._id ?? ''
    await filesAreCompared(page, { url: host.url, id })
    await monthsAreShown(page, { url: host.url, folder })
    // It needs the script, and says so.
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
    })
    const phone = await context.newPage()
    await phone.goto(`${host.url}/verify`)
    await expect(phone.locator('noscript p')).toContainText('জাভাস্ক্রিপ্ট চালু')
    await expect(phone.locator('noscript p')).toBeVisible()
    await context.close()
  } finally {
    await host.close()
    await fs.rm(home, { recursive: true })
  }
})

/** Compares the file of a notice, its address and unknown bytes by the list of the copy. */
async function filesAreCompared(page: Page, { url, id }: { url: string; id: string }) {
  const verdict = page.locator('.verdict')
  const buffer = Buffer.from(await blankPdf(known.latinYear).arrayBuffer())
  await open(page, `${url}/verify`)
  const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer }
  await page.getByLabel(verifyCopy['verify.file']).setInputFiles(file)
  await page.getByRole('button', { name: verifyCopy['verify.submit'] }).click()
  await expect(verdict).toContainText('তারিখে প্রকাশ করেছে')
  await expect(verdict.getByRole('link')).toHaveText(known.latinYear)
  await page.goto(url + verifyHref(`/n/${id}`))
  await expect(verdict.getByRole('link')).toHaveText(known.latinYear)
  await page.goto(`${url}/verify?sha256=${'0'.repeat(64)}`)
  await expect(verdict).toContainText('প্রকাশিত হয়নি')
}

/** Shows the months of attendance from files as the copy of a school with attendance has them. */
async function monthsAreShown(page: Page, { url, folder }: { url: string; folder: string }) {
  const present = dhakaTime(new Date()).iso.slice(0, 7)
  const month = addMonths(present, -2)
  const data = path.join(folder, 'data', 'attendance')
  const store = (name: string, fields: Partial<AttendanceSummary>) =>
    fs.writeFile(path.join(data, `${name}.json`), JSON.stringify({ ...summary, ...fields }))
  const day = { day: `${month}-14`, closed: '', groups: 1, enrolled: 40, present: 39, share: 98 }
  const summary: AttendanceSummary = {
    ...{ today: null, latest: { ...day, classes: [] }, recent: [], days: [] },
    ...{ month: present, previous: month, next: null },
  }
  await store('summary', {})
  await store(month, { month, days: [day], previous: null })
  await page.goto(`${url}/attendance?month=${month}`)
  const table = page.getByRole('table')
  await expect(table.getByRole('row').nth(1)).toContainText('৯৮%')
  // A month after the copy was made.
  await page.goto(`${url}/attendance?month=${addMonths(present, 1)}`)
  const link = page.getByRole('link', { name: formatMonth(month) })
  await link.click()
  await expect(table.getByRole('row').nth(1)).toContainText('৯৮%')
}

/** Follows all URLs of this host in pages, feeds and styles. */
async function everyLinkLeadsSomewhere(url: string): Promise<void> {
  const seen = new Set(['/', '/feed.xml', '/robots.txt', '/share/site.png'])
  for (const address of seen) {
    const answer = await fetch(url + address)
    expect([address, answer.status]).toEqual([address, 200])
    if (!/html|css|xml/.test(answer.headers.get('content-type') ?? '')) {
      await answer.body?.cancel()
      continue
    }
    const text = await answer.text()
    const named = [
      ...text.matchAll(/\s(?:href|src)="([^"]+)"/g),
      ...text.matchAll(/url\("?([^")]+)"?\)/g),
      ...[...text.matchAll(/srcset="([^"]+)"/gi)].flatMap(([, set = '']) =>
        set.split(',').map((one) => ['', one.trim().split(' ')[0] ?? '']),
      ),
    ]
    for (const [, link = ''] of named) {
      const to = new URL(link.replaceAll('&amp;', '&'), answer.url)
      if (to.origin === url) seen.add(to.pathname)
    }
  }
  expect(seen.size).toBeGreaterThan(60)
  expect(
    [...seen].filter((address) => /^\/(uploads|gallery-uploads|assets|n)\//.test(address)),
  ).not.toEqual([])
  const nowhere = await fetch(`${url}/n/nothing`)
  expect([nowhere.status, (await nowhere.text()).includes('id="site"')]).toEqual([404, true])
}
