import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'

const NOTICES = '/admin/dashboard/createNotice'
const params = { collection: 'notices' } as const

/** Opens the field of the text in the form of a new notice, as its editor. */
async function openText(page: Page): Promise<Locator> {
  await page.getByLabel('শিরোনাম', { exact: true }).fill('ভর্তি')
  const text = page.getByLabel('লেখা', { exact: true })
  await text.click()
  await expect(text).toHaveAttribute('role', 'textbox')
  await expect(text).toBeFocused()
  return text
}

async function paste(text: Locator, types: Readonly<Record<string, string>>): Promise<void> {
  await text.evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value)
    const options = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', options))
  }, types)
}

test('writes a text as it looks, and publishes its Markdown', async ({ page, school, signIn }) => {
  await signIn(page, school.url + NOTICES)
  const text = await openText(page)
  await page.keyboard.insertText('ভর্তির নিয়ম')
  // The tools are one tab stop.
  await text.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'মোটা', exact: true })).toBeFocused()
  const heading = page.getByRole('button', { name: 'বড় লেখা', exact: true })
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight')
  await expect(heading).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading).toHaveAttribute('aria-pressed', 'true')
  await expect(text).toBeFocused()
  await expect(text.locator('h2')).toHaveText('ভর্তির নিয়ম')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('ফরম পাবেন ')
  await page.keyboard.press('Control+b')
  await page.keyboard.insertText('অফিসে')
  await page.keyboard.press('Control+b')
  await page.keyboard.insertText('।')
  await expect(text.locator('strong')).toHaveText('অফিসে')
  await page.keyboard.press('Enter')
  // Marks that are typed take their look.
  await page.keyboard.type('- ')
  await page.keyboard.insertText('জন্মসনদ')
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('ছবি')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(text.locator('li')).toHaveText(['জন্মসনদ', 'ছবি'])
  await page.getByRole('button', { name: 'সারণি', exact: true }).click()
  await page.keyboard.insertText('ধাপ')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('তারিখ')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText('লটারি')
  await page.getByRole('button', { name: 'সারি ১ সরান' }).waitFor()
  await page.getByRole('button', { name: 'কলাম যোগ করুন' }).click()
  await page.getByRole('button', { name: 'কলাম ১ সরান' }).click()
  await page.keyboard.press('Control+z')
  await expect(text.locator('th')).toHaveText(['ধাপ', '', 'তারিখ'])
  await page.getByRole('button', { name: 'পূর্বাবস্থা' }).click()
  await expect(text.locator('th')).toHaveText(['ধাপ', 'তারিখ'])
  await expectAccessible(page, 'the editor of a text')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('লিংকের লেখা').fill('মাউশি')
  await dialog.getByLabel('ঠিকানা').fill('www.dshe.gov.bd')
  await dialog.getByRole('button', { name: 'লিংক বসান' }).click()
  await expect(text.getByRole('link', { name: 'মাউশি' })).toBeVisible()
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  const [notice] = await school.admin.listEntries({ params })
  const written = [
    '## ভর্তির নিয়ম',
    'ফরম পাবেন **অফিসে**।',
    '- জন্মসনদ\n- ছবি',
    '| ধাপ | তারিখ |\n| লটারি |  |\n|  |  |',
    '[মাউশি](https://www.dshe.gov.bd)',
  ].join('\n\n')
  const id = notice?._id ?? ''
  const body = () => school.admin.getEntry({ params: { ...params, id } }).then((one) => one.body)
  expect(await body()).toBe(written)

  // A text with marks opens as it looks, and is left alone unless it is changed.
  await page.getByRole('button', { name: /^ভর্তি/ }).click()
  await expect(dialog.locator('.richtext__text h2')).toHaveText('ভর্তির নিয়ম')
  await expect(dialog.getByLabel('লেখা', { exact: true })).not.toContainText('**')
})

test('keeps what is typed while the editor loads, and without it', async ({
  page,
  school,
  signIn,
}) => {
  let isLost = true
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/rich-text-editor.*\.js/, async (route) => {
    if (isLost) return route.abort()
    await released
    return route.continue()
  })
  await signIn(page, school.url + NOTICES)
  const text = page.getByLabel('লেখা', { exact: true })
  await page.getByRole('button', { name: 'লিখুন' }).click()
  await text.click()
  await page.keyboard.insertText('কাল ছুটি')
  await expect(text).toHaveValue('কাল ছুটি')
  isLost = false
  await page.reload()
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(', পরশু')
  await page.keyboard.press('ArrowLeft')
  release()
  await expect(text).toHaveAttribute('role', 'textbox')
  await page.keyboard.insertText('X')
  await expect(text).toHaveText('কাল ছুটি, পরXশু')

  // A space is no end of a text in Markdown: the editor waits for the word after it.
  await page.reload()
  const loaded = page.waitForResponse(/rich-text-editor.*\.js/)
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(' ')
  await loaded
  await page.keyboard.insertText('ক')
  await expect(text).toHaveAttribute('role', 'textbox')
  await expect(text).toHaveText('কাল ছুটি, পরXশু ক')
})

test('takes a composition of a keyboard, and marks after it', async ({ page, school, signIn }) => {
  await signIn(page, school.url + NOTICES)
  const text = await openText(page)
  const device = await page.context().newCDPSession(page)
  const compose = (composed: string) =>
    device.send('Input.imeSetComposition', {
      text: composed,
      selectionStart: composed.length,
      selectionEnd: composed.length,
    })
  await page.keyboard.insertText('- ')
  for (const part of ['ক', 'কা', 'কাল']) await compose(part)
  await page.keyboard.insertText('কাল')
  await expect(text.locator('li')).toHaveText(['কাল'])
  await page.keyboard.insertText(' ')
  for (const part of ['ছ', 'ছু', 'ছুট', 'ছুটি']) await compose(part)
  await page.keyboard.insertText('ছুটি')
  await expect(text.locator('li')).toHaveText(['কাল ছুটি'])
})

test('is a text box with its label and error, and is left by Tab', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + NOTICES)
  const tools = page.getByRole('toolbar')
  const text = await openText(page)
  await expect(page.getByRole('textbox', { name: 'লেখা', exact: true })).toHaveAttribute(
    'aria-multiline',
    'true',
  )
  await expect(text).toHaveAccessibleDescription(/ফাইল দিলে না লিখলেও চলে/)
  await expect(tools).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('End')
  await expect(tools.getByRole('button').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
  await expect(tools).toBeHidden()
  await text.fill('ক'.repeat(20_001))
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(text).toHaveAttribute('aria-invalid', 'true')
  await expect(text).toHaveAccessibleDescription(/২০০০০.*ফাইল দিলে/)
  // The label is out of sight here; assistive software clicks it all the same.
  await page.locator('.richtext > label').dispatchEvent('click')
  await expect(text).toBeFocused()
})

test('pastes what Word has on the clipboard', async ({ page, school, signIn }) => {
  await signIn(page, school.url + NOTICES)
  const text = await openText(page)
  const mark = (sign: string) =>
    `<![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:
Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]>`
  const item = (sign: string, words: string) =>
    `<p class=MsoListParagraphCxSpMiddle style='text-indent:-.25in;mso-list:l0 level1 lfo1'>${mark(sign)}${words}<o:p></o:p></p>`
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal { margin:0in; font-family:"Nikosh" } --></style>
<!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Table Normal"}</style><![endif]-->
</head><body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->
<h1 style='margin-top:12.0pt'><span lang=BN style='font-family:"Nikosh";color:#2F5496'>ভর্তি<o:p></o:p></span></h1>
<p class=MsoNormal align=center style='text-align:center'><b style='mso-bidi-font-weight:normal'><span
lang=BN style='font-size:14.0pt'>শনিবার</span></b><span lang=BN> <i>সকালে</i>
ফরম style = লাল<o:p></o:p></span></p>
${item('·', 'সনদ')}${item('o', 'ছবি')}
<p class=MsoNormal><!--[if gte vml 1]><v:shape style='width:9pt'></v:shape><![endif]--><img width=9
src="file:///C:/Temp/image001.png" alt="A close-up of a logo">&nbsp;<o:p></o:p></p>
${item('১.', 'আবেদন')}
<table class=MsoTableGrid style='border-collapse:collapse'><tr><td valign=top style='width:93.5pt'>
<p class=MsoNormal>ধাপ<o:p></o:p></p></td><td><p class=MsoNormal>তারিখ</p></td></tr>
<tr><td><p class=MsoNormal>লটারি</p></td><td><p class=MsoNormal>১০</p><p class=MsoNormal>ডিসেম্বর</p></td></tr></table>
<p class=MsoNormal><span style="font-weight:700">শেষ</span> <a
href="https://a.bd/(x)">দেখুন</a></p><!--EndFragment--></body></html>`
  const plain = 'ভর্তি\r\nশনিবার সকালে ফরম style = লাল\r\n·\tসনদ\r\no\tছবি\r\n'
  await paste(text, { 'text/html': html, 'text/plain': plain })
  await expect(text.locator('h2')).toHaveText('ভর্তি')
  await expect(text.locator('strong')).toHaveText(['শনিবার', 'শেষ'])
  await expect(text.locator('p').first()).toHaveText('শনিবার সকালে ফরম style = লাল')
  await expect(text.locator('li')).toHaveText(['সনদ', 'ছবি'])
  await expect(text.getByText('১. আবেদন')).toBeVisible()
  await expect(text.locator('th')).toHaveText(['ধাপ', 'তারিখ'])
  await expect(text.locator('td')).toHaveText(['লটারি', '১০ ডিসেম্বর'])
  await expect(text.getByRole('link')).toHaveAttribute('href', 'https://a.bd/%28x%29')
  await expect(text).not.toContainText('logo')
  await expect(text.locator('i, [style]')).toHaveCount(0)

  // Its list alone, which Word also copies as rows of two cells.
  await text.fill('')
  const list = `<html><body>${item('·', 'সনদ')}${item('·', 'ছবি')}</body></html>`
  await paste(text, { 'text/html': list, 'text/plain': '·\tসনদ\r\n·\tছবি\r\n' })
  await expect(text.locator('li')).toHaveText(['সনদ', 'ছবি'])
  await expect(text.getByRole('table')).toHaveCount(0)
})

test('pastes what Facebook and web pages have on the clipboard', async ({
  page,
  school,
  signIn,
}) => {
  await signIn(page, school.url + NOTICES)
  const text = await openText(page)
  const emoji = (sign: string) =>
    `<span class="x3nfvp2 x1j61x8r" style="display: inline-flex; width: 16px;"><img height="16" width="16"
    class="xz74otr" alt="${sign}" referrerpolicy="origin-when-cross-origin" src="/emoji.png" style="border: 0px;"></span>`
  const facebook = `<meta charset='utf-8'><div class="xdj266r x126k92a" style="margin: 0px; white-space: pre-wrap;"><div
    dir="auto" style="font-family: inherit;">প্রিয় অভিভাবক ${emoji('📢')}</div></div><div class="x14z9mp"
    style="margin: 0.5em 0px 0px;"><div dir="auto" style="text-align: start;">কাল <span
    style="font-weight: 600;"><span>ছুটি</span></span>। <a class="x1i10hfl" tabindex="0"
    href="https://www.facebook.com/hashtag/school" role="link">#school</a></div></div>`
  await paste(text, { 'text/html': facebook, 'text/plain': 'প্রিয় অভিভাবক 📢\n\nকাল ছুটি। #school' })
  await expect(text.locator('p')).toHaveText(['প্রিয় অভিভাবক 📢', 'কাল ছুটি। #school'])
  await expect(text.locator('strong')).toHaveText('ছুটি')
  await expect(text.getByRole('link', { name: '#school' })).toBeVisible()
  await expect(text.locator('[style], [class*="x1"]')).toHaveCount(0)

  await text.fill('')
  const web = `<b style="font-weight:normal;"><ul><li><p>এক</p><ul><li><p>ভেতরে</p></li></ul></li><li>দুই</li></ul>
    <ol start="3"><li><p>তিন</p></li><li>চার</li></ol></b><table><tr><td><table><tr><td>ধাপ</td><td>দিন</td></tr>
    <tr><td>লটারি</td><td>শনি</td></tr></table></td></tr></table>`
  await paste(text, { 'text/html': web, 'text/plain': 'এক' })
  await expect(text.locator('li')).toHaveText(['এক', 'ভেতরে', 'দুই'])
  await expect(text.locator('strong')).toHaveCount(0)
  await expect(text.getByText('৩। তিন')).toBeVisible()
  await expect(text.getByText('৪। চার')).toBeVisible()
  await expect(text.getByRole('cell')).toHaveText(['লটারি', 'শনি'])
})

test('pastes rows of Excel, Markdown and Bijoy', async ({ page, school, signIn }) => {
  await signIn(page, school.url + NOTICES)
  const text = await openText(page)
  await page.keyboard.insertText('ভর্তি')
  await page.keyboard.press('Enter')
  await paste(text, { 'text/plain': 'ধাপ\tতারিখ\nলটারি\t"১০\nডিসেম্বর"\n' })
  await expect(text.locator('th')).toHaveText(['ধাপ', 'তারিখ'])
  await paste(text, { 'text/plain': '১\t২\n৩\t৪' })
  await expect(text.locator('tr')).toHaveText(['১২', '৩৪'])
  await page.keyboard.press('Control+z')
  await expect(text.locator('th')).toHaveText(['ধাপ', 'তারিখ'])
  await page.keyboard.press('Control+End')
  await paste(text, { 'text/plain': '## বড়\n\nএক **দুই**' })
  await expect(text.locator('h2')).toHaveText('বড়')
  const bijoy = '<p style="font-family:SutonnyMJ">cix¶v</p>'
  await paste(text, { 'text/html': bijoy, 'text/plain': 'cix¶v' })
  await page.getByRole('button', { name: 'ইউনিকোড লেখাটি ব্যবহার করুন' }).click()
  await expect(text).toContainText('পরীক্ষা')
  await expect(text.locator('h2')).toHaveText('বড়')
  await expect(text.getByRole('cell')).toHaveText(['লটারি', '১০ ডিসেম্বর'])
})
