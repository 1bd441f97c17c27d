import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { zipBytes } from '../../server/src/test/sample-files.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible } from '../support/page-checks.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (runs: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`
const row = (...cells: string[]) =>
  `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`

/** Returns a DOCX file. @param body its blocks */
const word = (body: string) => ({
  name: 'পরীক্ষার নোটিশ.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: zipBytes({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
  }),
})

const TEXT = [
  paragraph(run('সময়সূচি'), '<w:pStyle w:val="Heading1"/>'),
  paragraph(run('সবাইকে ') + run('জানানো', '<w:b/>') + run(' যাচ্ছে।', '<w:b w:val="0"/>')),
  paragraph(run('প্রবেশপত্র'), '<w:numPr/>'),
  paragraph(run('কলম'), '<w:numPr/>'),
  `<w:tbl>${row('বিষয়', 'দিন')}${row('বাংলা', '১ ডিসেম্বর')}</w:tbl>`,
  paragraph(
    run('mnKvix', '<w:rFonts w:ascii="SutonnyMJ"/>') +
      run(' wkÿK', '<w:rFonts w:ascii="SutonnyMJ"/>'),
  ),
].join('')

test('takes the text of a Word document, with its table', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  await page.locator('input[type=file]').first().setInputFiles(word(TEXT))
  const take = page.getByRole('button', { name: entriesCopy['word.take'] })
  await expect(take).toBeVisible()
  await expectAccessible(page, 'a Word document')
  await take.click()
  await expect(page.getByText(entriesCopy['word.taken'])).toBeVisible()
  const text = page.getByRole('textbox', { name: entriesCopy['body.label'] })
  await expect(text).toContainText('সহকারী শিক্ষক')
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await expect(page.getByRole('region', { name: entriesCopy['notices.created'] })).toBeVisible()
  const [notice] = await school.admin.listEntries({ params: { collection: 'notices' } })
  const params = { collection: 'notices', id: notice?._id ?? '' } as const
  expect((await school.admin.getEntry({ params })).body).toBe(
    [
      '## সময়সূচি',
      'সবাইকে **জানানো** যাচ্ছে।',
      '- প্রবেশপত্র\n- কলম',
      '| বিষয় | দিন |\n| বাংলা | ১ ডিসেম্বর |',
      'সহকারী শিক্ষক',
    ].join('\n\n'),
  )
})

test('says so where a Word document has no text', async ({ page, school, signIn }) => {
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(word(paragraph('')))
  await page.getByRole('button', { name: entriesCopy['word.take'] }).click()
  await expect(page.getByText(entriesCopy['word.failed'])).toBeVisible()
})
