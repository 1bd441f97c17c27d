import path from 'node:path'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EntryRow } from '../../db/entities.ts'
import { fileOf, noticePdf, twoColors } from '../../test/sample-files.ts'
import { problemOf, startTestServer, type TestServer } from '../../test/test-server.ts'
import { writePageText } from './paper-commands.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const collection = 'notices' as const
const paramsOf = ({ _id }: Entry) => ({ collection, id: _id })

async function photo(name = 'রুটিন.png'): Promise<File> {
  return fileOf(await twoColors(40, 60).png().toBuffer(), name)
}

async function publish(file: File): Promise<Entry> {
  return school.admin.createEntry({ params: { collection }, body: { title: 'রুটিন' }, file })
}

function write(entry: Entry, text: string) {
  const pages = [{ file: entry.filePath ?? '', page: 1, text }]
  return school.admin.updateEntryText({ params: paramsOf(entry), body: { pages } })
}

const found = async (q: string) => (await school.visitor.search({ query: { q } })).length

describe('the text of a photographed paper, written by a person', () => {
  it('is read by visitors and found by the search', async () => {
    const entry = await publish(await photo())
    expect(await school.visitor.getEntryText({ params: paramsOf(entry) })).toEqual({
      pending: false,
      pages: [],
    })

    const text = 'গণিত পরীক্ষা\nশনিবার  ১০টা'
    const written = await write(entry, text)

    const page = {
      file: entry.filePath,
      page: 1,
      source: 'hand',
      text: 'গণিত পরীক্ষা\nশনিবার ১০টা',
      sureness: 100,
    }
    expect(written.pages).toEqual([page])
    expect(await school.visitor.getEntryText({ params: paramsOf(entry) })).toEqual(written)
    expect(await found('শনিবার')).toBe(1)
  })

  it('is hidden from visitors if a person empties it', async () => {
    const entry = await publish(await photo())
    await write(entry, 'গণিত')
    await write(entry, '')
    const { pages } = await school.visitor.getEntryText({ params: paramsOf(entry) })
    expect(pages).toEqual([])
    expect(await found('গণিত')).toBe(0)
    const kept = await school.admin.getEntryText({ params: paramsOf(entry) })
    expect(kept.pages.map(({ source, text }) => [source, text])).toEqual([['hand', '']])
  })

  it('belongs to its file: gone with a replaced one, back with the former version', async () => {
    const entry = await publish(await photo())
    await write(entry, 'গণিত')
    const file = await photo('নতুন.png')
    const changed = await school.admin.updateEntry({ params: paramsOf(entry), body: {}, file })
    expect(await school.visitor.getEntryText({ params: paramsOf(entry) })).toMatchObject({
      pages: [],
    })
    expect(await found('গণিত')).toBe(0)

    const place = { recordType: collection, id: entry._id, n: String(changed.__v - 1) }
    await school.admin.restoreVersion({ params: place })
    // The start removes the texts of files that nothing has any more.
    school = await school.restart()

    const { pages } = await school.visitor.getEntryText({ params: paramsOf(entry) })
    expect(pages.map(({ text }) => text)).toEqual(['গণিত'])
    expect(await found('গণিত')).toBe(1)
  })

  it('has the words of a recognised page for admins', async () => {
    const entry = await publish(await photo())
    const lines = [
      [
        { text: 'গণিত', sureness: 96 },
        { text: 'পরিক্ষা', sureness: 60 },
        { text: '১০টা', sureness: 96 },
      ],
    ]
    const stem = path.parse(entry.filePath ?? '').name
    await school.server.internals.db.write(async (tx) => {
      const row = await tx.findOneByOrFail(EntryRow, { id: entry._id })
      const text = { stem, page: 1, source: 'read', lines, reader: 'test', readAt: '' } as const
      await writePageText(tx, row, text)
    })
    const place = { file: entry.filePath, page: 1, source: 'read', sureness: 67 }
    const { pages } = await school.admin.getEntryText({ params: paramsOf(entry) })
    expect(pages).toEqual([{ ...place, text: 'গণিত পরিক্ষা ১০টা', lines }])
    const shown = await school.visitor.getEntryText({ params: paramsOf(entry) })
    expect(JSON.stringify(shown)).not.toContain('lines')
  })

  it('stays where the server does not read and it is to be read again', async () => {
    const entry = await publish(await photo())
    const written = await write(entry, 'গণিত')
    const pages = [{ file: entry.filePath ?? '', page: 1 }]
    const params = paramsOf(entry)
    expect(await school.admin.readEntryAgain({ params, body: { pages } })).toEqual(written)
    expect(await school.admin.getEntryText({ params })).toEqual(written)
  })

  it('is refused for a page that the entry does not have', async () => {
    const entry = await publish(await photo())
    const { filePath: file = '' } = entry
    for (const place of [
      { file, page: 2 },
      { file: 'uploads/other.png', page: 1 },
    ]) {
      const params = paramsOf(entry)
      const body = { pages: [{ ...place, text: 'ক' }] }
      await expect(school.admin.updateEntryText({ params, body })).rejects.toMatchObject({
        status: 400,
        fields: { pages: expect.any(String) },
      })
    }
  })

  it('is written by admins only, and read where the entry can be seen', async () => {
    const entry = await publish(await photo())
    await write(entry, 'গণিত')
    const path = `/api/notices/${entry._id}/text`
    const init = {
      method: 'PUT',
      body: '{"pages":[]}',
      headers: { 'content-type': 'application/json' },
    }
    expect((await school.fetch(path, init)).status).toBe(401)
    expect((await problemOf(await school.fetchAsAdmin(path, init))).fields).toHaveProperty('pages')

    const later = { publishAt: '2100-01-01' }
    await school.admin.updateEntry({ params: paramsOf(entry), body: later })
    expect((await school.fetch(path)).status).toBe(404)
    expect((await school.fetchAsAdmin(path)).status).toBe(200)
    await school.admin.deleteEntry({ params: paramsOf(entry) })
    expect((await school.fetchAsAdmin(path)).status).toBe(404)
  })

  it('waits for nothing where the server does not read, nor for a PDF without pages', async () => {
    const entry = await publish(fileOf(await noticePdf(), 'ছুটি.pdf'))
    const { pending, pages } = await school.admin.getEntryText({ params: paramsOf(entry) })
    expect([pending, pages]).toEqual([false, []])
  })
})
