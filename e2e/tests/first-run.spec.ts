import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { smallPhoto } from '../support/phone-photo.ts'
import { sidebar } from '../support/sidebar.ts'

const HOME = '/admin/dashboard'
const step = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'পাঁচ ধাপে ওয়েবসাইট তৈরি' })
    .getByRole('link', { name: new RegExp(name) })

test('sets up an empty school in five steps, from its name to a published notice', async ({
  page,
  school: { url, admin },
  signIn,
}) => {
  let [fields, clicks] = [0, 0]
  const countFields = async (selector: string) => {
    fields += await page.getByRole('main').locator(selector).count()
  }
  const press = async (name: string | RegExp) => {
    clicks += 1
    await page
      .getByRole('main')
      .getByRole('button', { name })
      .or(page.getByRole('main').getByRole('link', { name }))
      .first()
      .click()
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page, url + HOME)
  await expect(sidebar(page).getByText('বাকি').first()).toBeAttached()
  await press('শুরু করুন')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  const site = page.frameLocator('iframe')
  await expect(site.locator('.banner__name')).not.toHaveText('শাপলানগর বালিকা উচ্চ বিদ্যালয়')
  await expect(page.getByLabel('বিদ্যালয়ের নাম')).toBeVisible()
  await countFields('form input')
  await page.getByLabel('বিদ্যালয়ের নাম').fill('শাপলানগর বালিকা উচ্চ বিদ্যালয়')
  await page.getByLabel('জেলা').fill('কুড়িগ্রাম')
  await page.getByLabel('ফোন নম্বর').fill('০১৭১১-০০০০০০')
  await press('সংরক্ষণ করে এগোন')

  await expect(step(page, 'প্রধান শিক্ষক')).toHaveAttribute('aria-current', 'page')
  await expect(step(page, 'বিদ্যালয়ের নাম')).toContainText('হয়েছে')
  // The site has grown.
  await expect(site.locator('.banner__name')).toHaveText('শাপলানগর বালিকা উচ্চ বিদ্যালয়')
  await expect(site.getByRole('link', { name: /০১৭১১/ })).toBeVisible()
  await countFields('form :is(input:not([type=radio]), fieldset)')
  await page.getByLabel('প্রধান শিক্ষক', { exact: true }).fill('মোছা. রওশন আরা বেগম')
  const { name, buffer } = await smallPhoto(page, 'প্রধান.png')
  clicks += 1
  await page.getByLabel(/: প্রধান শিক্ষকের ছবি/).setInputFiles({ name, buffer, mimeType: 'image/png' })
  await expect(page.getByText(/^প্রধান শিক্ষকের ছবি বসানো হয়েছে।/u)).toBeVisible()
  clicks += 1
  await page.getByRole('radio').first().check({ force: true })
  await expectAccessible(page, 'the step of the head teacher')
  await press('সংরক্ষণ করে এগোন')

  // It is left, and resumed from the home.
  await expect(step(page, 'শিক্ষক ও কর্মচারী')).toHaveAttribute('aria-current', 'page')
  await page.goto(url + HOME)
  await expect(page.getByText('৫টির মধ্যে ২টি হয়েছে।')).toBeVisible()
  await page.getByRole('link', { name: 'চালিয়ে যান' }).click()
  await countFields('textarea')
  await page.getByLabel('পেস্ট করার ঘর').fill('নাম\tপদবি\nরহিমা বেগম\tসহকারী শিক্ষক')
  await press('১ জনকে যোগ করুন')
  await expect(page.getByText('১ জনকে যোগ করা হয়েছে।')).toBeVisible()
  await press(/^(পরে করলেও চলে|পরের ধাপ)$/)

  await expect(page.getByLabel('শিরোনাম', { exact: true })).toHaveValue('আমাদের ওয়েবসাইট চালু হলো')
  fields += 2
  await press('প্রকাশ করুন')
  await expect(page.getByRole('link', { name: /হোয়াটসঅ্যাপে পাঠান/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'বিদ্যালয়ের নাম, ঠিকানা ও ফোন লিখুন' })).toBeVisible()
  await press('শুরুর পাতায় যান')
  await expect(page.getByText('পাঁচ ধাপে ওয়েবসাইট তৈরি')).toHaveCount(0)
  expect(fields).toBeLessThanOrEqual(12)
  expect(clicks).toBeLessThanOrEqual(12)

  const { identity, headTeacher, pictures } = await admin.getSettings()
  expect(identity).toMatchObject({ place: 'কুড়িগ্রাম', phone: '০১৭১১-০০০০০০' })
  expect(headTeacher.message).not.toBe('')
  expect(pictures.headTeacher).not.toBeNull()
  expect(await admin.listEntries({ params: { collection: 'notices' } })).toHaveLength(1)
  // The contact record begins with what is known.
  await page.goto(`${url}${HOME}/contactus`)
  await expect(page.getByLabel('জেলা', { exact: true })).toHaveValue('কুড়িগ্রাম')
})

test('shows each step at every size, and links to the site where it has no room', async ({
  page,
  school: { url },
  signIn,
}) => {
  await signIn(page, url + HOME)
  for (const name of ['name', 'head', 'people', 'notice', 'later']) {
    await page.goto(`${url}${HOME}?step=${name}`)
    // The composer puts it into the text.
    const begin = page
      .getByRole('heading', { level: 2 })
      .or(page.getByLabel('লেখা', { exact: true }))
    await expect(begin.and(page.locator(':focus'))).toBeVisible()
    for (const width of [360, 768, 1366]) {
      await page.setViewportSize({ width, height: 700 })
      expect(await sidewaysScroll(page)).toBe(0)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    await page.reload()
    await expect(page.locator('.screentabs [aria-current]')).toBeInViewport({ ratio: 0.9 })
    await expect(page.locator('iframe:visible')).toHaveCount(0)
    await expectAccessible(page, name)
  }
})
