import { chooseFromMenu, openEntry, pdf } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'
import { openTab, sidebar } from '../support/sidebar.ts'

test('one list of all kinds: tabs, search, kind, menu, selection and undo; Back restores each', async ({
  page,
  school: { admin, url },
  signIn,
}) => {
  test.setTimeout(120_000)
  const paper = () => new File([new Uint8Array(pdf())], 'কাগজ.pdf', { type: 'application/pdf' })
  const make = (
    collection: 'notices' | 'news' | 'downloads',
    title: string,
    more: { status?: 'draft'; publishAt?: string } = {},
  ) => admin.createEntry({ params: { collection }, body: { title, ...more }, file: paper() })
  await make('notices', 'ভর্তি বিজ্ঞপ্তি')
  await make('news', 'বিজ্ঞান মেলা')
  await make('downloads', 'ভর্তি ফরম')
  await make('notices', 'অভিভাবক সভা', { status: 'draft' })
  await make('news', 'আগামী সপ্তাহে', { publishAt: '2099-01-01' })
  await admin.createEntry({ params: { collection: 'people' }, body: { title: 'শিরীন আক্তার' } })

  await signIn(page, `${url}/admin/dashboard/published`)
  const rows = page.locator('.entrytable tbody tr')
  const tabs = page.getByRole('navigation', { name: 'অবস্থা' }).getByRole('link')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('যা প্রকাশিত')
  await expect(tabs).toHaveText(['সব ৪', 'খসড়া ১', 'অপেক্ষায়', 'সময় দেওয়া ১', 'মুছে ফেলা'])
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: 'ভর্তি ফরম' })).toContainText('ডাউনলোড')

  await openTab(page, 'খসড়া')
  await expect(page.locator('.drafts > li')).toHaveText([/অভিভাবক সভা/])
  await expect(sidebar(page).locator('[aria-current=page]')).toHaveText('খসড়া')
  await openTab(page, 'সময় দেওয়া')
  await expect(rows).toHaveText([/আগামী সপ্তাহে/])
  await openTab(page, 'সব')

  await page.getByRole('searchbox').fill('ভর্তি')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(tabs.first()).toHaveText('সব ২')
  const kind = page.getByLabel('কোন তালিকা')
  await kind.focus()
  await kind.selectOption('ডাউনলোড')
  await expect(rows).toHaveText([/ভর্তি ফরম/])
  await expect(kind).toBeFocused()
  await page.goBack()
  await expect(kind).toHaveValue('')
  await expect(rows).toHaveCount(2)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(rows).toHaveCount(4)

  await openEntry(rows.filter({ hasText: 'বিজ্ঞান মেলা' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('শিরোনাম', { exact: true })).toHaveValue('বিজ্ঞান মেলা')
  await page.keyboard.press('Escape')
  await chooseFromMenu(rows.filter({ hasText: 'বিজ্ঞান মেলা' }), /Update/)
  await dialog.getByRole('textbox').fill('জেলা বিজ্ঞান মেলা')
  await dialog.getByRole('textbox').press('Enter')
  await expect(rows.filter({ hasText: 'জেলা বিজ্ঞান মেলা' })).toContainText('খবর')

  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'সাজান ও বাছুন' }).click()
  await page.getByRole('menuitem', { name: 'বাছাই করুন' }).click()
  await expect(page.getByLabel('এই পাতার সব বেছে নিন')).toBeFocused()
  await page.getByLabel('বেছে নিন: জেলা বিজ্ঞান মেলা').check()
  await page.getByLabel('বেছে নিন: ভর্তি ফরম').check()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await sidewaysScroll(page)).toBe(0)
      await expectAccessible(page, `the list, ${width} px, ${colorScheme}`)
    }
  }
  await page.getByRole('button', { name: 'বাছা ২টি মুছুন' }).click()
  await expect(dialog).toContainText('বাছা ২টি মুছবেন?')
  await dialog.getByRole('button', { name: 'হ্যাঁ, মুছুন' }).click()
  await expect(rows).toHaveCount(2)
  await expect(tabs.last()).toHaveText('মুছে ফেলা ২')
  await page.getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect(rows).toHaveCount(4)
  await expect(tabs.first()).toHaveText('সব ৪')
  await page.getByRole('button', { name: 'বাছাই বাতিল করুন' }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)

  await openTab(page, 'মুছে ফেলা')
  await expect(page).toHaveURL(/\/trash$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('যা প্রকাশিত')
  await openTab(page, 'অপেক্ষায়')
  await expect(page).toHaveURL(/\/approval$/)
  await openTab(page, 'সব')
  await expect(rows).toHaveCount(4)
})
