import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { versionsOf } from '@bidyaloy/shared/collections/entry'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import type { Locator, Page } from '@playwright/test'
import { CLERK, withApproval } from '../support/approval.ts'
import { chooseFromMenu } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { smallPhoto } from '../support/phone-photo.ts'
import type { SchoolServer } from '../support/school-server.ts'
import { openScreen, openTab, sidebar } from '../support/sidebar.ts'

const DASHBOARD = '/admin/dashboard'
const APPROVAL = `${DASHBOARD}/approval`
const notices = { collection: 'notices' } as const
const NOTE = pageCopy['preview.note']

const titles = async ({ visitor }: { visitor: Pick<SchoolServer['admin'], 'listEntries'> }) =>
  (await visitor.listEntries({ params: notices })).map(({ title }) => title)

/** Moves a finger over an element, to the right if `by` is positive. */
async function swipe(element: Locator, by: number) {
  const finger = { pointerType: 'touch', isPrimary: true }
  await element.dispatchEvent('pointerdown', { ...finger, clientX: 180, clientY: 300 })
  await element.dispatchEvent('pointerup', { ...finger, clientX: 180 + by, clientY: 310 })
}

const card = (part: Page | Locator) => part.getByRole('article')

/** Publishes as a clerk, so that it waits. */
const send = (clerk: SchoolServer['admin'], title: string, file?: File) =>
  clerk.createEntry({
    params: notices,
    body: { title, body: 'সবাইকে **জানানো** যাচ্ছে।' },
    ...(file && { file }),
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a head reads what waits without the site around it, approves it, takes it back, and sends another back', async ({
    page,
    school,
    signIn,
  }) => {
    test.setTimeout(120_000)
    const clerk = await withApproval(school)
    const visitor = createHttpApi(fetchSend(school.url))
    await signIn(page, school.url + DASHBOARD)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('স্বাগতম')
    await expect(page.getByText(/অনুমোদনের অপেক্ষায়/)).toHaveCount(0)
    const { buffer, name, mimeType } = await smallPhoto(page, 'চিঠি.png', { color: 'red' })
    const file = new File([new Uint8Array(buffer)], name, { type: mimeType })
    for (const title of ['শীতকালীন ছুটি', 'ডিসেম্বরের বেতন', 'বিজয় দিবস']) {
      await send(clerk, title, file)
    }
    expect(await titles({ visitor })).toEqual([])

    // First on the home, before the question.
    await page.reload()
    const first = page.getByRole('region', { name: 'অনুমোদনের অপেক্ষায় ৩টি' })
    await expect(card(first)).toContainText('সবাইকে জানানো যাচ্ছে।')
    await expect(card(first)).toContainText(CLERK.username)
    await expect(first.getByRole('link', { name: 'বিজয় দিবস' })).toBeVisible()
    for (const button of ['অনুমোদন', 'ফেরত']) {
      await expect(card(first).getByRole('button', { name: button, exact: true })).toBeInViewport()
    }
    await expectAccessible(page, 'the home with what waits')
    await card(first).getByRole('link', { name: 'শীতকালীন ছুটি' }).tap()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('যা প্রকাশিত')
    const seen = card(page)
    await expect(seen.getByRole('heading', { name: 'শীতকালীন ছুটি' })).toBeInViewport()
    await expect(seen.locator('strong, b').filter({ hasText: 'জানানো' })).toBeInViewport()
    await expect(page.locator('iframe')).toHaveCount(0)
    const picture = seen.getByRole('img', { name: 'শীতকালীন ছুটি, পাতা ১' })
    await picture.scrollIntoViewIfNeeded()
    expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => true))).toBe(
      true,
    )
    await page.evaluate(() => scrollTo(0, 0))
    // In reach of the thumb, wherever one reads.
    for (const button of ['অনুমোদন', 'ফেরত']) {
      const box = await seen.getByRole('button', { name: button, exact: true }).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(48)
      expect(box?.y).toBeGreaterThan(600)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740)
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await sidewaysScroll(page)).toBe(0)
        await expectAccessible(page, `approval, ${width} px, ${colorScheme}`)
      }
    }
    await page.setViewportSize({ width: 360, height: 740 })

    // The page with the site around it opens without an account.
    const whole = seen.getByRole('link', { name: approvalCopy['approval.preview.open'] })
    const address = new URL((await whole.getAttribute('href')) ?? '', school.url).href
    expect(await (await fetch(address)).text()).toContain(NOTE)

    const approve = seen.getByRole('button', { name: 'অনুমোদন', exact: true })
    await approve.tap()
    // The next one opens by itself, above what was approved.
    const done = page.getByRole('region', { name: entriesCopy['notices.created'] })
    await expect(seen.getByRole('heading', { name: 'ডিসেম্বরের বেতন' })).toBeFocused()
    expect(await titles({ visitor })).toEqual(['শীতকালীন ছুটি'])
    await expect(done.getByRole('link', { name: 'হোয়াটসঅ্যাপে পাঠান' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\?text=/,
    )
    await expectAccessible(page, 'what was approved')
    await done.getByRole('button', { name: 'ফিরিয়ে নিন' }).tap()
    await expect(page.locator('.toast')).toContainText('“শীতকালীন ছুটি” আবার অপেক্ষায়।')
    expect(await titles({ visitor })).toEqual([])
    // It comes back as its writer's, opened.
    await expect(seen.getByRole('heading', { name: 'শীতকালীন ছুটি' })).toBeFocused()
    await expect(seen.getByRole('heading', { name: 'শীতকালীন ছুটি' })).toBeInViewport()
    await expect(seen).toContainText(CLERK.username)
    await approve.tap()
    await expect(seen.getByRole('heading', { name: 'ডিসেম্বরের বেতন' })).toBeFocused()
    await expect(page.locator('.toast')).toHaveCount(0)

    // One after the other, by buttons or by a finger.
    const heading = (name: string) => seen.getByRole('heading', { name })
    const previous = page.getByRole('button', { name: approvalCopy['approval.previous'] })
    await page.getByRole('button', { name: approvalCopy['approval.next'] }).tap()
    await expect(heading('বিজয় দিবস')).toBeFocused()
    await previous.tap()
    await expect(heading('ডিসেম্বরের বেতন')).toBeFocused()
    await expect(previous).toBeDisabled()
    await swipe(heading('ডিসেম্বরের বেতন'), -30)
    await expect(heading('ডিসেম্বরের বেতন')).toBeVisible()
    await swipe(heading('ডিসেম্বরের বেতন'), -120)
    await expect(heading('বিজয় দিবস')).toBeFocused()
    await swipe(heading('বিজয় দিবস'), 120)
    await expect(heading('ডিসেম্বরের বেতন')).toBeFocused()

    await approve.tap()
    await expect(heading('বিজয় দিবস')).toBeFocused()
    expect(await titles({ visitor })).toEqual(['ডিসেম্বরের বেতন', 'শীতকালীন ছুটি'])
    // By keyboard.
    const back = seen.getByRole('button', { name: 'ফেরত', exact: true })
    await back.press('Enter')
    await seen.getByRole('button', { name: 'বাতিল' }).press('Enter')
    await expect(back).toBeFocused()
    await back.press('Enter')
    await expect(seen.getByRole('group', { name: 'তৈরি বাক্য' })).toBeFocused()
    const sendBack = seen.getByRole('button', { name: 'ফেরত পাঠান' })
    await sendBack.press('Enter')
    const note = seen.getByLabel('কী ঠিক করতে হবে')
    await expect(note).toBeFocused()
    await expect(note).toHaveAttribute('aria-invalid', 'true')
    await seen.getByLabel('তারিখ ঠিক করুন').press('Space')
    await expect(note).toHaveValue('তারিখ ঠিক করুন')
    await note.fill('তারিখ ঠিক করুন: ১৬ ডিসেম্বর।')
    await expectAccessible(page, 'sending back')
    await sendBack.press('Enter')
    await expect(page.locator('.toast').last()).toContainText('ফেরত পাঠানো হয়েছে।')
    await expect(page.getByText(approvalCopy['approval.empty'])).toBeVisible()
    const [sent] = await clerk.listEntries({ params: notices, query: { state: 'draft' } })
    expect(sent).toMatchObject({
      title: 'বিজয় দিবস',
      draft: { note: 'তারিখ ঠিক করুন: ১৬ ডিসেম্বর।', noteBy: 'admin' },
    })
    const { returned } = await clerk.adminOverview()
    expect(returned).toMatchObject([{ title: 'বিজয় দিবস' }])
  })

  test('a head approves and takes back a change on the home', async ({ page, school, signIn }) => {
    const clerk = await withApproval(school)
    const visitor = createHttpApi(fetchSend(school.url))
    const { _id: id } = await school.admin.createEntry({
      params: notices,
      body: { title: 'রুটিন', body: 'প্রথম' },
    })
    await clerk.updateEntry({ params: { ...notices, id }, body: { title: 'নতুন রুটিন' } })
    await signIn(page, school.url + DASHBOARD)
    await card(page).getByRole('button', { name: 'অনুমোদন', exact: true }).tap()
    await page.getByRole('button', { name: 'ফিরিয়ে নিন' }).tap()
    await expect(page.locator('.toast')).toContainText('“নতুন রুটিন” আবার অপেক্ষায়।')
    expect(await titles({ visitor })).toEqual(['রুটিন'])
    // The page has scrolled to what was approved; it is brought back to what waits again.
    const heading = card(page).getByRole('heading', { name: 'নতুন রুটিন' })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await expect(card(page)).toContainText(CLERK.username)
    expect(await clerk.listEntries({ params: notices, query: { state: 'waiting' } })).toMatchObject(
      [{ title: 'নতুন রুটিন', draft: { by: CLERK.username, changes: true } }],
    )

    // Nothing is taken back once more has happened.
    await card(page).getByRole('button', { name: 'অনুমোদন', exact: true }).tap()
    await expect(page.getByRole('button', { name: 'ফিরিয়ে নিন' })).toBeVisible()
    await school.admin.updateEntry({ params: { ...notices, id }, body: { title: 'শেষ রুটিন' } })
    await page.getByRole('button', { name: 'ফিরিয়ে নিন' }).tap()
    await expect(page.locator('.toast')).toContainText('অনুমোদন আর ফিরিয়ে নেওয়া যায় না।')
    expect(await titles({ visitor })).toEqual(['শেষ রুটিন'])
  })
})

test('a head approves nothing that was changed after it was seen', async ({
  page,
  school,
  signIn,
}) => {
  const clerk = await withApproval(school)
  const visitor = createHttpApi(fetchSend(school.url))
  const { _id: id } = await school.admin.createEntry({
    params: notices,
    body: { title: 'রুটিন', body: 'প্রথম' },
  })
  const params = { ...notices, id }
  await clerk.updateEntry({ params, body: { title: 'নতুন রুটিন' } })
  await signIn(page, school.url + APPROVAL)
  const shown = card(page).getByRole('heading', { level: 3 })
  await expect(shown).toHaveText('নতুন রুটিন')
  await clerk.updateEntry({ params, body: { title: 'অন্য রুটিন' } })
  const approve = card(page).getByRole('button', { name: 'অনুমোদন', exact: true })
  await approve.click()
  await expect(page.locator('.toast')).toContainText('আপনি দেখার পর এটি বদলেছে')
  expect(await titles({ visitor })).toEqual(['রুটিন'])
  await expect(shown).toHaveText('অন্য রুটিন')

  // The published notice is changed meanwhile.
  const seen = versionsOf(await school.admin.getDraft({ params }))
  await school.admin.updateEntry({
    params,
    body: { body: 'দ্বিতীয়', status: 'published', ...seen },
  })
  expect(await titles({ visitor })).toEqual(['অন্য রুটিন'])
  await clerk.updateEntry({ params, body: { title: 'শেষ রুটিন' } })
  await page.reload()
  await expect(shown).toHaveText('শেষ রুটিন')
  await approve.click()
  await expect(page.getByText(approvalCopy['approval.empty'])).toBeVisible()
  expect(await titles({ visitor })).toEqual(['শেষ রুটিন'])

  // The published notice is changed beside the change that waits.
  await clerk.updateEntry({ params, body: { title: 'মার্চের রুটিন' } })
  await page.reload()
  await expect(shown).toHaveText('মার্চের রুটিন')
  await school.admin.updateEntry({ params, body: { title: 'রুটিন (সংশোধিত)' } })
  await approve.click()
  await expect(page.getByText(approvalCopy['approval.conflict'])).toBeVisible()
  expect(await titles({ visitor })).toEqual(['রুটিন (সংশোধিত)'])
  await page.getByRole('button', { name: approvalCopy['approval.anyway'] }).click()
  await expect(page.getByText(approvalCopy['approval.empty'])).toBeVisible()
  expect(await titles({ visitor })).toEqual(['মার্চের রুটিন'])
})

test('only heads have the screen, while approval is on', async ({
  page,
  browser,
  school,
  signIn,
}) => {
  await signIn(page, school.url + DASHBOARD)
  const name = 'অপেক্ষায়'
  const link = sidebar(page).getByRole('link', { name, includeHidden: true })
  await expect(page.getByRole('heading', { name: 'স্বাগতম' })).toBeVisible()
  await expect(link).toHaveCount(0)
  const clerk = await withApproval(school)
  await page.reload()
  await openScreen(page, name)
  await expect(page.getByText(approvalCopy['approval.empty'])).toBeVisible()

  const hers = await (await browser.newContext()).newPage()
  await hers.goto(school.url + APPROVAL)
  await hers.getByLabel('ব্যবহারকারীর নাম').fill(CLERK.username)
  await hers.getByLabel('পাসওয়ার্ড', { exact: true }).fill(CLERK.password)
  await hers.getByRole('button', { name: 'Login' }).click()
  await expect(hers.getByRole('heading', { name: 'এই পাতার কাজ আপনার অ্যাকাউন্টে নেই' })).toBeVisible()
  await expect(sidebar(hers).getByRole('link', { name, includeHidden: true })).toHaveCount(0)

  // She changes what a colleague sent, but discards only her own.
  await clerk.createEntry({ params: notices, body: { title: 'নিজের', body: 'লেখা' } })
  const body = { title: 'সহকর্মীর', body: 'লেখা', status: 'waiting' } as const
  await school.admin.createEntry({ params: notices, body })
  await hers.goto(`${school.url}${DASHBOARD}/createNotice`)
  await openTab(hers, 'অপেক্ষায় ২')
  const own = hers.locator('.drafts > li').filter({ hasText: 'নিজের' })
  const others = hers.locator('.drafts > li').filter({ hasText: 'সহকর্মীর' })
  await own.getByRole('button', { name: /আরও কাজ/ }).click()
  await expect(hers.getByRole('menuitem', { name: entriesCopy['draft.delete'] })).toBeVisible()
  await hers.keyboard.press('Escape')
  await expect(others.getByRole('button', { name: 'সহকর্মীর' })).toBeVisible()
  await expect(others.getByRole('button', { name: /আরও কাজ/ })).toHaveCount(0)
})

test('a draft in the list opens as visitors will see it', async ({ page, school, signIn }) => {
  await school.admin.createEntry({
    params: notices,
    body: { title: 'অভিভাবক সভা', body: 'শনিবার।', status: 'draft' },
  })
  await signIn(page, `${school.url}${DASHBOARD}/published?state=draft`)
  const opened = page.waitForEvent('popup')
  await chooseFromMenu(page.locator('.drafts > li'), entriesCopy['draft.preview'])
  const preview = await opened
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('অভিভাবক সভা')
  await expect(preview.getByText(NOTE)).toBeVisible()
  for (const width of [360, 1440]) {
    await preview.setViewportSize({ width, height: 740 })
    expect(await sidewaysScroll(preview)).toBe(0)
    await expectAccessible(preview, `a preview, ${width} px`)
  }

  await expect(page.getByText('লিংক যার কাছে আছে সে')).toBeVisible()
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
  }
  await page.getByRole('button', { name: entriesCopy['draft.previewEnd'] }).click()
  await expect(page.getByText(entriesCopy['draft.previewEnded'])).toBeVisible()
  await expect(page.getByText('লিংক যার কাছে আছে সে')).toHaveCount(0)
  await preview.reload()
  await expect(preview.getByText(pageCopy['preview.ended.body'])).toBeVisible()
})
