import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/known-school.ts'
import { hydrated, sidewaysScroll } from '../support/page-checks.ts'
import type { SchoolServer } from '../support/school-server.ts'

const titles = [
  '</script><img src=x onerror=alert(1)>',
  '"><svg onload=alert(2)>',
  '\u2028{{constructor.constructor("alert(3)")()}}<!--',
  'ক্ষ'.repeat(100),
  'W'.repeat(300),
  'إعلان القبول للعام الدراسي ٢٠٢٧ (هام)',
  'নোটিশ &amp; &lt;b&gt; ১০০%',
] as const

/** Publishes the titles in every kind of entry, and puts markup into every setting. */
async function fillHostile({ admin }: SchoolServer): Promise<void> {
  for (const title of titles) {
    for (const collection of ['notices', 'news', 'downloads'] as const) {
      await publish(admin, collection, title)
    }
    await admin.createEntry({
      params: { collection: 'main-gallery' },
      body: { title, videoLink: 'https://youtu.be/dQw4w9WgXcQ' },
    })
  }
  const settings = await admin.getSettings()
  const markup = titles[0]
  const long = titles[4]
  await admin.updateSettings({
    body: {
      ...settings,
      identity: { ...settings.identity, place: markup, motto: long, welcome: markup.repeat(3) },
      headTeacher: { name: long, message: markup },
      sideLinks: { ...settings.sideLinks, government: [{ label: markup, href: '/contact_us' }] },
      menus: { apa: [{ label: long.slice(0, 200), href: '/' }], integrity: [] },
      history: `## ${long}\n\n${markup}`,
      credits: { support: markup, directorate: long },
    },
  })
}

/** Records every script run or resource load caused by a title. */
function watchHarm(page: Page): string[] {
  const harm: string[] = []
  page.on('dialog', (dialog) => {
    harm.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/x')) harm.push(request.url())
  })
  return harm
}

test('renders hostile titles and settings as plain text on every page', async ({
  page,
  school,
}) => {
  await fillHostile(school)
  const harm = watchHarm(page)
  for (const path of [
    '/',
    '/allNotices',
    '/allnews',
    '/allDownloads',
    '/photo-gallery',
    '/schoolDescription',
  ]) {
    await test.step(path, async () => {
      await page.goto(school.url + path)
      await hydrated(page)
      for (const width of [1440, 768, 360, 320]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await sidewaysScroll(page), `${path} at ${width} px`).toBe(0)
      }
      if (!/^\/(all|photo)/.test(path)) return
      for (const title of titles) {
        const shown = page.getByRole('main').getByText(title.trim())
        await expect(shown.first()).toBeVisible()
      }
    })
  }
  expect(await page.locator('img[src="x"], svg[onload]').count()).toBe(0)
  expect(harm).toEqual([])
})

test('ignores markup in the URL', async ({ page, school }) => {
  const harm = watchHarm(page)
  const markup = '"></script><img src=x onerror=alert(1)>'
  for (const address of [
    `/allNotices?q=${encodeURIComponent(markup)}`,
    `/allNotices?year=${encodeURIComponent(markup)}`,
    `/${encodeURIComponent(markup)}`,
    `/allNotices?q=${'ক'.repeat(500)}`,
  ]) {
    await page.goto(school.url + address)
    await hydrated(page)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await sidewaysScroll(page), address).toBe(0)
  }
  await page.goto(`${school.url}/allNotices?q=${encodeURIComponent(markup)}`)
  await expect(page.getByRole('searchbox')).toHaveValue(markup)
  expect(harm).toEqual([])
})

test('isolates a right-to-left title from its row', async ({ page, school }) => {
  await publish(school.admin, 'notices', titles[5])
  await page.goto(`${school.url}/allNotices`)
  const cells = page.getByRole('main').getByRole('row').last().getByRole('cell')
  const [serial, title] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()]
  expect(serial?.x ?? 0).toBeLessThan(title?.x ?? 0)
})
