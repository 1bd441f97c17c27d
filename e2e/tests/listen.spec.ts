import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'
import { admissionNotice } from '../support/papers.ts'
import type { SchoolServer } from '../support/school-server.ts'
import { endSentence, findVoices, heardIn, withVoices } from '../support/speech-in-page.ts'

const BODY = 'কাল **২৪ নভেম্বর** সব ক্লাস বন্ধ। ড. রহমান কি আসবেন? না!\n\n- শিশু শ্রেণি\n- দশম শ্রেণি'

async function publishNotice(school: SchoolServer, title = 'ঝড়ের সতর্কতা'): Promise<string> {
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title, body: BODY },
  })
  return `${school.url}/n/${id}`
}

const start = (page: Page) => page.getByRole('button', { name: 'শুনুন' })
const stop = (page: Page) => page.getByRole('button', { name: 'থামান' })

/** Returns the marked text. */
const marked = (page: Page) =>
  page.evaluate(() => [...(CSS.highlights.get('saying') ?? [])].map(String).join(''))

test('reads title and text by sentence, marks each, and stops when the page is left', async ({
  page,
  school,
}) => {
  const older = await publishNotice(school, 'পুরোনো নোটিশ')
  const address = await publishNotice(school)
  await page.setViewportSize({ width: 360, height: 740 })
  await withVoices(page, [
    { lang: 'en-US', localService: true },
    { lang: 'bn_IN', localService: true },
    { lang: 'bn-BD', localService: true },
  ])
  await open(page, address)
  await expect(start(page)).toHaveCount(0)
  const before = await page.locator('.prose').boundingBox()
  await findVoices(page)
  await expect(start(page)).toBeVisible()
  expect(await page.locator('.prose').boundingBox()).toEqual(before)
  expect(await sidewaysScroll(page)).toBe(0)

  await start(page).click()
  const sentences = [
    'ঝড়ের সতর্কতা',
    'কাল ২৪ নভেম্বর সব ক্লাস বন্ধ।',
    'ড. রহমান কি আসবেন?',
    'না!',
    'শিশু শ্রেণি',
    'দশম শ্রেণি',
  ]
  for (const sentence of sentences) {
    await expect.poll(() => marked(page)).toBe(sentence)
    await endSentence(page)
  }
  await expect(start(page)).toBeVisible()
  expect(await marked(page)).toBe('')
  const heard = sentences.map((sentence) => `bn-BD: ${sentence}`)
  expect(await heardIn(page)).toEqual(heard)

  // Stopped by the same button.
  await start(page).click()
  await expectAccessible(page, 'a notice that is being read')
  await stop(page).click()
  await expect(start(page)).toBeVisible()
  heard.push('bn-BD: ঝড়ের সতর্কতা', '-')
  expect(await heardIn(page)).toEqual(heard)
  expect(await marked(page)).toBe('')

  // To the next notice without a document, and to a file or another site.
  await start(page).click()
  await page
    .getByRole('link', { name: /পুরোনো নোটিশ/ })
    .first()
    .click()
  await expect(page).toHaveURL(older)
  await expect(start(page)).toBeVisible()
  heard.push('bn-BD: ঝড়ের সতর্কতা', '-')
  expect(await heardIn(page)).toEqual(heard)
  await start(page).click()
  await page.evaluate(() => location.assign('/robots.txt'))
  await expect(page).toHaveURL(/robots/)
  heard.push('bn-BD: পুরোনো নোটিশ', '-')
  expect(await heardIn(page)).toEqual(heard)
})

test('marks the paragraph where browsers cannot mark a sentence', async ({ page, school }) => {
  const address = await publishNotice(school)
  await withVoices(page, [{ lang: 'bn-BD', localService: true }])
  await page.addInitScript(() => Reflect.deleteProperty(CSS, 'highlights'))
  await open(page, address)
  await findVoices(page)
  await start(page).click()
  await expect(page.locator('.saying')).toHaveText('ঝড়ের সতর্কতা')
  await endSentence(page)
  await expect(page.locator('.saying')).toHaveText(/^কাল ২৪ নভেম্বর .+ না!$/)
  await stop(page).click()
  await expect(page.locator('.saying')).toHaveCount(0)
})

test('reads the text of a paper that stands open above its picture, not a closed one', async ({
  page,
  school,
}) => {
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ভর্তি বিজ্ঞপ্তি' },
    file: new File([new Uint8Array(admissionNotice())], 'ভর্তি.pdf', { type: 'application/pdf' }),
  })
  const params = { collection: 'notices' as const, id }
  const read = () => school.admin.getEntry({ params })
  await expect.poll(async () => (await read()).pages?.length, { timeout: 20_000 }).toBe(1)
  const correct = async (text: string) => {
    const { filePath = '' } = await read()
    await school.admin.updateEntryText({
      params,
      body: { pages: [{ file: filePath, page: 1, text }] },
    })
    await open(page, `${school.url}/n/${id}`)
    await findVoices(page)
  }
  await withVoices(page, [{ lang: 'bn-BD', localService: true }])
  await correct('ভর্তি পরীক্ষা শনিবার। প্রবেশপত্র আনতে হবে।')
  await start(page).click()
  for (const sentence of ['ভর্তি বিজ্ঞপ্তি', 'ভর্তি পরীক্ষা শনিবার।', 'প্রবেশপত্র আনতে হবে।']) {
    await expect.poll(() => marked(page)).toBe(sentence)
    await endSentence(page)
  }
  await expect(start(page)).toBeVisible()

  // Without a sentence it is closed, below the picture.
  await correct('রোল ১২ ১৩ ১৪')
  await expect(page.locator('details.pagetext')).toHaveCount(1)
  await expect(start(page)).toHaveCount(0)
})

test('is not offered without a Bengali voice of the device, or without a text', async ({
  page,
  school,
}) => {
  const address = await publishNotice(school)
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'শুধু ফাইল' },
    file: new File(['ছুটি'], 'notice.txt'),
  })
  // One that sends the text to its maker.
  await withVoices(page, [
    { lang: 'bn-BD', localService: false },
    { lang: 'en-US', localService: true },
  ])
  await open(page, address)
  await findVoices(page)
  await expect(start(page)).toHaveCount(0)

  const other = await page.context().newPage()
  await withVoices(other, [{ lang: 'bn-IN', localService: true }])
  await open(other, `${school.url}/n/${id}`)
  await findVoices(other)
  await expect(start(other)).toHaveCount(0)
  await open(other, address)
  await findVoices(other)
  await expect(start(other)).toBeVisible()
})
