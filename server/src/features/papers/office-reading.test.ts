import fs from 'node:fs/promises'
import path from 'node:path'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import {
  type EntryText,
  type EntryTextChange,
  MAX_PAGE_TEXT,
} from '@bidyaloy/shared/papers/entry-text'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dataFolderAt } from '../../data-folder.ts'
import { docxBytes, xlsxBytes } from '../../test/office-files.ts'
import { compoundBytes, fileOf } from '../../test/sample-files.ts'
import { IS_POSTGRES, startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({ env: { READ_PAPERS: 'on' } })
})
afterEach(() => school.stop())

const notices = { collection: 'notices' } as const

const publish = (title: string, file: File) =>
  school.admin.createEntry({ params: notices, body: { title }, file })

/** Waits until nothing more of an entry is going to be read. */
async function textOf({ _id: id }: Entry): Promise<EntryText> {
  const params = { ...notices, id }
  const text = () => school.visitor.getEntryText({ params })
  await expect.poll(async () => (await text()).pending, { timeout: 30_000 }).toBe(false)
  return text()
}

it('shows the text of a Word file as a page, and finds it, also in SutonnyMJ', async () => {
  const file = fileOf(
    docxBytes([
      { kind: 'heading', runs: [{ text: 'cixÿv', font: 'SutonnyMJ' }] },
      { kind: 'paragraph', runs: [{ text: '<script>alert(1)</script> অর্ধবার্ষিক পরীক্ষা শুরু।' }] },
      {
        kind: 'table',
        rows: [
          [[{ text: 'তারিখ' }], [{ text: 'বিষয়' }]],
          [[{ text: '৫ জুন' }], [{ text: 'wkÿv', font: 'SutonnyMJ' }]],
        ],
      },
    ]),
    'সূচি.docx',
  )
  const entry = await publish('সূচি', file)
  expect(await textOf(entry)).toMatchObject({
    pages: [{ file: entry.filePath, page: 1, source: 'office', sureness: 100 }],
  })
  for (const q of ['অর্ধবার্ষিক', 'শিক্ষা']) {
    expect(await school.visitor.search({ query: { q } })).toMatchObject([{ _id: entry._id }])
  }
  const page = await (await school.fetch(`/n/${entry._id}`)).text()
  expect(page).toContain('<h3>পরীক্ষা</h3>')
  expect(page).toContain('<th scope="row">৫ জুন</th><td>শিক্ষা</td>')
  expect(page).toContain('&lt;script&gt;')
  expect(page).not.toContain('<script>alert')
})

it('keeps headings and tables of a file whose text a person corrects, also when it starts again', async () => {
  const rows = [
    [[{ text: 'তারিখ' }], [{ text: 'বিষয়' }]],
    [[{ text: '৫ জুন' }], [{ text: 'ভূগোল' }]],
  ]
  const paragraph = { kind: 'paragraph', runs: [{ text: 'পরীক্ষার সময়সুচি' }] } as const
  const file = fileOf(docxBytes([paragraph, { kind: 'table', rows }]), 'সূচি.docx')
  const entry = await publish('সূচি', file)
  await textOf(entry)
  const params = { ...notices, id: entry._id }
  const write = (change: Pick<EntryTextChange['pages'][number], 'text' | 'lines'>) => {
    const pages = [{ file: entry.filePath ?? '', page: 1, ...change }]
    return school.admin.updateEntryText({ params, body: { pages } })
  }
  const [page] = (await school.admin.getEntryText({ params })).pages
  const lines = page?.lines?.map((line) =>
    line.map(({ text, as }) => ({
      text: text.replace('সময়সুচি', 'সময়সূচি').replace('ভূগোল', 'গণিত'),
      as,
    })),
  )
  await write({ text: '', lines })
  await school.server.stop()
  school = await startTestServer({ env: { READ_PAPERS: 'on' }, dataDir: school.dataDir })
  const shown = await textOf(entry)
  const text = 'পরীক্ষার সময়সূচি\nতারিখ বিষয়\n৫ জুন গণিত'.normalize('NFC')
  expect(shown.pages).toMatchObject([{ page: 1, source: 'hand', text }])
  expect(await (await school.fetch(`/n/${entry._id}`)).text()).toContain(
    '<th scope="row">৫ জুন</th><td>গণিত</td>',
  )
  expect(await school.visitor.search({ query: { q: 'গণিত' } })).toMatchObject([{ _id: entry._id }])
  expect(await school.visitor.search({ query: { q: 'ভূগোল' } })).toEqual([])

  const long = 'ক'.repeat(MAX_PAGE_TEXT)
  const tooLong = write({ text: '', lines: [[{ text: long }], [{ text: long }]] })
  await expect(tooLong).rejects.toMatchObject({ status: 400 })
  await write({ text: '' })
  expect((await school.visitor.getEntryText({ params })).pages).toEqual([])
})

it('reads each worksheet as a page, and follows a replaced file', async () => {
  const rows = (text: string) => [[{ text: 'বার' }, { text }]]
  const sheets = [
    { name: 'প্রভাতি', rows: rows('গণিত') },
    { name: 'ফাঁকা', rows: [] },
    { name: 'দিবা', rows: rows('ভূগোল') },
  ]
  const entry = await publish('রুটিন', fileOf(xlsxBytes(sheets), 'রুটিন.xlsx'))
  const { pages } = await textOf(entry)
  expect(pages.map(({ page, text }) => [page, text])).toEqual([
    [1, 'প্রভাতি\nবার গণিত'],
    [3, 'দিবা\nবার ভূগোল'],
  ])
  const params = { ...notices, id: entry._id }
  const file = fileOf(xlsxBytes([{ name: 'নতুন', rows: rows('রসায়ন') }]), 'রুটিন.xlsx')
  const changed = await school.admin.updateEntry({ params, body: {}, file })
  expect(await textOf(changed)).toMatchObject({ pages: [{ page: 1, text: 'বার রসায়ন' }] })
  expect(await school.visitor.search({ query: { q: 'ভূগোল' } })).toEqual([])
})

it('leaves a damaged file as a download', async () => {
  const whole = docxBytes([{ kind: 'paragraph', runs: [{ text: 'ক'.repeat(100) }] }])
  const name = Buffer.from('word/document.xml')
  // Another name in the directory: there is no such part.
  const at = whole.lastIndexOf(name)
  whole.write('word/documentxxml', at)
  const entry = await publish('ভাঙা', fileOf(whole, 'ভাঙা.docx'))
  expect((await textOf(entry)).pages).toEqual([])
  expect((await school.fetch(`/n/${entry._id}/file`)).status).toBe(200)
})

it.skipIf(IS_POSTGRES)('reads files at the next start that an earlier version took', async () => {
  const file = fileOf(docxBytes([{ kind: 'paragraph', runs: [{ text: 'গণিত' }] }]), 'ক.docx')
  const entry = await publish('সূচি', file)
  await textOf(entry)
  const { dataDir } = school
  await school.server.stop()
  const database = new Sqlite(dataFolderAt(dataDir).databaseFile)
  database.exec('DELETE FROM page_text')
  database.close()
  school = await startTestServer({ env: { READ_PAPERS: 'on' }, dataDir })
  await expect.poll(async () => (await textOf(entry)).pages).toMatchObject([{ text: 'গণিত' }])
})

it('reads files of older versions once a LibreOffice is named, and tries each once', async () => {
  const entry = await publish('পুরোনো', olderWord('সূচি.doc'))
  const broken = await publish('নষ্ট', olderWord('নষ্ট.doc', 'Broken'))
  for (const one of [entry, broken]) expect((await textOf(one)).pages).toEqual([])

  // Stands for LibreOffice: writes the newer file, unless the older one is broken or it sees a secret.
  const inFolder = (name: string) => path.join(school.dataDir, name)
  const OFFICE = inFolder('soffice')
  const runs = [{ text: 'অর্ধবার্ষিক পরীক্ষা' }]
  await fs.writeFile(inFolder('converted.docx'), docxBytes([{ kind: 'paragraph', runs }]))
  await fs.writeFile(
    OFFICE,
    `#!/bin/sh
if [ "$1" = --version ]; then echo LibreOffice; exit; fi
for source; do :; done
echo run >> '${inFolder('runs')}'
[ "$DATA_DIR" ] || tr -d '\\0' < "$source" | grep -q Broken ||
  cp '${inFolder('converted.docx')}' "\${source%.doc}.docx"
`,
    { mode: 0o755 },
  )
  const restart = async () => {
    await school.server.stop()
    const env = { READ_PAPERS: 'on', OFFICE }
    school = await startTestServer({ dataDir: school.dataDir, env })
    for (const one of [broken, entry]) await textOf(one)
  }
  await restart()
  expect((await textOf(entry)).pages).toMatchObject([
    { page: 1, source: 'office', text: 'অর্ধবার্ষিক পরীক্ষা' },
  ])
  expect((await textOf(broken)).pages).toEqual([])
  const runsBefore = await fs.readFile(inFolder('runs'), 'utf8')
  await restart()
  expect(await fs.readFile(inFolder('runs'), 'utf8')).toBe(runsBefore)
})

const olderWord = (name: string, ...streams: string[]) =>
  fileOf(compoundBytes(['WordDocument', ...streams]), name)
