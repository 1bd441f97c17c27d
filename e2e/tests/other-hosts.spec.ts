import { expect, test } from '../support/fixtures.ts'
import { hydrated } from '../support/page-checks.ts'
import { frontPage, furtherAddresses, innerPages } from '../support/public-pages.ts'
import { siteText } from '../support/texts.ts'

test('asks no other host on any page before something is tapped', async ({ page, demoSchool }) => {
  test.setTimeout(120_000)
  const { host } = new URL(demoSchool.url)
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  const paths = [frontPage, ...innerPages].map(({ path }) => path)
  for (const path of [...paths, ...(await furtherAddresses(demoSchool.admin))]) {
    const response = await page.goto(demoSchool.url + path)
    await hydrated(page)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
    expect([...hosts], path).toEqual([host])
    const policy = (await response?.headerValue('content-security-policy')) ?? ''
    expect(policy).toContain("img-src 'self' data:;")
    expect(policy).not.toMatch(/https?:/)
  }
})

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
