import fs from 'node:fs/promises'
import path from 'node:path'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import pino from 'pino'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EntryRow, type StoredFile } from '../../db/entities.ts'
import { createPagePictures } from '../../storage/page-pictures.ts'
import { childProcesses } from '../../test/child-processes.ts'
import { memoryBombPdf, nestedFormsPdf } from '../../test/hostile-files.ts'
import { fileOf, lockedPdf, longPdf, noticePdf } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
/** Lines of the log since the last start. */
let logged: string[]
const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) })
beforeEach(async () => {
  logged = []
  school = await startTestServer({ log })
})
afterEach(() => school.stop())

const collection = 'notices' as const

function publish(bytes: Uint8Array): Promise<Entry> {
  const file = fileOf(bytes, 'বিজ্ঞপ্তি.pdf')
  return school.admin.createEntry({ params: { collection }, body: { title: 'ছুটি' }, file })
}

/** Waits until the pages of an entry are rendered or have failed. @returns the entry */
function rendered(
  id: string,
  isDone = (entry: Entry) => entry.pages !== undefined,
): Promise<Entry> {
  return new Promise((resolve, reject) => {
    const look = () => {
      school.visitor.getEntry({ params: { collection, id } }).then((entry) => {
        if (isDone(entry)) resolve(entry)
      }, reject)
    }
    school.server.internals.db.onChange(look)
    look()
  })
}

/** Whether an attempt to render an entry has failed. */
const isFailed = (id: string) =>
  logged.some((line) => line.includes(id) && line.includes('of an entry failed'))

/** Waits until an attempt to render each of these entries has failed. */
async function attempted(ids: readonly string[]): Promise<void> {
  const failed = () => ids.filter(isFailed)
  await expect.poll(failed, { timeout: 30_000 }).toEqual(ids)
}

function pageFiles({ pages = [] }: Entry): string[] {
  return pages.flatMap(({ sizes }) => sizes.map(({ filePath }) => filePath))
}

describe('a PDF', () => {
  it('that is given again has copies of its pages, or pages of its own after the first is gone', async () => {
    const bytes = await noticePdf()
    const first = await rendered((await publish(bytes))._id)
    const again = await rendered((await publish(bytes))._id)
    const bytesOf = async (entry: Entry) =>
      Promise.all(
        pageFiles(entry).map(async (file) => {
          const response = await school.fetch(`/${file}`)
          return [response.status, Buffer.from(await response.arrayBuffer()).toString('base64')]
        }),
      )
    expect(pageFiles(again)).not.toEqual(pageFiles(first))
    expect(await bytesOf(again)).toEqual(await bytesOf(first))
    expect([again.pageCount, again.pages?.[0]?.part]).toEqual([1, first.pages?.[0]?.part])
    for (const file of [first, again].flatMap(pageFiles)) {
      await fs.rm(path.join(school.dataDir, file))
    }
    const later = await rendered((await publish(bytes))._id)
    expect((await bytesOf(later)).map(([status]) => status)).toEqual([200, 200, 200])
  })

  it('is published immediately and gets page previews later', async () => {
    const created = await publish(await noticePdf())
    expect(created.pages).toBeUndefined()

    const entry = await rendered(created._id)

    expect([entry.pageCount, entry.pages?.length, entry.__v]).toEqual([1, 1, created.__v])
    const [page] = entry.pages ?? []
    // Without the margins and the empty lower half of the sheet, of 1654 × 2341.
    expect([page?.width, page?.height]).toEqual([1458, 988])
    expect(page?.part?.slice(2)).toEqual([882, 422])
    expect(page?.sizes.map(({ width, height }) => [width, height])).toEqual([
      [720, 488],
      [1200, 813],
      [1458, 988],
    ])
    for (const filePath of pageFiles(entry)) {
      const response = await school.fetch(`/${filePath}`)
      expect(response.headers.get('content-type')).toBe('image/webp')
      const { channels } = await sharp(await response.arrayBuffer())
        .greyscale()
        .stats()
      // Black text on a white page.
      const [grey] = channels
      expect([grey?.min, grey?.max]).toEqual([expect.any(Number), 255])
      expect(grey?.min).toBeLessThan(40)
      expect(grey?.mean).toBeGreaterThan(200)
    }
  })

  it('has page previews that are served only while its entry is visible', async () => {
    const { _id: id } = await publish(await noticePdf())
    const entry = await rendered(id)
    const status = () =>
      Promise.all(pageFiles(entry).map(async (file) => (await school.fetch(`/${file}`)).status))
    expect(await status()).toEqual([200, 200, 200])
    await school.admin.deleteEntry({ params: { collection, id } })
    expect(await status()).toEqual([404, 404, 404])
    await school.admin.restoreTrash({ params: { id } })
    expect(await status()).toEqual([200, 200, 200])
    // Only the listed sizes exist.
    const [first = ''] = pageFiles(entry)
    expect((await school.fetch(`/${first.replace('-p1-', '-p2-')}`)).status).toBe(404)
  })

  it('of twelve pages has previews of the first ten and the number of pages', async () => {
    const { _id: id } = await publish(longPdf(12))
    const { pages, pageCount } = await rendered(id)
    expect([pages?.length, pageCount]).toEqual([10, 12])
  })

  it('that is damaged or encrypted has no previews, but can be downloaded', async () => {
    const damaged = Buffer.from('%PDF-1.7\nthe rest of it was lost on the way')
    for (const bytes of [damaged, await lockedPdf()]) {
      const { _id: id } = await publish(bytes)
      const { pages, pageCount, filePath } = await rendered(id)
      expect([pages, pageCount]).toEqual([[], 0])
      const response = await school.fetch(`/${filePath}`)
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    }
  })

  it('that needs too much memory is tried three times, and does not affect the next one', async () => {
    const huge = [memoryBombPdf(), nestedFormsPdf(8, 'square')]
    const ids = await Promise.all(huge.map(async (bytes) => (await publish(bytes))._id))
    for (const _ of ['first', 'second']) {
      const { _id: next } = await publish(await noticePdf())
      expect((await rendered(next)).pages).toHaveLength(1)
      await attempted(ids)
      for (const id of ids) expect((await rendered(id, () => true)).pages).toBeUndefined()
      logged = []
      school = await school.restart()
    }
    for (const id of ids) expect((await rendered(id)).pages).toEqual([])
  }, 120_000)

  it('whose process the system ended is rendered at another attempt', async () => {
    // As Linux does when the machine has no memory left.
    const endProcesses = () => {
      for (const pid of childProcesses('page-worker')) process.kill(pid, 'SIGKILL')
    }
    // An idle one of another test would take the PDF.
    endProcesses()
    await expect.poll(() => childProcesses('page-worker')).toEqual([])
    const { _id: id } = await publish(longPdf(10))
    // One that has not begun is replaced.
    const endUntilFailed = () => {
      endProcesses()
      return isFailed(id)
    }
    await expect.poll(endUntilFailed, { timeout: 30_000 }).toBe(true)
    expect((await rendered(id, () => true)).pages).toBeUndefined()
    school = await school.restart()
    expect((await rendered(id)).pages).toHaveLength(10)
  })

  it('that is replaced has previews only for its former version', async () => {
    const { _id: id } = await publish(longPdf(2))
    const before = await rendered(id)
    const file = fileOf(await noticePdf(), 'new.pdf')
    await school.admin.updateEntry({ params: { collection, id }, body: {}, file })
    const after = await rendered(
      id,
      ({ pages, pageCount }) => pages !== undefined && pageCount === 1,
    )
    const stored = [after.filePath, ...pageFiles(after)].map((one) => path.basename(one ?? ''))
    expect(stored).toHaveLength(4)
    expect(await fs.readdir(path.join(school.dataDir, 'uploads'))).toEqual(
      expect.arrayContaining(stored),
    )
    for (const gone of pageFiles(before)) {
      expect((await school.fetch(`/${gone}`)).status).toBe(404)
    }
  })

  it('that was interrupted by a stop is rendered after the next start', async () => {
    const { _id: id } = await publish(longPdf(10))
    const stopped = Date.now()
    school = await school.restart()
    // Stopping does not wait for rendering.
    expect(Date.now() - stopped).toBeLessThan(5000)
    const { pages } = await rendered(id)
    expect(pages).toHaveLength(10)
    school = await school.restart()
    expect(await fs.readdir(path.join(school.dataDir, 'orphans'))).toEqual([])
    expect((await school.visitor.getEntry({ params: { collection, id } })).pages).toEqual(pages)
  })

  /** Publishes a PDF. @returns its stored file, once the server has tried to render it */
  const stored = async (bytes: Uint8Array): Promise<StoredFile> => {
    const { _id: id } = await publish(bytes)
    await rendered(id)
    const row = await school.server.internals.db.read.findOneByOrFail(EntryRow, { id })
    if (!row.file) throw new Error('The entry has no file')
    return row.file
  }

  it('that a busy machine does not render in time is not given up', async () => {
    const file = await stored(await noticePdf())
    const pictures = createPagePictures({ ...school.server.internals, timeoutMs: 1 })
    await expect(pictures.render(file)).rejects.toMatchObject({ code: 'ETIME' })
  })

  it('may take a share of the memory of the machine', async () => {
    const file = await stored(memoryBombPdf(1, 100_000_000))
    const renderWith = async (machineMb: number) => {
      const pictures = createPagePictures({ ...school.server.internals, machineMb })
      return (await pictures.render(file)).fault?.fault
    }
    expect(await renderWith(512)).toBe('exhausted')
    expect(await renderWith(2048)).toBeUndefined()
  })
})
