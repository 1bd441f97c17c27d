import fs from 'node:fs/promises'
import path from 'node:path'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import Sqlite from 'better-sqlite3'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPagePictures } from '../../storage/page-pictures.ts'
import { memoryBombPdf, nestedFormsPdf } from '../../test/hostile-files.ts'
import { fileOf, lockedPdf, longPdf, noticePdf } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const collection = 'notices' as const

function publish(bytes: Uint8Array): Promise<Entry> {
  const file = fileOf(bytes, 'বিজ্ঞপ্তি.pdf')
  return school.admin.createEntry({ params: { collection }, body: { title: 'ছুটি' }, file })
}

/** The entry as visitors see it once its pages are drawn, or were found to be undrawable. */
function drawn(id: string, isDone = (entry: Entry) => entry.pages !== undefined): Promise<Entry> {
  return new Promise((resolve, reject) => {
    const look = () => {
      school.visitor.getEntry({ params: { collection, id } }).then((entry) => {
        if (isDone(entry)) resolve(entry)
      }, reject)
    }
    school.server.inside.db.onChange(look)
    look()
  })
}

function pageFiles({ pages = [] }: Entry): string[] {
  return pages.flatMap(({ sizes }) => sizes.map(({ filePath }) => filePath))
}

describe('a PDF', () => {
  it('is published at once and gets pictures of its pages a moment later', async () => {
    const created = await publish(await noticePdf())
    expect(created.pages).toBeUndefined()

    const entry = await drawn(created._id)

    expect([entry.pageCount, entry.pages?.length, entry.__v]).toEqual([1, 1, created.__v])
    const [page] = entry.pages ?? []
    expect([page?.width, page?.height]).toEqual([1654, 2341])
    expect(page?.sizes.map(({ width, height }) => [width, height])).toEqual([
      [720, 1019],
      [1200, 1698],
      [1654, 2341],
    ])
    for (const filePath of pageFiles(entry)) {
      const answer = await school.fetch(`/${filePath}`)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      const { channels } = await sharp(await answer.arrayBuffer())
        .greyscale()
        .stats()
      // Black ink on white paper, and more paper than ink.
      const [grey] = channels
      expect([grey?.min, grey?.max]).toEqual([expect.any(Number), 255])
      expect(grey?.min).toBeLessThan(40)
      expect(grey?.mean).toBeGreaterThan(200)
    }
  })

  it('shows its pages only while its entry is public', async () => {
    const { _id: id } = await publish(await noticePdf())
    const entry = await drawn(id)
    const status = () =>
      Promise.all(pageFiles(entry).map(async (file) => (await school.fetch(`/${file}`)).status))
    expect(await status()).toEqual([200, 200, 200])
    await school.admin.deleteEntry({ params: { collection, id } })
    expect(await status()).toEqual([404, 404, 404])
    await school.admin.restoreTrash({ params: { id } })
    expect(await status()).toEqual([200, 200, 200])
    // Nothing but what is named.
    const [first = ''] = pageFiles(entry)
    expect((await school.fetch(`/${first.replace('-p1-', '-p2-')}`)).status).toBe(404)
  })

  it('of twelve pages shows the first ten and tells how many there are', async () => {
    const { _id: id } = await publish(await longPdf(12))
    const { pages, pageCount } = await drawn(id)
    expect([pages?.length, pageCount]).toEqual([10, 12])
  })

  it('that is damaged or locked cannot be drawn, but downloads', async () => {
    const damaged = Buffer.from('%PDF-1.7\nthe rest of it was lost on the way')
    for (const bytes of [damaged, await lockedPdf()]) {
      const { _id: id } = await publish(bytes)
      const { pages, pageCount, filePath } = await drawn(id)
      expect([pages, pageCount]).toEqual([[], 0])
      const answer = await school.fetch(`/${filePath}`)
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
  })

  it('that needs too much memory cannot be drawn, but downloads, and the next one is drawn', async () => {
    for (const bytes of [memoryBombPdf(), nestedFormsPdf(8, 'square')]) {
      const { _id: id } = await publish(bytes)
      const { pages, filePath } = await drawn(id)
      expect(pages).toEqual([])
      expect((await school.fetch(`/${filePath}`)).status).toBe(200)
    }
    const { _id: next } = await publish(await noticePdf())
    expect((await drawn(next)).pages).toHaveLength(1)
  }, 60_000)

  it('that is replaced takes its pages with it', async () => {
    const { _id: id } = await publish(await longPdf(2))
    const before = await drawn(id)
    const file = fileOf(await noticePdf(), 'new.pdf')
    await school.admin.updateEntry({ params: { collection, id }, body: {}, file })
    const after = await drawn(id, ({ pages, pageCount }) => pages !== undefined && pageCount === 1)
    const kept = [after.filePath, ...pageFiles(after)].map((one) => path.basename(one ?? ''))
    expect(kept).toHaveLength(4)
    expect((await fs.readdir(path.join(school.dataDir, 'uploads'))).sort()).toEqual(kept.sort())
    for (const gone of pageFiles(before)) {
      expect((await school.fetch(`/${gone}`)).status).toBe(404)
    }
  })

  it('that a stop came upon is drawn after the next start', async () => {
    const { _id: id } = await publish(await longPdf(10))
    const stopped = Date.now()
    school = await school.restart()
    // Stopping waits for no page.
    expect(Date.now() - stopped).toBeLessThan(5000)
    const { pages } = await drawn(id)
    expect(pages).toHaveLength(10)
    school = await school.restart()
    expect(await fs.readdir(path.join(school.dataDir, 'orphans'))).toEqual([])
    expect((await school.visitor.getEntry({ params: { collection, id } })).pages).toEqual(pages)
  })

  it('that was there before pages were drawn at all gets them, too', async () => {
    const { _id: id } = await publish(await noticePdf())
    await drawn(id)
    await school.server.stop()
    const file = path.join(school.dataDir, 'bidyaloy.sqlite')
    const database = new Sqlite(file)
    database.exec(`
      UPDATE entry SET file = json_remove(file, '$.pages', '$.pageCount');
      DROP INDEX entry_with_pending_pages;
      ALTER TABLE entry DROP COLUMN pages_pending;
      DELETE FROM migrations WHERE name LIKE 'PagesOfDocuments%';
    `)
    database.close()
    school = await startTestServer({ dataDir: school.dataDir })
    expect((await drawn(id)).pages).toHaveLength(1)
  })

  it('that takes too long is given up', async () => {
    const { filePath } = await publish(await noticePdf())
    const [folder = '', name = ''] = filePath?.split('/') ?? []
    expect(folder).toBe('uploads')
    const pictures = createPagePictures({ folder: school.server.inside.folder, timeoutMs: 1 })
    const file = {
      ...({ folder: 'uploads', stem: name.replace('.pdf', ''), extension: 'pdf' } as const),
      name,
      mimeType: 'application/pdf',
      size: 1,
    }
    expect(await pictures.render(file)).toEqual({ pages: [], pageCount: 0 })
  })
})
