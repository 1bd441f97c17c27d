import { openValue } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, expectReadableColours, sidewaysScroll } from '../support/page-checks.ts'

const SCREEN = '/admin/dashboard/pages'
const pages = { collection: 'pages' } as const

const FEES = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head>
<meta name=Generator content="Microsoft Excel 15"><style><!-- .xl65 {mso-number-format:"\\#\\,\\#\\#0";} --></style>
</head><body><table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse'>
<!--StartFragment--><col width=64 span=3 style='width:48pt'>
<tr height=20><td colspan=3 height=20 class=xl65 width=192>বেতন ও ফি ২০২৭</td></tr>
<tr height=20><td height=20>শ্রেণি</td><td>বেতন</td><td>সেশন ফি</td></tr>
<tr height=20><td height=20>ষষ্ঠ</td><td>১২</td><td class=xl65 align=right x:num="1200">1,200</td></tr>
<!--EndFragment--></table></body></html>`

test('writes a page from a ready-made name, which visitors find in the menu without JavaScript', async ({
  page,
  browser,
  school,
  signIn,
}) => {
  await signIn(page, school.url + SCREEN)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /^লিখুন ?: ভর্তি$/ }).click()
  const text = main.getByLabel('লেখা', { exact: true })
  await expect(text).toBeFocused()
  await expect(main.getByLabel('শিরোনাম', { exact: true })).toHaveValue('ভর্তি')
  await openValue(page, 'menu')
  await expect(main.getByLabel('মেনুর কোথায় থাকবে')).toHaveValue('intro')
  await expect(main.getByText('ঠিকানা হবে /p/ভর্তি')).toBeVisible()

  await text.click()
  await expect(text).toHaveAttribute('role', 'textbox')
  await page.keyboard.insertText('## আসন')
  await expect(text.locator('h2')).toHaveText('আসন')
  await page.keyboard.press('Enter')
  await text.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'শ্রেণি\tপ্রভাতী\nতৃতীয়\t৬০\n')
    const options = { clipboardData, bubbles: true, cancelable: true }
    field.dispatchEvent(new ClipboardEvent('paste', options))
  })
  // The pasted rows are a table, not signs.
  const cells = text.getByRole('cell')
  await expect(cells).toHaveText(['তৃতীয়', '৬০'])
  // Enter in the last cell begins a row.
  await cells.last().click()
  const chosen = () =>
    text.evaluate(
      () => document.getSelection()?.anchorNode?.parentElement?.closest('td')?.innerText,
    )
  await expect.poll(chosen).toBe('৬০')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('চতুর্থ')
  await expect(cells).toHaveText(['তৃতীয়', '৬০', 'চতুর্থ', ''])
  await main.getByRole('button', { name: 'কলাম যোগ করুন' }).click()
  await expect(text.getByRole('columnheader')).toHaveCount(3)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.getByRole('columnheader')).toHaveCount(2)
  await main.getByRole('button', { name: 'সারি ২ সরান' }).click()
  await expect(cells).toHaveText(['তৃতীয়', '৬০'])
  await main.getByRole('button', { name: 'পূর্বাবস্থা' }).click()
  await expect(cells).toHaveText(['তৃতীয়', '৬০', 'চতুর্থ', ''])
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('আসন সীমিত।')
  await main.getByRole('button', { name: 'সারণি', exact: true }).click()
  await expect(text.getByRole('table')).toHaveCount(2)
  await page.reload()
  // Its blank table is left out.
  await expect(text.getByRole('table')).toHaveCount(1)
  await expect(text.locator('h2')).toHaveText('আসন')
  await expect(cells).toHaveText(['তৃতীয়', '৬০', 'চতুর্থ', ''])
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 768 })
    await expectAccessible(page, `a text with a table, ${width}`)
    expect(await sidewaysScroll(page)).toBe(0)
  }
  await page.setViewportSize({ width: 1366, height: 768 })

  // Another page cannot take the place of what is typed.
  await main.getByRole('button', { name: /^লিখুন ?: পোশাক$/ }).click()
  await expect(main.locator(':focus')).toContainText('“পোশাক” শুরু করার আগে')
  await main.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('পাতাটি প্রকাশিত হয়েছে')).toBeVisible()
  await expect(main.getByRole('button', { name: /^লিখুন ?: ভর্তি$/ })).toHaveCount(0)
  await main.getByRole('button', { name: /^লিখুন ?: অভিযোগ$/ }).click()
  await text.fill('অফিসে জানান।')
  await main.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  const up = main.getByRole('button', { name: /^উপরে নিন ?: অভিযোগ$/ })
  await up.click()
  const down = main.getByRole('button', { name: /^নিচে নিন ?: অভিযোগ$/ })
  await expect(down).toBeFocused()
  await expect(main.getByText('“অভিযোগ” এখন ১ নম্বরে।')).toBeAttached()
  const titles = async () =>
    (await school.admin.listEntries({ params: pages, query: { sort: 'order' } })).map(
      ({ title }) => title,
    )
  await expect.poll(titles).toEqual(['অভিযোগ', 'ভর্তি'])
  await expectAccessible(page, 'dashboard of pages')

  // The fees as Excel has them on the clipboard, under a merged title.
  await main.getByRole('button', { name: /^লিখুন ?: বেতন ও ফি$/ }).click()
  await text.click()
  await expect(text).toHaveAttribute('role', 'textbox')
  await text.evaluate((field, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    const plain = 'বেতন ও ফি ২০২৭\t\t\nশ্রেণি\tবেতন\tসেশন ফি\nষষ্ঠ\t১২\t1,200\n'
    clipboardData.setData('text/plain', plain)
    const options = { clipboardData, bubbles: true, cancelable: true }
    field.dispatchEvent(new ClipboardEvent('paste', options))
  }, FEES)
  await expect(text.getByRole('table')).toHaveCount(1)
  await expect(text.getByRole('columnheader')).toHaveText(['শ্রেণি', 'বেতন', 'সেশন ফি'])
  await expect(cells).toHaveText(['ষষ্ঠ', '১২', '1,200'])
  await main.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(main.getByRole('button', { name: /^লিখুন ?: বেতন ও ফি$/ })).toHaveCount(0)

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const visitor = await context.newPage()
  await visitor.goto(school.url)
  await visitor.getByRole('button', { name: 'মেনু', exact: true }).click()
  const menu = visitor.getByRole('navigation', { name: 'মূল মেনু' })
  await menu.getByText('পরিচিতি', { exact: true }).click()
  await menu.getByRole('link', { name: 'ভর্তি', exact: true }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'ভর্তি' })).toBeVisible()
  await expect(visitor.getByRole('table', { name: 'আসন' }).getByRole('cell')).toHaveText([
    'তৃতীয়',
    '৬০',
    'চতুর্থ',
    '',
  ])
  expect(await sidewaysScroll(visitor)).toBe(0)
  const former = visitor.url()
  await visitor.goto(school.url)
  await visitor.getByRole('link', { name: 'বেতন ও ফি' }).first().click()
  const fees = visitor.getByRole('table', { name: 'বেতন ও ফি ২০২৭' })
  await expect(fees.getByRole('cell')).toHaveText(['ষষ্ঠ', '১২', '1,200'])

  await main.getByRole('button', { name: 'ভর্তি', exact: true }).click()
  const edit = page.getByRole('dialog')
  await openValue(edit, 'menu')
  await edit.getByLabel(/^পাতার ঠিকানা/).fill('ভর্তি তথ্য')
  await edit.getByRole('button', { name: 'সংরক্ষণ করুন' }).click()
  await expect(edit).toHaveCount(0)
  await visitor.goto(former)
  await expect(visitor).toHaveURL(`${school.url}${encodeURI('/p/ভর্তি-তথ্য')}`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'ভর্তি' })).toBeVisible()
  await context.close()

  // With script, in the other theme, and on paper.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${school.url}/p/${encodeURIComponent('ভর্তি-তথ্য')}`)
  await expectAccessible(page, 'own page')
  await expectReadableColours(page, 'own page, dark')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('columnheader', { name: 'প্রভাতী' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'মূল মেনু' })).toBeHidden()
})
