import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import {
  chooseFromMenu,
  dropFile,
  fillEntry,
  openValue,
  paper,
} from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { openScreen } from '../support/sidebar.ts'

const NOTICES = '/admin/dashboard/createNotice'
const MEGABYTE = 1024 * 1024

test('publishes a notice that a visitor then reads', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}/admin/dashboard`)
  await openScreen(page, 'নোটিশ বোর্ড')
  const title = page.getByLabel('শিরোনাম', { exact: true })
  await title.fill('বার্ষিক পরীক্ষা ২০২৬ এর সময়সূচি')
  await openValue(page, 'publish')
  await page.getByLabel('তারিখ').fill('৫/৩/২৬')
  await dropFile(page, paper('সময়সূচি.pdf'))
  await expect(page.locator('.upfile')).toContainText('সময়সূচি.pdf')
  // A double click.
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).dblclick()

  const done = page.getByRole('region', { name: 'নোটিশটি প্রকাশিত হয়েছে' })
  await expect(done).toBeFocused()
  await expect(done.getByRole('status').first()).toContainText('বার্ষিক পরীক্ষা ২০২৬ এর সময়সূচি')
  await expect(done.getByRole('status').first()).toContainText('PDF')
  await expect(page.locator('.toast')).toHaveCount(0)
  await expect(title).toHaveValue('')
  await expect(page.locator('.upfile')).toHaveCount(0)
  const row = page.getByRole('row', { name: /বার্ষিক পরীক্ষা ২০২৬/ })
  await expect(row).toContainText('৫ মার্চ ২০২৬')
  await expect(row).toContainText('PDF')
  await expect(row).toContainText('সদ্য যোগ করা')

  const notices = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(notices).toHaveLength(1)
  const address = `${school.url}/n/${notices[0]?._id}`
  const message = encodeURIComponent(`বার্ষিক পরীক্ষা ২০২৬ এর সময়সূচি\n${address}`)
  await expect(done.getByRole('link', { name: /^হোয়াটসঅ্যাপে পাঠান/ })).toHaveAttribute(
    'href',
    `https://wa.me/?text=${message}`,
  )
  await expect(done.getByRole('link', { name: /^ফেসবুকে দিন/ })).toHaveAttribute(
    'href',
    `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`,
  )
  // This server reads nothing, so the card does not say that it does.
  await expect(done.getByText('কাগজের লেখা নিজে থেকে পড়া হচ্ছে')).toHaveCount(0)
  await expect(done.getByRole('link', { name: 'লেখা দেখুন ও ঠিক করুন' })).toHaveAttribute(
    'href',
    `/admin/dashboard/text/notices/${notices[0]?._id}`,
  )
  const opened = page.waitForEvent('popup')
  await done.getByRole('link', { name: /^দেখুন/ }).press('Enter')
  await expect(await opened).toHaveURL(address)
  await page.goto(`${school.url}/allNotices`)
  await expect(page.getByText('বার্ষিক পরীক্ষা ২০২৬ এর সময়সূচি').first()).toBeVisible()
})

test('shows the text to share, copies it, and goes on by keyboard', async ({
  page,
  school,
  signIn,
}) => {
  await page.context().grantPermissions(['clipboard-read'])
  await school.admin.createContact({ body: { ...sampleContact, website: 'www.school.example' } })
  await signIn(page, `${school.url}${NOTICES}`)
  const title = page.getByLabel('শিরোনাম', { exact: true })
  await title.fill('শীতকালীন ছুটি')
  await page.getByLabel('লেখা', { exact: true }).fill('**১০ ডিসেম্বর** ছুটি শুরু। ক্লাস ২৪ ডিসেম্বর।')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const done = page.getByRole('region', { name: 'নোটিশটি প্রকাশিত হয়েছে' })
  await expect(done).toBeFocused()
  await expect(done.getByRole('heading')).toBeInViewport()

  await done.getByText('যে লেখা যাবে').click()
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  // Not the address in the contact record: no one has checked it.
  const address = `${school.url}/n/${notice?._id}`
  const text = `শীতকালীন ছুটি\n১০ ডিসেম্বর ছুটি শুরু।\n${address}`
  await expect(done.locator('.done__text')).toContainText(address)
  expect(await done.locator('.done__text').innerText()).toBe(text)
  await expect(done.getByRole('link', { name: /^হোয়াটসঅ্যাপে পাঠান/ })).toHaveAttribute(
    'href',
    `https://wa.me/?text=${encodeURIComponent(text)}`,
  )
  await done.getByRole('button', { name: 'কপি করুন', exact: true }).click()
  await expect(done.getByText('কপি করা হয়েছে')).toBeVisible()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await clipboard()).toBe(text)
  await done.getByRole('button', { name: 'শুধু লিংক কপি করুন' }).click()
  expect(await clipboard()).toBe(address)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `published, ${width} px`)
  }

  await done.getByRole('button', { name: 'আরেকটি নোটিশ' }).press('Enter')
  await expect(done).toHaveCount(0)
  await expect(title).toBeFocused()
  await title.fill('অভিভাবক সভা')
  await page.getByLabel('লেখা', { exact: true }).fill('সকাল ১০টায়।')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(done).toContainText('অভিভাবক সভা')
  await done.getByRole('button', { name: 'এই বার্তা বন্ধ করুন' }).press('Enter')
  await expect(done).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
})

test('takes the card away with what it is about', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}${NOTICES}`)
  const done = page.getByRole('region', { name: 'নোটিশটি প্রকাশিত হয়েছে' })
  for (const title of ['প্রথম', 'দ্বিতীয়']) {
    await fillEntry(page, title)
    await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
    await expect(done).toContainText(title)
  }
  const remove = async (title: RegExp) => {
    await chooseFromMenu(page.getByRole('row', { name: title }), 'মুছুন')
    await page.getByRole('button', { name: 'হ্যাঁ, মুছুন' }).click()
    await expect(page.getByRole('row', { name: title })).toHaveCount(0)
  }
  await remove(/প্রথম/)
  await expect(done).toContainText('দ্বিতীয়')
  await remove(/দ্বিতীয়/)
  await expect(done).toHaveCount(0)
})

test('names missing values beside their fields and links to them from the summary', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}${NOTICES}`)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('   ')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const summary = page.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('২টি ঘর ঠিক করতে হবে।')
  await summary.getByRole('link', { name: 'শিরোনাম লিখুন।' }).click()
  const title = page.getByLabel('শিরোনাম', { exact: true })
  await expect(title).toBeFocused()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
})

test('publishes by Ctrl and Enter from any field, and puts the focus into the only wrong one', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}${NOTICES}`)
  const title = page.getByLabel('শিরোনাম', { exact: true })
  await title.fill('   ')
  const text = page.getByLabel('লেখা', { exact: true })
  await text.fill('সবাইকে জানানো যাচ্ছে।')
  await text.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('১টি ঘর ঠিক করতে হবে।')
  await expect(title).toBeFocused()
  await title.fill('ভর্তি বিজ্ঞপ্তি')
  await text.press('Control+Enter')
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const [published] = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(published).toMatchObject({ title: 'ভর্তি বিজ্ঞপ্তি', excerpt: 'সবাইকে জানানো যাচ্ছে।' })

  // Its correction, opened from the menu of its row.
  const row = page.getByRole('row', { name: /ভর্তি বিজ্ঞপ্তি/ })
  await chooseFromMenu(row, 'সম্পাদনা')
  const dialog = page.getByRole('dialog', { name: 'সম্পাদনা' })
  const corrected = dialog.getByLabel('শিরোনাম', { exact: true })
  await expect(corrected).toBeFocused()
  await corrected.fill('ভর্তি বিজ্ঞপ্তি ২০২৭')
  await corrected.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: /ভর্তি বিজ্ঞপ্তি ২০২৭/ })).toBeVisible()
})

test('keeps the form after a refused file and accepts another', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}${NOTICES}`)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('ভর্তি বিজ্ঞপ্তি')
  const html = { ...paper('ভর্তি.pdf'), buffer: Buffer.from('<html><script>1</script></html>') }
  await page.locator('.dropzone input').setInputFiles(html)
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const refusal = page.getByRole('alert')
  await expect(refusal.getByText('ফাইলের নাম .pdf, কিন্তু ভেতরে PDF নয়।')).toHaveCount(1)
  await expect(page.getByLabel('শিরোনাম', { exact: true })).toHaveValue('ভর্তি বিজ্ঞপ্তি')
  await expect(page.locator('.upfile')).toContainText('ভর্তি.pdf')

  await page.locator('.dropzone input').setInputFiles(paper('ভর্তি.pdf'))
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
})

test('names the refused file among several until it is removed', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}${NOTICES}`)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('ভর্তি বিজ্ঞপ্তি')
  const html = { ...paper('ফরম.pdf'), buffer: Buffer.from('<html><script>1</script></html>') }
  await page.locator('.dropzone input').setInputFiles([paper('ভর্তি.pdf'), html])
  await page.getByRole('radio', { name: 'এক নোটিশে' }).check()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const refusal = page.getByText('ফরম.pdf: ফাইলের নাম .pdf, কিন্তু ভেতরে PDF নয়।')
  await expect(page.getByRole('alert').filter({ has: refusal })).toBeVisible()

  await page.getByRole('button', { name: 'পাতা ১ পরে নিন' }).click()
  await expect(refusal).not.toHaveCount(0)
  await page.getByRole('button', { name: 'পাতা ১ সরান' }).click()
  await expect(refusal).toHaveCount(0)
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
})

test('uploads no refused file, not even for the draft, and says what to do', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}${NOTICES}`)
  const withFile: string[] = []
  page.on('request', (request) => {
    const isForm = request.headers()['content-type']?.startsWith('multipart/form-data')
    if (isForm || request.url().includes('/api/admin/uploads')) withFile.push(request.url())
  })
  const refused = [
    [paper('বড়.pdf', 26 * MEGABYTE), /ফাইলটি ২৬ মেগাবাইট; ২৫ মেগাবাইটের বেশি বড়.*২০০ ডিপিআই, সাদাকালো/],
    [
      { ...paper('setup.exe'), mimeType: 'application/x-msdownload' },
      'এই ফাইল দেওয়া যাবে না। PDF, Word বা ছবি দিন।',
    ],
  ] as const
  const title = page.getByLabel('শিরোনাম', { exact: true })
  for (const [file, advice] of refused) {
    await fillEntry(page, `ফাইল ${file.name}`, file)
    await expect(page.getByText(advice).first()).toBeVisible()
    // The text is kept without the file.
    await expect
      .poll(() =>
        school.admin.listEntries({ params: { collection: 'notices' }, query: { state: 'draft' } }),
      )
      .toMatchObject([{ title: `ফাইল ${file.name}` }])
    await expect(page.getByText(entriesCopy['draft.saved'])).toBeVisible()
    await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
    await expect(page.getByRole('alert').first()).toContainText(advice)
    await expect(title).toHaveValue(`ফাইল ${file.name}`)
  }
  expect(withFile).toEqual([])
  // A usable file takes its place.
  await page.locator('.dropzone input').setInputFiles(paper('ঠিক.pdf'))
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
})

test('keeps the form while the server is unreachable, then publishes once on retry', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}${NOTICES}`)
  await fillEntry(page, 'বিদ্যুৎ চলে গেল')
  await school.stop()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByRole('alert').first()).toContainText('সার্ভারের সঙ্গে সংযোগ করা যাচ্ছে না।')
  await expect(page.locator('.upfile')).toContainText('নোটিশ.pdf')

  await school.start()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const stats = await school.admin.entryStats({ params: { collection: 'notices' } })
  expect(stats.total).toBe(1)
})

test('creates one entry when the first response is lost', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}${NOTICES}`)
  await fillEntry(page, 'একবারই প্রকাশিত')
  let lost = false
  await page.route('**/api/notices', async (route) => {
    if (route.request().method() !== 'POST' || lost) return route.continue()
    lost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByRole('alert').first()).toContainText('সংযোগ')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const stats = await school.admin.entryStats({ params: { collection: 'notices' } })
  expect(stats.total).toBe(1)
})

test('keeps typed text through a reload', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}${NOTICES}`)
  await page.getByLabel('শিরোনাম', { exact: true }).fill('আধা লেখা নোটিশ')
  await openValue(page, 'publish')
  await page.getByLabel('তারিখ').fill('2026-05-06')
  await page.reload()
  await expect(page.getByLabel('শিরোনাম', { exact: true })).toHaveValue('আধা লেখা নোটিশ')
  await openValue(page, 'publish')
  await expect(page.getByLabel('তারিখ')).toHaveValue('৬ মে ২০২৬')

  await page.goto(`${school.url}/admin/dashboard/createnews`)
  await expect(page.getByLabel('শিরোনাম', { exact: true })).toHaveValue('')
})

test('shows upload progress and cancels on request', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}${NOTICES}`)
  await fillEntry(page, 'ধীর সংযোগ', paper('ধীর.pdf', 8 * MEGABYTE))
  const network = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 20, downloadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', {
    ...conditions,
    uploadThroughput: MEGABYTE,
  })
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByRole('button', { name: 'পাঠানো হচ্ছে' })).toHaveAttribute('aria-busy', 'true')
  const bar = page.getByRole('progressbar')
  await expect.poll(() => bar.getAttribute('value').then(Number)).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'থামান' }).click()
  await expect(page.getByRole('alert').first()).toContainText('আপলোড থামানো হয়েছে।')
  await expect(page.locator('.upfile')).toContainText('ধীর.pdf')

  await network.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 })
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
})

test('keeps a chosen file while other screens are open', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}${NOTICES}`)
  await page.locator('.dropzone input').setInputFiles(paper())
  await openScreen(page, 'খবর')
  await expect(page.getByRole('heading', { name: /^খবরের তালিকা/ })).toBeAttached()
  await expect(page.locator('.upfile')).toHaveCount(0)
  await openScreen(page, 'নোটিশ বোর্ড')
  await expect(page.locator('.upfile')).toContainText('নোটিশ.pdf')
  // A second tab does not write on it at the same time.
  const second = await page.context().newPage()
  await second.goto(`${school.url}${NOTICES}`)
  await expect(second.getByLabel('শিরোনাম', { exact: true })).toBeVisible()
  await expect(second.locator('.upfile')).toHaveCount(0)
})
