import type { Page } from '@playwright/test'
import { chooseFromMenu, paper } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/known-school.ts'
import { expectAccessible } from '../support/page-checks.ts'

const NOTICES = '/admin/dashboard/createNotice'
const TYPED = '`kg †kÖwYi wbe©vPbx cixÿvi mgqm~wP-2025'
const READS = 'দশম শ্রেণির নির্বাচনী পরীক্ষার সময়সূচি-২০২৫'
const FOUND = 'লেখাটি বিজয় (ANSI) ফন্টে টাইপ করা মনে হচ্ছে।'

const titleOf = (page: Page) => page.getByLabel('শিরোনাম', { exact: true })
const offer = (page: Page) => page.locator('.bijoy__offer')
const accept = (page: Page) => page.getByRole('button', { name: 'ইউনিকোড লেখাটি ব্যবহার করুন' })
const keep = (page: Page) => page.getByRole('button', { name: 'যেমন আছে তেমন রাখুন' })
const undo = (page: Page) => page.getByRole('button', { name: 'আগের লেখা ফিরিয়ে আনুন' })
const force = (page: Page) => page.getByRole('button', { name: 'বিজয় থেকে ইউনিকোড' }).first()

/** Fills the clipboard like another application, and pastes with the keyboard. */
async function paste(page: Page, text: string, html?: string) {
  await page.evaluate(
    ([plain, rich]) => {
      const copy = (event: ClipboardEvent) => {
        event.preventDefault()
        event.clipboardData?.setData('text/plain', plain)
        if (rich) event.clipboardData?.setData('text/html', rich)
      }
      document.addEventListener('copy', copy, { once: true })
    },
    [text, html] as const,
  )
  await page.keyboard.press('Control+C')
  await page.keyboard.press('Control+V')
}

test.beforeEach(async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}${NOTICES}`)
})

test('converts beside the text of a title, not above it', async ({ page }) => {
  await titleOf(page).fill(TYPED)
  for (const width of [1366, 768, 360]) {
    await page.setViewportSize({ width, height: 768 })
    const [field, button] = await Promise.all([
      titleOf(page).boundingBox(),
      force(page).boundingBox(),
    ])
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  }
})

test('offers a pasted title in Unicode, accepts it with one click and reverts it with another', async ({
  page,
  school,
}) => {
  await titleOf(page).focus()
  await paste(page, TYPED)
  await expect(offer(page)).toContainText(FOUND)
  await expect(offer(page)).toContainText(READS)
  await expect(page.getByRole('status').filter({ hasText: READS })).toHaveCount(1)
  await expect(titleOf(page)).toHaveValue(TYPED)

  await accept(page).click()
  await expect(titleOf(page)).toHaveValue(READS)
  await expect(offer(page)).toHaveCount(0)
  await undo(page).click()
  await expect(titleOf(page)).toHaveValue(TYPED)
  await titleOf(page).blur()
  await expect(offer(page)).toHaveCount(0)

  // Both the browser's undo and the form know the accepted text.
  await titleOf(page).fill('')
  await paste(page, `${TYPED} `)
  await accept(page).click()
  await page.locator('.dropzone input').setInputFiles(paper())
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(notice?.title).toBe(READS)
  await expect(titleOf(page)).toHaveValue('')
  await expect(page.getByText('ইউনিকোড লেখা বসানো হয়েছে।')).toHaveCount(0)
})

test('detects Bijoy by the font in text pasted from Word, down to a single word', async ({
  page,
}) => {
  await titleOf(page).focus()
  const html = `<html><head><style>p { font-family: Calibri }</style></head><body>
    <p class=MsoNormal><span style='font-family:"Times New Roman"'>ICT</span>
    <span style='font-size:14.0pt;font-family:SutonnyMJ'>evsjv</span></p></body></html>`
  await paste(page, 'ICT evsjv', html)
  await expect(offer(page)).toContainText('লেখাটি বিজয় (ANSI) ফন্ট থেকে কপি করা।')
  await expect(offer(page).locator('.quote')).toHaveText('ICT বাংলা')

  // Without a font the word is ambiguous; in that family's Unicode font it is Unicode.
  await titleOf(page).fill('')
  await paste(page, 'Kwc', `<p style="font-family:SutonnyOMJ">Kwc</p>`)
  await expect(force(page)).toBeVisible()
  await titleOf(page).blur()
  await expect(offer(page)).toHaveCount(0)
})

test('checks typed text on blur and does not ask again after a refusal', async ({ page }) => {
  await titleOf(page).pressSequentially('fwZ© weÁwß 2026')
  await expect(offer(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(offer(page)).toContainText('ভর্তি বিজ্ঞপ্তি ২০২৬')
  await keep(page).click()
  await expect(offer(page)).toHaveCount(0)
  await expect(titleOf(page)).toBeFocused()
  await expect(titleOf(page)).toHaveValue('fwZ© weÁwß 2026')
  await titleOf(page).blur()
  await titleOf(page).focus()
  await titleOf(page).blur()
  await expect(offer(page)).toHaveCount(0)
})

test('leaves English unchanged when pasted, typed or submitted', async ({ page, school }) => {
  await titleOf(page).focus()
  await paste(page, 'SSC Exam Routine 2026 (Revised) – GPA & Marks')
  await titleOf(page).blur()
  await expect(force(page)).toBeVisible()
  await page.locator('.dropzone input').setInputFiles(paper())
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(notice?.title).toBe('SSC Exam Routine 2026 (Revised) – GPA & Marks')
})

for (const outcome of ['continue', 'abort'] as const) {
  test(`delays a submit until the converter has loaded: ${outcome}`, async ({ page, school }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/bijoy-(?!box)[^/]*\.js$/, async (route) => {
      await released
      await route[outcome]()
    })
    await page.reload()
    await page.locator('.dropzone input').setInputFiles(paper('IMG_0001.pdf'))
    await titleOf(page).fill(TYPED)
    await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
    release()
    if (outcome === 'continue') {
      await expect(offer(page)).toContainText('আগে লেখাটি একবার দেখে নিন।')
      await expect(accept(page)).toBeFocused()
      await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
    }
    await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
    const notices = await school.admin.listEntries({ params: { collection: 'notices' } })
    expect(notices.map(({ title }) => title)).toEqual([TYPED])
  })
}

test('asks once before submitting Bijoy text, then submits it unchanged on request', async ({
  page,
  school,
}) => {
  await page.locator('.dropzone input').setInputFiles(paper('IMG_0001.pdf'))
  await titleOf(page).fill(TYPED)
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(offer(page)).toContainText('আগে লেখাটি একবার দেখে নিন।')
  await expect(accept(page)).toBeFocused()
  expect(await school.admin.listEntries({ params: { collection: 'notices' } })).toEqual([])

  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(notice?.title).toBe(TYPED)
})

test('does not move a button during a press', async ({ page }) => {
  // The whole form is visible, so that the browser does not scroll after elements that moved.
  await page.setViewportSize({ width: 1280, height: 1600 })
  await titleOf(page).fill(TYPED)
  await page.getByRole('button', { name: 'ফেলে দিন' }).click({ delay: 700 })
  await expect(titleOf(page)).toHaveValue('')
  await expect(offer(page)).toHaveCount(0)
})

test('converts by keyboard only, and on demand when Bijoy is not detected', async ({ page }) => {
  await titleOf(page).focus()
  await page.keyboard.type('Kwc Notice')
  await page.keyboard.press('Home')
  for (let letter = 0; letter < 'Kwc'.length; letter += 1) {
    await page.keyboard.press('Shift+ArrowRight')
  }
  await page.keyboard.press('Tab')
  await expect(force(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(titleOf(page)).toHaveValue('কপি Notice')
  await expect(titleOf(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(titleOf(page)).toHaveValue('Kwc Notice')

  await page.keyboard.press('Control+A')
  await page.keyboard.type(TYPED)
  await page.keyboard.press('Tab')
  await expect(offer(page)).toBeVisible()
  await titleOf(page).focus()
  await page.keyboard.press('Tab')
  await expect(accept(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(titleOf(page)).toHaveValue(READS)
  await page.keyboard.press('Control+Z')
  await expect(titleOf(page)).toHaveValue(TYPED)
})

test('offers a conversion for the title taken from a file name', async ({ page }) => {
  await page.locator('.dropzone input').setInputFiles(paper('fwZ©_weÁwß_2026.pdf'))
  await expect(offer(page)).toContainText('ভর্তি বিজ্ঞপ্তি ২০২৬')
  await accept(page).click()
  await expect(titleOf(page)).toHaveValue('ভর্তি বিজ্ঞপ্তি ২০২৬')
})

test('checks searches and renames for Bijoy', async ({ page, school }) => {
  await publish(school.admin, 'notices', READS)
  await publish(school.admin, 'notices', 'অভিভাবক সমাবেশ')
  await page.reload()
  const search = page.getByRole('searchbox')
  await search.fill('wbe©vPbx cixÿv')
  await page.keyboard.press('Enter')
  await expect(page.getByText('মেলে এমন কিছু পাওয়া যায়নি')).toBeVisible()
  await search.blur()
  await accept(page).click()
  await expect(search).toHaveValue('নির্বাচনী পরীক্ষা')
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1)

  await chooseFromMenu(page.locator('tbody'), /নাম বদলান/)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(TYPED)
  await page.keyboard.press('Enter')
  await expect(dialog.locator('.bijoy__offer')).toContainText(READS)
  await expectAccessible(page, 'the offer in a dialog')
})

test('shows an accessible offer that fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await titleOf(page).focus()
  await paste(page, `${TYPED} ${TYPED} ${TYPED}`)
  await expect(offer(page)).toBeVisible()
  await expectAccessible(page, 'the offer')
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider).toBe(0)
})
