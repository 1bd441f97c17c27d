import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { padCopy } from '@bidyaloy/shared/copy/pad-copy'
import type { Locator } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'

test('prints a notice on the school’s paper before it is published, and makes a picture of it', async ({
  page,
  school,
  signIn,
}) => {
  const { __v, pictures, updatedAt, ...settings } = await school.admin.getSettings()
  await school.admin.updateSettings({
    body: {
      ...settings,
      identity: { ...settings.identity, eiin: '১২৩৪৫৬' },
      headTeacher: { ...settings.headTeacher, name: 'সালমা খাতুন' },
    },
  })
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  await page.getByRole('textbox', { name: 'শিরোনাম' }).fill('বার্ষিক পরীক্ষা')
  const text = page.getByRole('textbox', { name: entriesCopy['body.label'] })
  await text.fill('সবাইকে জানানো যাচ্ছে।')
  await page.getByRole('button', { name: padCopy['letterhead.memo'] }).click()
  await page.getByLabel(padCopy['letterhead.memo']).fill('শসবাউবি/২০২৬/৪১')
  await page.getByRole('button', { name: entriesCopy['pad.print'] }).click()
  const dialog = page.getByRole('dialog', { name: entriesCopy['pad.print'] })
  const picture = dialog.getByRole('img', { name: 'বিদ্যালয়ের প্যাডে “বার্ষিক পরীক্ষা”' })
  await expect(picture).toBeVisible()
  // Cut below the text.
  const { width, height } = await picture.evaluate((img: HTMLImageElement) => ({
    width: img.naturalWidth,
    height: img.naturalHeight,
  }))
  expect(width).toBe(1191)
  expect(height).toBeGreaterThan(700)
  expect(height).toBeLessThan(1684)
  expect(await inkOf(picture)).toBeGreaterThan(0.01)
  await expect(dialog.getByRole('link', { name: entriesCopy['pad.keep'] })).toHaveAttribute(
    'download',
    /\.jpg$/,
  )
  for (const size of [360, 1440]) {
    await page.setViewportSize({ width: size, height: 740 })
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `the paper, ${size} px`)
  }

  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('body > .pad')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toBeHidden()
  for (const text of ['শসবাউবি/২০২৬/৪১', '১২৩৪৫৬', 'সালমা খাতুন', 'জানানো']) {
    await expect(paper.getByText(text)).toBeVisible()
  }
  await page.emulateMedia({ media: null })
  await dialog.getByRole('button', { name: entriesCopy['pad.close'] }).click()
  await expect(paper).toHaveCount(0)

  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const done = page.getByRole('region', { name: entriesCopy['notices.created'] })
  await expect(done.getByRole('button', { name: entriesCopy['pad.print'] })).toBeVisible()
  const [published] = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(published).toMatchObject({ fields: { memo: 'শসবাউবি/২০২৬/৪১' } })
  await page.goto(`${school.url}/n/${published?._id}`)
  await page.emulateMedia({ media: 'print' })
  for (const text of ['শসবাউবি/২০২৬/৪১', '১২৩৪৫৬', 'সালমা খাতুন']) {
    await expect(page.getByRole('main').getByText(text)).toBeVisible()
  }
})

/** Returns the share of a picture's pixels that is dark. */
const inkOf = (picture: Locator) =>
  picture.evaluate((img: HTMLImageElement) => {
    const canvas = Object.assign(document.createElement('canvas'), {
      width: img.naturalWidth,
      height: img.naturalHeight,
    })
    const context = canvas.getContext('2d')
    context?.drawImage(img, 0, 0)
    const { data = [] } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
    let dark = 0
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1
    return dark / (data.length / 4)
  })

test('begins with last year’s notice, and names its dates until they are changed', async ({
  page,
  school,
  signIn,
}) => {
  const DAY_MS = 86_400_000
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  for (const [title, days] of [
    ['অভিভাবক সমাবেশ ২ মে', 600],
    ['অভিভাবক সমাবেশ: শনিবার', 360],
    ['অভিভাবক সমাবেশ: আজ', 1],
  ] as const) {
    await school.admin.createEntry({
      params: { collection: 'notices' },
      body: { title, body: '৫ ডিসেম্বর সকাল ১০টায় সমাবেশ। ফল ৩১ ডিসেম্বর।', date: ago(days) },
    })
  }
  await signIn(page, `${school.url}/admin/dashboard`)
  await page.getByRole('textbox', { name: 'শিরোনাম' }).click()
  await page.getByRole('button', { name: composeCopy['compose.ready'] }).click()
  const dialog = page.getByRole('dialog', { name: composeCopy['compose.ready'] })
  await dialog.getByLabel('কোন নোটিশ').selectOption('অভিভাবক সমাবেশ')
  await expect(dialog).toContainText('অভিভাবক সমাবেশ: শনিবার')
  await expectAccessible(page, 'last year’s notice')
  await dialog.getByRole('button', { name: composeCopy['compose.ready.last.take'] }).click()
  const title = page.getByRole('textbox', { name: 'শিরোনাম' })
  await expect(title).toHaveValue('অভিভাবক সমাবেশ: শনিবার')
  const dates = page.getByText(composeCopy['compose.ready.dates'])
  await expect(dates).toContainText('৫ ডিসেম্বর, ৩১ ডিসেম্বর')
  const text = page.getByRole('textbox', { name: entriesCopy['body.label'] })
  await text.fill('৪ ডিসেম্বর সকাল ১০টায় সমাবেশ। ফল ৩১ ডিসেম্বর।')
  await expect(dates).not.toContainText('৫ ডিসেম্বর')
  await expect(dates).toContainText('৩১ ডিসেম্বর')
  await text.fill('সমাবেশ।')
  await expect(dates).toHaveCount(0)
})
