import fs from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/known-school.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { openScreen } from '../support/sidebar.ts'

test('lists who did what by day in plain sentences', async ({
  page,
  school: { admin, url, tamper },
  signIn,
}) => {
  const notice = await publish(admin, 'notices', 'বার্ষিক পরীক্ষার রুটিন')
  const params = { collection: 'notices', id: notice._id } as const
  await admin.updateEntry({ params, body: { title: 'অর্ধবার্ষিক পরীক্ষার রুটিন' } })
  await admin.deleteEntry({ params })
  await admin.restoreTrash({ params: { id: notice._id } })
  await admin.createStudentCount({
    body: { className: 'Six', shift: 'Morning', section: 'A', girls: 40 },
  })
  await admin.updateTeacherPage({ body: { html: '<p>শিক্ষকবৃন্দ</p>' } })
  for (const number of [1, 2, 3]) await publish(admin, 'downloads', `ফরম ${number}`)
  await signIn(page, `${url}/admin/dashboard`)
  await openScreen(page, 'কে কী করেছেন')
  const today = page.getByRole('region', { name: 'আজ' })
  for (const sentence of [
    'admin “বার্ষিক পরীক্ষার রুটিন” নোটিশটি প্রকাশ করেছেন।',
    'admin “অর্ধবার্ষিক পরীক্ষার রুটিন” নোটিশটি বদলেছেন।',
    'admin “অর্ধবার্ষিক পরীক্ষার রুটিন” নোটিশটি মুছে ফেলেছেন।',
    'admin “অর্ধবার্ষিক পরীক্ষার রুটিন” নোটিশটি ফিরিয়ে এনেছেন।',
    'admin কর্মকর্তা ও শিক্ষকবৃন্দের পাতা সংরক্ষণ করেছেন।',
  ]) {
    await expect(today.getByText(sentence, { exact: true })).toBeVisible()
  }
  await expect(
    today.getByText(/^admin ষষ্ঠ শ্রেণি, .*-এর শিক্ষার্থীর সংখ্যা সংরক্ষণ করেছেন।$/),
  ).toBeVisible()
  await expect(today.getByText('admin লগইন করেছেন।').first()).toBeVisible()
  await expect(today.getByText('ফরম 2')).toBeHidden()
  await today.getByText('admin ৩টি ডাউনলোড প্রকাশ করেছেন।').click()
  await expect(today.getByText('ফরম 2')).toBeVisible()

  const broken = page.getByText('এখানে হিসাব মিলছে না')
  await expect(broken).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'তালিকা নামান (CSV)' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^কে কী করেছেন \d{4}-\d\d-\d\d\.csv$/)
  const [, first] = (await fs.readFile(await download.path(), 'utf8')).split('\r\n')
  expect(first).toMatch(/^1,.*,admin লগইন করেছেন।,.*,[0-9a-f]{64}$/)
  await tamper("UPDATE activity SET title = 'অন্য রুটিন' WHERE seq = 2")
  await page.reload()
  await expect(broken).toHaveCount(1)
  await expect(page.getByRole('listitem').filter({ has: broken })).toBeVisible()
  await expectAccessible(page, 'activity')
})

test('loads older activity on request and moves the focus to it', async ({
  page,
  school,
  signIn,
}) => {
  test.setTimeout(180_000)
  const { admin, url } = school
  for (let number = 0; number < 60; number += 1) {
    // Equal consecutive events would be merged.
    await publish(admin, number % 2 ? 'downloads' : 'news', `ফরম ${number}`)
  }
  await signIn(page, `${url}/admin/dashboard/activity`)
  const events = page.locator('.activity li')
  await expect(events).toHaveCount(50)
  await school.stop()
  const older = page.getByRole('button', { name: 'আরও পুরোনো কাজ দেখুন' })
  await older.click()
  await expect(page.getByText('আরও পুরোনো কাজ আনা যায়নি।')).toBeVisible()
  await expect(events).toHaveCount(50)

  await school.start()
  await older.click()
  // 60 notices, and the sign-ins of the test and of the page.
  await expect(events).toHaveCount(62)
  await expect(events.nth(50)).toBeFocused()
  await expect(older).toHaveCount(0)
})
