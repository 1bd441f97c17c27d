import { expect, test } from '../support/fixtures.ts'
import { siteText } from '../support/texts.ts'

test('says whose the videos are, and links to them without script', async ({
  browser,
  demoSchool,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${demoSchool.url}/photo-gallery`)
  await expect(page.getByText(siteText('public.gallery.video.note'))).toBeVisible()
  const video = page.locator('a.photo[href^="https://www.youtube.com/watch"]').first()
  await expect(video).toHaveAttribute('target', '_blank')
  await expect(video.locator('.playmark')).toBeVisible()
  await context.close()
})
