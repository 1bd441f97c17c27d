import { crestIcons } from '@bidyaloy/shared/site-addresses'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'
import { squarePicture } from '../support/papers.ts'
import type { SchoolServer } from '../support/school-server.ts'
import { siteText } from '../support/texts.ts'

const PICTURES = ['crest', 'banner', 'headTeacher'] as const

/** Sets every picture. Returns their file URLs without sizes and extensions. */
async function setPictures({ admin }: SchoolServer) {
  for (const picture of PICTURES) {
    await admin.setSitePicture({ params: { picture }, body: {}, file: squarePicture() })
  }
  const { pictures } = await admin.getSettings()
  return PICTURES.map((name) => pictures[name]?.filePath.split('.')[0] ?? 'none')
}

/** URLs of the pictures that the page has loaded. */
const loadedPictures = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
      .map(({ currentSrc }) => currentSrc),
  )

test('shows the school’s own pictures, and the default drawings after their removal', async ({
  page,
  school,
}) => {
  const [crest = '', banner = '', headTeacher = ''] = await setPictures(school)
  const { updatedAt: _at, pictures: _pictures, ...settings } = await school.admin.getSettings()
  await school.admin.updateSettings({
    body: { ...settings, headTeacher: { name: 'রওশন আরা', message: 'স্বাগতম।\nসবাইকে।' } },
  })
  const main = page.getByRole('main')
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, school.url)
    const own = page.getByRole('img', { name: siteText('public.home.picture.own') })
    await expect(own).toHaveAttribute('srcset', new RegExp(`/${banner}-320\\.webp 320w`))
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect
      .poll(async () => (await loadedPictures(page)).filter((src) => src.includes(crest)).length)
      .toBe(1)
    await main
      .getByRole('heading', { name: siteText('side.head.message') })
      .scrollIntoViewIfNeeded()
    await expect(main.locator(`img[src*="${headTeacher}"]`)).toBeVisible()
    expect(await sidewaysScroll(page)).toBe(0)
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await expectAccessible(page, `${width} px`)
  }
  await page.goto(`${school.url}/admin/login`)
  await expect(page.locator('header img')).toHaveAttribute('src', new RegExp(crest))
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', crestIcons.icon32)
  await page.goto(`${school.url}/nowhere`)
  await expect(page.locator('header img')).toHaveAttribute('src', new RegExp(crest))

  for (const picture of PICTURES) {
    await school.admin.removeSitePicture({ params: { picture } })
  }
  await page.goto(school.url)
  await expect(page.getByRole('img', { name: siteText('public.home.picture.alt') })).toBeVisible()
  const html = await page.content()
  for (const address of [crest, banner, headTeacher]) expect(html).not.toContain(address)
})

test('reserves the picture’s space and colour on a slow connection', async ({ page, school }) => {
  const [, banner = ''] = await setPictures(school)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route(new RegExp(banner), () => {})
  await page.goto(school.url, { waitUntil: 'commit' })
  const box = page.locator('.feature__picture')
  await expect(box).toBeVisible()
  const { width, height } = (await box.boundingBox()) ?? { width: 0, height: 0 }
  expect(width / height).toBeCloseTo(16 / 9, 1)
  await expect(box.locator('rect')).toHaveAttribute('fill', /^#[0-9a-f]{6}$/)
})
