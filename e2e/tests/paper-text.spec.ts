import { entryAddress } from '@bidyaloy/shared/collections/registry'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import {
  expectAccessible,
  expectReadableColours,
  hydrated,
  open,
  sidewaysScroll,
  watchApi,
} from '../support/page-checks.ts'
import { admissionNotice } from '../support/papers.ts'
import type { SchoolServer } from '../support/school-server.ts'

const TEXT = 'ভর্তি পরীক্ষা ১০/১২/২০২৬\nশনিবার সকাল ১০টা'

/** Publishes a notice, or an own page, of two papers, each with a text; returns the path of its page. */
async function publish(
  { admin }: SchoolServer,
  collection: 'notices' | 'pages' = 'notices',
): Promise<string> {
  const paper = (name: string) =>
    new File([new Uint8Array(admissionNotice())], name, { type: 'application/pdf' })
  const file = [paper('এক.pdf'), paper('দুই.pdf')]
  const isPage = collection === 'pages'
  const body = {
    title: 'ভর্তি বিজ্ঞপ্তি',
    ...(isPage && { slug: 'admission', body: 'ভর্তির নিয়ম।' }),
  }
  const entry = await admin.createEntry({ params: { collection }, body, file })
  const params = { collection, id: entry._id }
  const files = async () => (await admin.getEntry({ params })).files ?? []
  await expect
    .poll(async () => (await files()).every(({ pages }) => pages?.length), { timeout: 60_000 })
    .toBe(true)
  const pages = (await files()).map(({ filePath }) => ({ file: filePath, page: 1, text: TEXT }))
  await admin.updateEntryText({ params, body: { pages } })
  return entryAddress(collection, entry)
}

const texts = (page: Page) => page.locator('details.pagetext')
const openOnes = (page: Page) => page.locator('details.pagetext[open]')

test('the text of papers follows their pictures, by keyboard, in both themes and in the search', async ({
  page,
  school,
}) => {
  const path = await publish(school)
  await page.setViewportSize({ width: 360, height: 800 })
  const asked = watchApi(page)
  await open(page, school.url + path)
  await expect(texts(page)).toHaveCount(2)
  await expect(openOnes(page)).toHaveCount(0)
  await page.locator('details.pagetext summary').first().press('Enter')
  await expect(openOnes(page).getByText('শনিবার')).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page, 'text of a paper')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColours(page, 'text of a paper, dark')
  // The browser has the texts from the markup.
  expect(asked.filter((address) => address.endsWith('/text'))).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(texts(page).first()).toBeHidden()
  await page.emulateMedia({ media: null, colorScheme: null })

  await open(page, `${school.url}/search?q=শনিবার`)
  await expect(page.getByText('১ম ফাইলের ১ম পৃষ্ঠায়')).toBeVisible()
  await expectAccessible(page, 'result inside a paper')
  await page.getByRole('link', { name: 'ভর্তি বিজ্ঞপ্তি' }).click()
  await expect(page).toHaveURL(`${school.url}${path}#page=1`)
  await hydrated(page)
  await expect(openOnes(page)).toHaveCount(1)
  await expect(openOnes(page)).toBeInViewport()

  // The same page, another part.
  await page.evaluate(() => {
    location.hash = 'file=2&page=1'
  })
  await expect(openOnes(page)).toHaveCount(2)
  await expect(texts(page).nth(1)).toBeInViewport()

  // From another page of the site, without loading a document.
  await page.getByRole('link', { name: 'সব নোটিশ' }).last().click()
  await page.locator('main').getByRole('link', { name: 'ভর্তি বিজ্ঞপ্তি' }).click()
  await expect(texts(page)).toHaveCount(2)
  await expect(texts(page).first().locator('.pagetext__lines')).toHaveText(TEXT)
})

test('the text of a paper can be read without script, and with Save-Data is open beside a small copy', async ({
  browser,
  school,
}) => {
  const path = await publish(school)
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const page = await plain.newPage()
  await page.goto(`${school.url}${path}#file=2&page=1`)
  await expect(texts(page).nth(1).getByText('শনিবার')).toBeVisible()
  await expect(texts(page).nth(1)).toBeInViewport()
  await expect(openOnes(page)).toHaveCount(1)
  await plain.close()

  const saving = await browser.newContext({ extraHTTPHeaders: { 'save-data': 'on' } })
  const small = await saving.newPage()
  await small.goto(school.url + path)
  await expect(openOnes(small)).toHaveCount(2)
  const picture = small.locator('main .sheet img').first()
  await expect(picture).toHaveAttribute('src', /-p1-1094\.webp$/)
  const ratio = await picture.evaluate((img: HTMLImageElement) =>
    img.decode().then(() => img.naturalWidth),
  )
  expect(ratio).toBe(1094)
  await expect(small.locator('main a.sheet').first()).toHaveAttribute('href', /-p1-1458\.webp$/)
  await saving.close()
})

test('the text of the papers of an own page follows their names, and searches lead to it', async ({
  page,
  school,
}) => {
  const path = await publish(school, 'pages')
  await page.setViewportSize({ width: 360, height: 800 })
  const asked = watchApi(page)
  await open(page, `${school.url}/search?q=শনিবার`)
  await page.getByRole('link', { name: 'ভর্তি বিজ্ঞপ্তি' }).click()
  await expect(page).toHaveURL(`${school.url}${path}#page=1`)
  await hydrated(page)
  await expect(texts(page)).toHaveCount(2)
  await expect(openOnes(page)).toHaveCount(1)
  await expect(openOnes(page).getByText('শনিবার')).toBeInViewport()
  expect(await sidewaysScroll(page)).toBe(0)
  await expectAccessible(page, 'own page with text of papers')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColours(page, 'own page with text of papers, dark')
  expect(asked.filter((address) => address.endsWith('/text'))).toEqual([])
})
