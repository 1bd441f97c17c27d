import type { Page } from '@playwright/test'
import writeXlsxFile from 'write-excel-file/node'
import { expect, test } from '../support/fixtures.ts'
import { hydrated, sidewaysScroll } from '../support/page-checks.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const cell = (value: string) => ({ value, type: String })
const wide = (value: string, columnSpan: number) => [
  { value, type: String, columnSpan },
  ...Array.from({ length: columnSpan - 1 }, () => null),
]

/** The worksheet of a class as a headmaster makes it. */
const ofClass = (heading: string, sunday: string) => [
  wide('শাপলানগর সরকারি বালিকা উচ্চ বিদ্যালয়', 5),
  wide('ক্লাস রুটিন ২০২৭', 5),
  wide(heading, 5),
  [null, null, null, null, null],
  ['দিন', '১ম\n১০:০০-১০:৪৫', '২য়\n১০:৪৫-১১:৩০', 'টিফিন\n১১:৩০-১২:০০', '৩য়\n১২:০০-১২:৪৫'].map(cell),
  ['রবিবার', sunday, 'বাংলা ১ম\nনা. আক্তার', '', 'ধর্ম\nআ. হক / সু. দাস'].map(cell),
  ['সোমবার', 'ইংরেজি (ফা. বেগম)', sunday, '', '-'].map(cell),
  ['শনিরবার', 'গণিত', '', '', ''].map(cell),
]

async function workbook(sunday: string): Promise<Buffer> {
  const sheets = [
    { sheet: '৯ক', data: ofClass('শ্রেণি: নবম, শাখা: ক, প্রভাতী শাখা, কক্ষ নং ৩০৪', sunday) },
    { sheet: '১০ক', data: ofClass('শ্রেণি: দশম, শাখা: ক, প্রভাতী শাখা', 'রসায়ন\nতা. ইসলাম') },
  ]
  return writeXlsxFile(sheets).toBuffer()
}

const file = (page: Page) => page.getByLabel('ফাইল (Excel .xlsx বা CSV)')
const give = async (page: Page, buffer: Buffer) =>
  file(page).setInputFiles({ name: 'রুটিন ২০২৭.xlsx', mimeType: XLSX, buffer })

test('brings the headmaster’s workbook to the page of each class, and shows what a later one changes', async ({
  page,
  browser,
  school,
  signIn,
}) => {
  await signIn(page, `${school.url}/admin/dashboard/routine`)
  await page.getByRole('link', { name: 'এক্সেল থেকে আনুন' }).click()
  await give(page, await workbook('গণিত\nশ. রহমান'))
  await expect(page.getByText('২টি শ্রেণি ও শাখা, ১০টি ঘর পড়া হয়েছে।')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'দিন চেনা যায়নি: “শনিরবার”' })).toHaveCount(2)
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: '২টি রুটিন প্রকাশ করুন' }).click()
  const done = page.locator('.alert p').filter({ hasText: 'রুটিন প্রকাশ হয়েছে।' })
  await expect(done).toHaveText('রুটিন প্রকাশ হয়েছে। ২টি নতুন রুটিন যোগ হয়েছে।')

  await page.getByRole('link', { name: 'রুটিনের পাতায় ফিরে যান' }).first().click()
  await page.getByRole('link', { name: 'এক্সেল থেকে আনুন' }).click()
  await give(page, await workbook('উচ্চতর গণিত\nশ. রহমান'))
  const change = page.getByRole('row', { name: /রবিবার, পিরিয়ড ১/ })
  await expect(change).toContainText('উচ্চতর গণিত · শ. রহমান')
  const monday = page.getByRole('row', { name: /সোমবার, পিরিয়ড ২/ })
  await monday.getByRole('button', { name: 'আগেরটা রাখুন' }).click()
  await expect(monday.getByRole('button', { name: 'নতুনটা নিন' })).toBeFocused()
  await expect(page.getByText('১টি ঘর বদলাবে।')).toBeVisible()
  await page.getByRole('button', { name: '১টি রুটিন প্রকাশ করুন' }).click()
  await expect(done).toHaveText('রুটিন প্রকাশ হয়েছে। ১টি রুটিন বদলেছে।')

  const nine = { className: 'Nine', shift: 'Morning', section: 'A' } as const
  const { periods } = await school.admin.getRoutine({ params: nine })
  expect(periods[0]?.lessons[0]).toMatchObject({ day: 0, subject: 'উচ্চতর গণিত' })
  expect(periods[1]?.lessons[1]).toMatchObject({ day: 1, subject: 'গণিত' })

  // By hand: one cell.
  await page.getByRole('link', { name: 'রুটিনের পাতায় ফিরে যান' }).first().click()
  await page.getByRole('button', { name: /সম্পাদনা.*দশম/ }).click()
  await page.getByLabel('মঙ্গলবার, ১ নম্বর পিরিয়ড: বিষয়').fill('জীববিজ্ঞান কক্ষ ২০১')
  await page.getByLabel('মঙ্গলবার, ১ নম্বর পিরিয়ড: শিক্ষক').fill('রো. খাতুন / মি. সরকার')
  await page.getByRole('button', { name: 'রুটিন সংরক্ষণ করুন' }).click()
  await expect(page.getByText('রুটিন সংরক্ষণ করা হয়েছে।')).toBeVisible()
  const ten = { className: 'Ten', shift: 'Morning', section: 'A' } as const
  expect((await school.admin.getRoutine({ params: ten })).periods[0]?.lessons).toContainEqual({
    ...{ day: 2, subject: 'জীববিজ্ঞান', room: '২০১' },
    teachers: ['রো. খাতুন', 'মি. সরকার'],
  })

  // Without script: two selects and a button lead to the page.
  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto(`${school.url}/routine`)
  await plain.getByLabel('শ্রেণি', { exact: true }).selectOption('Ten')
  await plain.getByRole('button', { name: 'রুটিন দেখুন' }).click()
  await expect(plain).toHaveURL(/\/routine\/10\/morning\/a$/)
  await expect(plain.getByRole('table')).toContainText('জীববিজ্ঞান')
  await plain.close()

  // With script the choice leads there at once.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${school.url}/routine/10/morning/a`)
  await hydrated(page)
  await page.getByLabel('শ্রেণি', { exact: true }).selectOption('Nine')
  await expect(page).toHaveURL(/\/routine\/9\/morning\/a$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('নবম শ্রেণির রুটিন')
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
})

test('marks the running period by script, and brings an examination to the calendar', async ({
  page,
  school,
  signIn,
}) => {
  const periods = Array.from({ length: 12 }, (_, at) => ({
    from: `${String(at * 2).padStart(2, '0')}:00`,
    to: at === 11 ? '23:59' : `${String(at * 2 + 2).padStart(2, '0')}:00`,
    lessons: Array.from({ length: 7 }, (_, day) => ({ day, subject: `পাঠ ${at}` })),
  }))
  await school.admin.createRoutine({
    body: {
      ...{ className: 'Nine', shift: 'Morning', section: 'A', validFrom: '2026-01-01' },
      periods,
    },
  })
  await page.goto(`${school.url}/routine/9/morning/a`)
  await hydrated(page)
  await expect(page.getByText('এখন', { exact: true })).toHaveCount(1)

  await signIn(page, `${school.url}/admin/dashboard/exams/import`)
  const paste = page.getByLabel('অথবা এক্সেল থেকে কপি করা ঘরগুলো এখানে পেস্ট করুন')
  await paste.fill(
    'বার্ষিক পরীক্ষা ২০৯৯ এর সময়সূচি\nতারিখ\tসময়\tশ্রেণি\tবিষয়\n১/১২/২০৯৯\t১০:০০-১:০০\tনবম\tগণিত',
  )
  await page.getByRole('button', { name: 'পেস্ট করা তালিকা দেখুন' }).click()
  await expect(page.getByLabel('পরীক্ষার নাম')).toHaveValue('বার্ষিক পরীক্ষা ২০৯৯')
  await page.getByRole('button', { name: '১টি পরীক্ষা প্রকাশ করুন' }).click()
  await expect(page.getByText('দিনগুলো শিক্ষাপঞ্জিতেও আছে।')).toBeVisible()
  const events = await school.admin.listEntries({ params: { collection: 'events' } })
  expect(events).toMatchObject([{ title: 'বার্ষিক পরীক্ষা ২০৯৯', startsOn: '2099-12-01' }])
  await page.getByRole('link', { name: 'ওয়েবসাইটে দেখুন' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('বার্ষিক পরীক্ষা ২০৯৯')
})
