import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { Locator, Page } from '@playwright/test'
import { officeBytes } from '../../server/src/test/sample-files.ts'
import { CLERK, withApproval } from '../support/approval.ts'
import { expect, test } from '../support/fixtures.ts'
import { sidewaysScroll } from '../support/page-checks.ts'
import type { SchoolServer } from '../support/school-server.ts'
import { signInThroughForm } from '../support/sign-in.ts'

/* What small windows, large text and forced colours leave of the dashboard. */

const HOME = '/admin/dashboard'
const PHONE = { width: 360, height: 740 }
/** The window of a browser on a small notebook. */
const NOTEBOOK = { width: 1366, height: 625 }
const notices = { collection: 'notices' } as const
const titleOf = (page: Page) => page.getByLabel('শিরোনাম', { exact: true })
const textOf = (page: Page) => page.getByLabel('লেখা', { exact: true })
const camera = (page: Page) => page.getByRole('button', { name: 'ছবি তুলুন' })
const saveBar = (page: Page) => page.locator('.savebar')
const isLoaded = (page: Page) => expect(page.locator('.spin, .skel')).toHaveCount(0)

/** Word documents, one with a name in Bijoy. */
const word = (name: string) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: officeBytes('docx'),
})

/** Publishes five notices, and sends one that waits. */
async function withWaiting(school: SchoolServer): Promise<void> {
  for (const title of ['অভিভাবক সভা', 'ভর্তি', 'বেতন', 'বিজয় দিবস', 'কাল ছুটি']) {
    await school.admin.createEntry({ params: notices, body: { title, body: 'সবাইকে জানানো যাচ্ছে।' } })
  }
  const clerk = await withApproval(school)
  const body = { title: 'শীতকালীন ছুটি', body: 'ছুটি উপলক্ষে বিদ্যালয় বন্ধ থাকবে। '.repeat(6) }
  await clerk.createEntry({ params: notices, body })
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('Not rendered')
  return { ...box, bottom: box.y + box.height }
}

const pageHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

test('fits a phone with text of 200 %', async ({ page, browser, school, signIn }) => {
  test.setTimeout(120_000)
  await withWaiting(school)
  await signIn(page, school.url + HOME)
  const clerks = await (await browser.newContext()).newPage()
  await clerks.goto(`${school.url}/admin/login`)
  await signInThroughForm(clerks, CLERK)
  await expect(clerks.getByRole('heading', { level: 1 })).toHaveText('স্বাগতম')

  const visit = async (visitor: Page, ...paths: string[]) => {
    await visitor.setViewportSize(PHONE)
    const devtools = await visitor.context().newCDPSession(visitor)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    for (const path of paths) {
      await visitor.goto(school.url + HOME + path)
      await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
      await isLoaded(visitor)
      expect.soft(await sidewaysScroll(visitor), path).toBe(0)
    }
  }
  await visit(clerks, '')
  await visit(page, '', '/approval', '/published', '/calendar', '/people', '/account')
  await visit(page, '/account?tab=login', '/account?tab=colleagues')
  await visit(
    page,
    ...['school', 'about', 'front', 'services', 'links', 'kinds'].map(
      (tab) => `/settings?tab=${tab}`,
    ),
  )
  await visit(page, '/createNotice')
  await titleOf(page).fill('ছুটি')
  await textOf(page).click()
  await expect(page.getByRole('toolbar')).toBeVisible()
  expect(await sidewaysScroll(page), 'the tools of a text').toBe(0)
  await page.locator('.dropzone input').setInputFiles(word('ছুটির তালিকা.docx'))
  await expect(page.locator('.upfile')).toBeVisible()
  expect(await sidewaysScroll(page), 'the sheet with a file').toBe(0)
})

test('shows a head what waits, the question and what there is to do on one screen of a notebook', async ({
  page,
  school,
  signIn,
}) => {
  await page.setViewportSize(NOTEBOOK)
  await withWaiting(school)
  await signIn(page, school.url + HOME)
  const waiting = page.getByRole('article', { name: 'শীতকালীন ছুটি' })
  await expect(waiting).toBeVisible()
  await isLoaded(page)
  expect(await pageHeight(page)).toBeLessThanOrEqual(NOTEBOOK.height)
  // Without what waits as well.
  await waiting.getByRole('button', { name: 'অনুমোদন', exact: true }).click()
  await expect(waiting).toHaveCount(0)
  await page.reload()
  await expect(camera(page)).toBeVisible()
  await isLoaded(page)
  expect(await pageHeight(page)).toBeLessThanOrEqual(NOTEBOOK.height)
  await page.setViewportSize(PHONE)
  expect((await boxOf(camera(page))).y).toBeLessThan(200)
})

test('shows a given file, what speaks against it and the offer about its name without scrolling', async ({
  page,
  school,
  signIn,
}) => {
  await page.setViewportSize(NOTEBOOK)
  await signIn(page, `${school.url}${HOME}/createNotice`)
  await page.locator('.dropzone input').setInputFiles(word('fwZ©_weÁwß_2026.doc'))
  const shown = [
    page.locator('.upfile'),
    page.getByText('এই ফাইলটি অনেক ফোনে খোলে না।'),
    page.getByRole('button', { name: 'ইউনিকোড লেখাটি ব্যবহার করুন' }),
  ]
  for (const part of shown) {
    await expect(part).toBeInViewport({ ratio: 1 })
    expect((await boxOf(part)).bottom).toBeLessThanOrEqual((await boxOf(saveBar(page))).y)
  }
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // Of two lines, until something is written.
  const low = await boxOf(textOf(page))
  await textOf(page).click()
  await page.keyboard.type('ভর্তি')
  await expect(async () =>
    expect((await boxOf(textOf(page))).height).toBeGreaterThan(low.height),
  ).toPass()
})

test('says what was published above the form that published it', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}${HOME}/calendar`)
  await titleOf(page).fill('বিজয় দিবস')
  await page.getByLabel('শুরু', { exact: true }).fill('১৬/১২/২০২৭')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const done = page.locator('.done')
  await expect(done).toBeFocused()
  expect((await boxOf(done)).bottom).toBeLessThan((await boxOf(page.getByRole('form'))).y)

  await page.goto(`${school.url}${HOME}/people`)
  await page.getByRole('button', { name: entriesCopy['people.add'] }).click()
  await page.getByLabel(entriesCopy['person.name'], { exact: true }).fill('রহিমা বেগম')
  await page.getByRole('button', { name: 'যোগ করুন', exact: true }).click()
  await expect(done).toBeFocused()
  expect((await boxOf(done)).bottom).toBeLessThan((await boxOf(page.getByRole('form'))).y)
})

test('has all tools of a text in sight on a phone', async ({ page, school, signIn }) => {
  await page.setViewportSize(PHONE)
  await signIn(page, `${school.url}${HOME}/createNotice`)
  await titleOf(page).fill('ছুটি')
  await textOf(page).click()
  const tools = page.getByRole('toolbar').getByRole('button')
  await expect(tools).not.toHaveCount(0)
  for (const tool of await tools.all()) {
    const { x, width } = await boxOf(tool)
    expect(x + width).toBeLessThanOrEqual(PHONE.width)
    await expect(tool).toBeInViewport({ ratio: 1 })
  }
})

test.describe('with forced colours', () => {
  test.use({ viewport: NOTEBOOK, forcedColors: 'active' })

  test('marks the current screen and the focus in the sidebar', async ({
    page,
    school,
    signIn,
  }) => {
    await signIn(page, `${school.url}${HOME}/calendar`)
    const side = page.getByRole('navigation', { name: 'অ্যাডমিন মেনু' })
    const current = side.locator('[aria-current]')
    const home = side.getByRole('link', { name: 'শুরু' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, forcedColors: 'active' })
      const colours = (link: Locator) =>
        link.evaluate((element) => {
          const icon = element.querySelector('.icon') ?? element
          const { color, backgroundColor, outlineColor, outlineStyle } = getComputedStyle(element)
          return {
            color,
            backgroundColor,
            icon: getComputedStyle(icon).color,
            outlineColor,
            outlineStyle,
          }
        })
      const usual = await colours(home)
      const marked = await colours(current)
      const ground = await colours(page.locator('.admin__side'))
      expect(marked.backgroundColor).not.toBe(ground.backgroundColor)
      expect(marked.color).not.toBe(usual.color)
      // Icons are as readable as their texts.
      for (const { icon, color } of [usual, marked]) expect(icon).toBe(color)
      for (const link of [home, current]) {
        await link.focus()
        // As by the keyboard.
        await page.keyboard.press('Shift')
        const focused = await colours(link)
        expect(focused.outlineStyle).toBe('solid')
        expect(focused.outlineColor).not.toBe(focused.backgroundColor)
        await link.blur()
      }
    }
  })
})
