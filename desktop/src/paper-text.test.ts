import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { OutboxEntry } from '@bidyaloy/shared/desktop/desktop-api'
import { QUEUED_HEADER } from '@bidyaloy/shared/desktop/response-headers'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { squarePicture } from '../../e2e/support/papers.ts'
import { startSchoolServer } from '../../e2e/support/school-server.ts'
import { notices, signedIn } from './test/desktop-app.ts'
import { temporaryFolder } from './test/folders.ts'

test('corrects pages of a paper offline, one after the other, and sends all of them', async () => {
  const school = await startSchoolServer()
  onTestFinished(() => school.remove())
  const file = [squarePicture('এক.png'), squarePicture('দুই.png')]
  const entry = await school.admin.createEntry({ params: notices, body: { title: 'রুটিন' }, file })
  const params = { ...notices, id: entry._id }
  const [first = '', second = ''] = filesOf(entry).map(({ filePath }) => filePath)
  await school.storeReadPage({ filePath: first, lines: [[{ text: 'গনিত', sureness: 60 }]] })
  const desk = await signedIn(school.url, await temporaryFolder())
  await desk.api.listEntries({ params: notices })
  const seen = await desk.api.getEntryText({ params })
  expect(seen.pages).toMatchObject([{ source: 'read', lines: [[{ text: 'গনিত', sureness: 60 }]] }])

  await school.stop()
  const write = (path: string, text: string) =>
    desk.api.updateEntryText({ params, body: { pages: [{ file: path, page: 1, text }] } })
  await write(first, 'গণিত')
  const written = await write(second, 'বাংলা  ১ম\n')
  expect(desk.lastHeader(QUEUED_HEADER)).toBe('1')
  const texts = [
    [first, 'hand', 'গণিত'],
    [second, 'hand', 'বাংলা ১ম'],
  ]
  const inShort = ({ pages }: typeof written) =>
    pages.map((one) => [one.file, one.source, one.text])
  expect(inShort(written)).toEqual(texts)
  expect(inShort(await desk.api.getEntryText({ params }))).toEqual(texts)
  const outbox = z.array(OutboxEntry).parse(await (await desk.page('/desktop/outbox')).json())
  expect(outbox.map(({ endpoint, title }) => [endpoint, title])).toEqual([
    ['updateEntryText', 'রুটিন'],
    ['updateEntryText', 'রুটিন'],
  ])

  await school.start()
  await desk.app.school()?.outbox.settled()
  expect(inShort(await school.admin.getEntryText({ params }))).toEqual(texts)
})
