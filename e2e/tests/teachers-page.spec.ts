import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'
import { siteText } from '../support/texts.ts'

/** A table of teachers as exported to HTML by a word processor. */
const FROM_WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head>
<style>p.MsoNormal {margin:0in}</style><script>alert(1)</script></head><body lang=EN-US>
<div class=WordSection1><p class=MsoNormal><b><span style='font-size:14.0pt'>শিক্ষক তালিকা<o:p></o:p></span></b></p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr style='height:20pt'>
<td width=40><p class=MsoNormal><b>ক্রমিক<o:p></o:p></b></p><td width=200><p class=MsoNormal><b><span>নাম ও "পরিচিতি"</span></b></p></td>
<td><p class=MsoNormal><b>মোবাইল</b></p></td></tr>
<tr><td colspan=3><p class=MsoNormal>প্রভাতী শিফট</p></td></tr>
<tr><td><p class=MsoNormal>১</p></td><td><p class=MsoNormal>মোছা. রওশন <i>আরা</i> বেগম</p><p class=MsoNormal>প্রধান শিক্ষক</p></td><td onclick="alert(2)"><p><a href="tel:+8801700000000">০১৭০০-০০০০০০</a></p></td></tr>
<tr><td><p>২</p></td><td><p>সুমিতা রানী সরকার</p></td><td><p>&nbsp;</p></td></tr>
</table><p>&nbsp;</p>
<table border=1><tr><th rowspan=2>বিষয়</th><th colspan=6>শ্রেণি অনুযায়ী সাপ্তাহিক ক্লাসের সংখ্যা</th></tr><tr><th>ষষ্ঠ</th><th>সপ্তম</th><th>অষ্টম</th><th>নবম</th><th>দশম</th><th>সর্বমোট</th></tr><tr><td>বাংলা</td><td>পাঁচটি</td><td>পাঁচটি</td><td>পাঁচটি</td><td>ছয়টি</td><td>ছয়টি</td><td>সাতাশটি</td></tr></table>
</div></body></html>`

test('sanitizes a page from a word processor and keeps it readable on a phone', async ({
  page,
  school,
}) => {
  await school.admin.updateTeacherPage({ body: { html: FROM_WORD } })
  const box = page.getByRole('region', { name: siteText('public.teachers.title') })
  const plain = box.getByRole('table').first()
  const teacher = plain.getByRole('row').filter({ hasText: 'রওশন' })
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, `${school.url}/officers_teachers`)
    await expect(plain.getByRole('columnheader')).toHaveCount(3)
    await expect(teacher.getByRole('cell')).toHaveCount(3)
    await expectAccessible(page, `${width} px`)
    expect(await sidewaysScroll(page)).toBe(0)
  }
  const [first, second] = await teacher
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()))
  expect(second?.top).toBeGreaterThanOrEqual(first?.bottom ?? Number.POSITIVE_INFINITY)
  const label = await teacher
    .getByRole('cell')
    .nth(1)
    .evaluate((cell) => getComputedStyle(cell, '::before').content)
  expect(label).toContain('পরিচিতি')
  await expect(teacher.getByRole('link')).toHaveAttribute('href', 'tel:+8801700000000')

  // The other table has nested headers: it stays a table and scrolls with the keyboard.
  await expect(page.getByText(siteText('students.scrollHint'))).toBeVisible()
  await box.focus()
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(() => box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(20)
})
