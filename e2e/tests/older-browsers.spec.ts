import fs from 'node:fs/promises'
import { paths as apiPaths } from '@bidyaloy/shared/api/paths'
import { expect, test } from '../support/fixtures.ts'
import { hasOlderChromium, type OlderPage, openOlderChromium } from '../support/older-chromium.ts'
import { furtherAddresses } from '../support/public-pages.ts'
import { ADMIN } from '../support/school-server.ts'

/* Phones that get no new browsers any more, see `web/vite.config.ts` and `web/older-browsers.ts`. */

test.skip(
  !hasOlderChromium,
  'no older Chromium: npm ci --prefix tools/older-chromium, on Linux (x64)',
)

/** One page of each kind. `furtherAddresses` has the others. */
const paths = [
  '/',
  '/schoolInfo',
  '/officers_teachers',
  '/studentcount',
  '/contact_us',
  '/allNotices',
  '/allDownloads',
  '/public-exam-result.aspx',
  '/albums',
  '/people',
  '/calendar',
  '/nothing/stands/here',
]

const SEEN = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const icons = [...document.querySelectorAll('svg.icon')].map((icon) => icon.getBoundingClientRect())
  return {
    isMainInFirstScreen: document.querySelector('main').getBoundingClientRect().top < innerHeight,
    isStyled: getComputedStyle(document.querySelector('.banner')).color === 'rgb(255, 255, 255)',
    hasSmallIcons: icons.length > 0 && icons.every(({ width, height }) => width <= 40 && height <= 40),
    sidewaysScroll: scrollWidth - clientWidth,
  }
})()`

/** Resolves when the site's script has hydrated the page, in browsers that can run it. */
const HYDRATED = `new Promise((done) => {
  const { dataset } = document.documentElement
  const wait = () => ('can' in dataset && !('hydrated' in dataset) ? setTimeout(wait, 20) : done())
  document.dispatchEvent(new Event('keydown'))
  wait()
})`

for (const version of [80, 109] as const) {
  test.describe(`Chromium ${version}`, () => {
    let page: OlderPage
    test.beforeAll(async () => {
      page = await openOlderChromium(version)
    })
    test.afterAll(() => page.close())

    test('shows every kind of page with its styles, beginning in the first screen', async ({
      demoSchool,
    }, testInfo) => {
      const addresses = [...paths, ...(await furtherAddresses(demoSchool.admin))]
      for (const [at, path] of addresses.entries()) {
        await page.goto(demoSchool.url + path)
        const name = `${at}${path.split('?')[0]?.replaceAll('/', '-')}.png`
        await fs.writeFile(testInfo.outputPath(name), await page.screenshot())
        expect.soft(await page.evaluate(SEEN), path).toEqual({
          isMainInFirstScreen: true,
          isStyled: true,
          hasSmallIcons: true,
          sidewaysScroll: 0,
        })
      }
    })

    test('shows icons of the size of their text also without a style sheet', async ({
      demoSchool,
    }) => {
      await page.goto(demoSchool.url)
      await page.evaluate(`document.querySelectorAll('style').forEach((sheet) => sheet.remove())`)
      expect(await page.evaluate(SEEN)).toMatchObject({ isStyled: false, hasSmallIcons: true })
    })

    test('opens the menu in the page, and closes it', async ({ demoSchool }) => {
      const shown = (selector: string) =>
        page.evaluate(`document.querySelector(${JSON.stringify(selector)}).offsetParent !== null`)
      await page.goto(`${demoSchool.url}/contact_us`)
      expect(await shown('.banner__find')).toBe(true)
      expect(await shown('button.banner__menu')).toBe(false)
      expect(await shown('#site-menu')).toBe(false)
      await page.click('a.banner__menu')
      expect(await shown('#site-menu')).toBe(true)
      await page.click('.sitenav__head a')
      expect(await shown('#site-menu')).toBe(false)

      await page.evaluate(HYDRATED)
      await page.click('a.banner__menu')
      await page.click('.sitenav__link[href="/"]', 'document')
      expect(await page.evaluate('location.pathname')).toBe('/')
      expect(await shown('#site-menu')).toBe(false)
    })
  })
}

test('Chromium 109 opens the dashboard, and writes a text as it looks', async ({ school }) => {
  const page = await openOlderChromium(109)
  try {
    await page.goto(school.url)
    const signIn = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    }
    const request = `fetch('${apiPaths.login.path}', ${JSON.stringify(signIn)})`
    expect(await page.evaluate(`${request}.then(({ status }) => status)`)).toBe(200)
    await page.goto(`${school.url}/admin/dashboard/createNotice`)
    const textOf = (selector: string) =>
      page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? null`)
    await expect.poll(() => textOf('.compose__title textarea')).toBe('')
    // The drawer covers nothing until it is asked for, and goes with its link.
    const isDrawn = () =>
      page.evaluate(`document.querySelector('.admin__side').getBoundingClientRect().width > 0`)
    expect(await isDrawn()).toBe(false)
    await page.click('.admin__open')
    expect(await isDrawn()).toBe(true)
    await page.click('.admin__side a[href$="/dashboard"]')
    await expect.poll(isDrawn).toBe(false)
    await expect.poll(() => textOf('.compose__title textarea')).toBe('')
    await page.click('.compose__title textarea')
    await expect.poll(() => textOf('.richtext textarea')).toBe('')
    await page.click('.richtext textarea')
    await expect.poll(() => textOf('.richtext [role="textbox"]')).toBe('')
    await page.click('.richtext [role="toolbar"] button')
    await page.evaluate(`document.execCommand('insertText', false, 'ছুটি')`)
    await expect.poll(() => textOf('.richtext strong')).toBe('ছুটি')
  } finally {
    await page.close()
  }
})
