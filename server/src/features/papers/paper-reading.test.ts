import type { Entry } from '@bidyaloy/shared/collections/entry'
import { shareCardPath } from '@bidyaloy/shared/collections/registry'
import type { EntryText } from '@bidyaloy/shared/papers/entry-text'
import Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { dataFolderAt } from '../../data-folder.ts'
import { PageTextRow } from '../../db/entities.ts'
import { fileOf, noticePdf } from '../../test/sample-files.ts'
import { IS_POSTGRES, startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
afterEach(() => school.stop())

const collection = 'notices' as const
const env = { READ_PAPERS: 'on' }

async function publish(): Promise<Entry> {
  const file = fileOf(await noticePdf(), 'ছুটি.pdf')
  return school.admin.createEntry({ params: { collection }, body: { title: 'ছুটি' }, file })
}

/** Waits until nothing more of an entry is going to be read. */
function read({ _id: id }: Entry): Promise<EntryText> {
  return new Promise((resolve, reject) => {
    const look = () => {
      school.admin.getEntryText({ params: { collection, id } }).then((text) => {
        if (!text.pending) resolve(text)
      }, reject)
    }
    school.server.internals.db.onChange(look)
    look()
  })
}

const firstWord = ([page]: EntryText['pages']) =>
  page?.text.split(/\s+/u).find((text) => /^[ক-হ]{3}/u.test(text)) ?? ''

/** Runs SQL on the database of the stopped server. */
function change(sql: string): void {
  const database = new Sqlite(dataFolderAt(school.dataDir).databaseFile)
  database.exec(sql)
  database.close()
}

describe('a published PDF', () => {
  it('is read in the background, once, and found by what is in it', async () => {
    school = await startTestServer({ env })
    const entry = await publish()
    const before = await school.admin.getEntryText({ params: { collection, id: entry._id } })
    expect(before).toEqual({ pending: true, pages: [] })
    const cardOf = async ({ _id }: Entry) =>
      (await school.fetch(shareCardPath(collection, _id))).headers.get('etag')
    const bareCard = await cardOf(entry)

    const { pages } = await read(entry)

    expect(pages).toMatchObject([{ file: entry.filePath, page: 1, source: 'layer', sureness: 100 }])
    const word = firstWord(pages)
    expect(await school.visitor.search({ query: { q: word } })).toMatchObject([{ _id: entry._id }])
    // It shows the first sentence.
    expect(await cardOf(entry)).not.toBe(bareCard)
  })

  it.skipIf(IS_POSTGRES)('is not tried again after its reader has crashed', async () => {
    school = await startTestServer()
    const entry = await publish()
    await read(entry)
    const { dataDir } = school
    await school.server.stop()
    change(`INSERT INTO page_text (stem, page, entry_seq, lines, reader, read_at)
      SELECT file_stem, 1, seq, '[]', '', '2026-01-01' FROM entry`)
    school = await startTestServer({ env, dataDir })
    expect(await read(entry)).toEqual({ pending: false, pages: [] })
  })

  it('keeps the text that a person writes while it is read, also if the server stops then', async () => {
    school = await startTestServer({ env })
    const entry = await publish()
    const params = { collection, id: entry._id }
    const { db } = school.server.internals
    await expect
      .poll(() => db.read.find(PageTextRow), { timeout: 20_000, interval: 1 })
      .toMatchObject([{ source: null }])
    const pages = [{ file: entry.filePath ?? '', page: 1, text: 'গণিত পরীক্ষা' }]
    await school.admin.updateEntryText({ params, body: { pages } })

    school = await school.restart()

    const kept = await school.admin.getEntryText({ params })
    expect(kept.pages).toMatchObject([{ source: 'hand', text: 'গণিত পরীক্ষা' }])
  })

  it('is read after those that are published, and only for the office, while it is a draft', async () => {
    school = await startTestServer()
    const published = await publish()
    const draft = await school.admin.createEntry({
      params: { collection },
      body: { title: '', status: 'draft' },
      file: fileOf(await noticePdf(), 'ছুটি.pdf'),
    })
    const params = { collection, id: draft._id }
    await expect
      .poll(() => school.admin.getDraft({ params }), { timeout: 20_000 })
      .toHaveProperty('pages')
    const { dataDir } = school
    await school.server.stop()
    school = await startTestServer({ env, dataDir })
    const readDraft = () => school.admin.getEntryText({ params })
    await expect.poll(readDraft, { timeout: 20_000 }).toMatchObject({ pending: false })
    const { db } = school.server.internals
    const inOrder = 'SELECT entry.id FROM page_text JOIN entry ON seq = entry_seq ORDER BY read_at'
    expect(await db.read.query(inOrder)).toEqual([{ id: published._id }, { id: draft._id }])
    // The text of the published one, and that it has no more: what visitors see of drafts stays.
    expect(db.revision - 1).toBe(2)

    const { pages } = await readDraft()
    expect(pages).toMatchObject([{ file: draft.filePath, page: 1, source: 'layer' }])
    await expect(school.visitor.getEntryText({ params })).rejects.toMatchObject({ status: 404 })
    const word = firstWord(pages)
    const found = async () => (await school.visitor.search({ query: { q: word } })).length
    expect(await found()).toBe(1)
    expect(await (await school.fetch(`/search?q=${word}`)).text()).not.toContain(draft._id)
    const { url } = await school.admin.previewEntry({ params })
    expect(await (await school.fetch(url)).text()).toContain(word)

    await school.admin.updateEntry({ params, body: { title: 'সভা', status: 'published' } })
    expect((await school.visitor.getEntryText({ params })).pages).toHaveLength(1)
    expect(await found()).toBe(2)
  })

  it.skipIf(IS_POSTGRES)(
    'is read at night if it was published before the program could read',
    async () => {
      school = await startTestServer()
      const entry = await publish()
      const { dataDir } = school
      await school.server.stop()
      change(`UPDATE entry SET reading = 'night'`)
      let now = '2030-01-10T06:00:00Z'
      school = await startTestServer({ env, dataDir, clock: () => new Date(now) })
      const later = await publish()
      expect((await read(later)).pages).toHaveLength(1)
      const params = { collection, id: entry._id }
      const waiting = { pending: true, atNight: true, pages: [] }
      expect(await school.admin.getEntryText({ params })).toEqual(waiting)

      now = '2030-01-10T18:00:00Z'
      // Every write looks for what waits.
      await school.admin.deleteEntry({ params: { collection, id: later._id } })

      expect((await read(entry)).pages).toHaveLength(1)
    },
  )
})
