import { privacyCopy } from '@bidyaloy/shared/features/privacy/copy'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import {
  expectAccessible,
  hydrated,
  open,
  openLook,
  sidewaysScroll,
} from '../support/page-checks.ts'
import { frontPage, furtherAddresses, innerPages } from '../support/public-pages.ts'
import { siteText } from '../support/texts.ts'

/** Names of what a visit leaves in the browser. */
async function leftBy(page: Page, context: BrowserContext) {
  const stored = await page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: (await caches.keys()).map((name) => name.replace(/-\d+$/, '')).sort(),
  }))
  return { ...stored, cookies: (await context.cookies()).map(({ name }) => name) }
}

test.describe('with copies for reading without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('leaves in a browser, and asks of others, no more than its page says', async ({
    page,
    context,
    demoSchool,
  }) => {
    test.setTimeout(180_000)
    const hosts = new Set<string>()
    context.on('request', (request) => hosts.add(new URL(request.url()).host))
    const paths = [frontPage, ...innerPages].map(({ path }) => path)
    for (const path of [...paths, ...(await furtherAddresses(demoSchool.admin))]) {
      const response = await page.goto(demoSchool.url + path)
      const policy = (await response?.headerValue('content-security-policy')) ?? ''
      expect(policy).toContain("img-src 'self' data:;")
      expect(policy).not.toMatch(/https?:/)
      await hydrated(page)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await page.waitForLoadState('networkidle')
      const { caches, ...left } = await leftBy(page, context)
      expect(left, path).toEqual({
        // «কোনো কুকি রাখা হয় না»
        cookies: [],
        local: [],
        databases: [],
        // «পাতার কতটা পড়েছেন»
        session: path === '/' ? [] : ['react-router-scroll-positions'],
      })
      // «ইন্টারনেট ছাড়া পড়ার জন্য»
      for (const name of caches)
        expect(['ahead', 'files', 'pages', 'papers', 'pictures']).toContain(name)
      // «অন্য কোনো প্রতিষ্ঠানের কিছু পাতায় লোড হয় না»
      expect([...hosts], path).toEqual([new URL(demoSchool.url).host])
    }

    // «বাছা শ্রেণি, লেখার আকার, রং»
    await open(page, `${demoSchool.url}/class/9`)
    await page.getByRole('button', { name: siteText('class.remember') }).click()
    await openLook(page)
    await page.locator('label:has(#theme-dark)').click()
    await page.locator('label:has(#size-l)').click()
    await expect
      .poll(() => leftBy(page, context))
      .toMatchObject({ cookies: [], local: ['class', 'size', 'theme'], databases: [] })
  })
})

test('says without a script what the site does with data, and whom to ask', async ({
  browser,
  page,
  school,
}) => {
  const text = 'মো. আলী হোসেন, সহকারী প্রধান শিক্ষক'
  await school.admin.updateDisclosure({ body: { complaints: text, __v: 0 } })
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const phone = await context.newPage()
  await phone.goto(school.url)
  await phone.getByRole('contentinfo').getByRole('link', { name: 'গোপনীয়তা' }).click()
  const main = phone.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('গোপনীয়তা')
  await expect(main.getByText(privacyCopy['privacy.reading.cookies'])).toBeVisible()
  await expect(main.getByText('সংখ্যাগুলো ৪০০ দিন থাকে')).toBeVisible()
  await expect(main.getByText(text)).toBeVisible()
  expect(await sidewaysScroll(phone)).toBe(0)
  await context.close()

  await page.goto(`${school.url}/privacy`)
  await expectAccessible(page, 'the page about privacy')
})
