import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll, watchApi } from '../support/page-checks.ts'
import { frontPage, innerPages } from '../support/public-pages.ts'
import { siteText } from '../support/texts.ts'

/** Each page's text before anything is published; the English is quoted from the specification. */
const said: Record<string, readonly string[]> = {
  '/': ['No notices available', 'No downloads available'],
  '/allNotices': ['No notices available at the moment.'],
  '/allnews': ['No news available at the moment.'],
  '/allDownloads': ['No downloads available'],
  '/schoolInfo': [siteText('public.glance.empty')],
  '/schoolDescription': [siteText('public.history.empty')],
  '/officers_teachers': [siteText('public.teachers.empty')],
  '/studentcount': [siteText('public.students.empty')],
  '/photo-gallery': [
    siteText('public.gallery.empty.photos'),
    siteText('public.gallery.empty.videos'),
  ],
  '/golden-jubilee-photo-gallery': [siteText('public.gallery.empty.photos')],
  '/contact_us': [siteText('public.contact.empty')],
  '/student_at_a_glance': [siteText('public.students.empty')],
}

test('shows an empty state on every page of a new school', async ({ page, school }) => {
  for (const { path, heading, status } of [frontPage, ...innerPages]) {
    await test.step(path, async () => {
      const asked = watchApi(page)
      const answer = await page.request.get(school.url + path)
      expect(answer.status()).toBe(status)
      await page.setViewportSize({ width: 360, height: 740 })
      await open(page, school.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      for (const text of said[path] ?? []) {
        await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
      }
      await page.waitForLoadState('networkidle')
      expect(asked).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await expectAccessible(page, path)
    })
  }
})

test('has quoted English with lang="en" after its Bengali, only for screen readers', async ({
  page,
  school,
}) => {
  await page.goto(`${school.url}/allNotices`)
  const english = page.getByText('No notices available at the moment.', { exact: true })
  await expect(english).toHaveAttribute('lang', 'en')
  const state = page.getByRole('status').filter({ has: english })
  await expect(state).toHaveText(
    `${siteText('public.notices.empty')}No notices available at the moment.`,
  )
  expect((await english.boundingBox())?.width).toBeLessThan(2)
})
