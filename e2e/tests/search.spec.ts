import { expect, test } from '../support/fixtures.ts'
import { siteText } from '../support/texts.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('leads from the header to a notice by keyboard on a phone', async ({ page, school }) => {
  const { _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'বার্ষিক পরীক্ষার আসনবিন্যাস', body: 'ছাত্রীরা **প্রবেশপত্র** সঙ্গে আনবে।' },
  })
  await page.goto(school.url)
  const link = page.getByRole('link', { name: siteText('search.label') })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('search.label'))

  const box = page.locator('main').getByRole('searchbox')
  await box.focus()
  await page.keyboard.type('পরিক্ষা এডমিট')
  await page.keyboard.press('Enter')
  await expect(page.locator('.search-hint')).toContainText('«পরীক্ষা»')
  const result = page.locator('.results').getByRole('link', { name: 'আসনবিন্যাস' })
  await expect(page.locator('.results__snippet mark')).toHaveText('প্রবেশপত্র')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await result.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/n/${id}$`))
})
