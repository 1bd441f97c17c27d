import fs from 'node:fs/promises'
import path from 'node:path'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fileOf, officeBytes, pdfBytes, pdfFile, twoColors } from '../test/sample-files.ts'
import { IS_POSTGRES, startTestServer, type TestServer } from '../test/test-server.ts'
import { byteRange } from './static-files.ts'

let school: TestServer
let notice: Entry
beforeAll(async () => {
  school = await startTestServer()
  notice = await publish(pdfFile('গ্রীষ্মকালীন ছুটি ২০২৬.pdf'))
})
afterAll(() => school.stop())

function publish(file: File): Promise<Entry> {
  return school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ছুটি' },
    file,
  })
}

/** Delays the result of the next look-up of a file, as a slow disk would. */
function holdNextLookUp(): { found: Promise<void>; release: () => void } {
  const { read } = school.server.internals.db
  const findOneBy = read.findOneBy.bind(read)
  let release = () => {}
  let notifyFound = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const found = new Promise<void>((resolve) => {
    notifyFound = resolve
  })
  vi.spyOn(read, 'findOneBy').mockImplementationOnce(async (entity, where) => {
    const row = await findOneBy(entity, where)
    notifyFound()
    await held
    return row
  })
  return { found, release }
}

const get = (filePath = '', headers: Record<string, string> = {}) =>
  school.fetch(`/${filePath}`, { headers })

describe('a published file', () => {
  it('is sent unchanged, sandboxed and to be cached for a day at most', async () => {
    const response = await get(notice.filePath)
    expect(Buffer.from(await response.arrayBuffer()).equals(pdfBytes())).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdfBytes().length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=43200, s-maxage=3600, stale-while-revalidate=43200',
      'accept-ranges': 'bytes',
    })
  })

  it('has the file name of the upload', async () => {
    const name = encodeURIComponent('গ্রীষ্মকালীন ছুটি ২০২৬.pdf')
    const shown = (await get(notice.filePath)).headers.get('content-disposition')
    expect(shown).toMatch(/^inline; /)
    expect(shown).toContain(`filename*=UTF-8''${name}`)

    const sheet = await publish(fileOf(officeBytes('xlsx'), 'ফলাফল "চূড়ান্ত".xlsx'))
    const offered = (await get(sheet.filePath)).headers.get('content-disposition')
    expect(offered).toMatch(/^attachment; /)
    expect(offered).toContain(encodeURIComponent('ফলাফল "চূড়ান্ত".xlsx'))
  })

  it('has the extension of its content', async () => {
    const nameOf = async (file: File) =>
      (await get((await publish(file)).filePath)).headers.get('content-disposition')
    expect(await nameOf(pdfFile('page.html'))).toBe('inline; filename="page.pdf"')
    expect(await nameOf(pdfFile('no extension'))).toBe('inline; filename="no extension.pdf"')
    const jpeg = fileOf(await twoColors(40, 40).jpeg().toBuffer(), 'photo.JPEG')
    expect(await nameOf(jpeg)).toBe('inline; filename="photo.JPEG"')
    expect(await nameOf(pdfFile('../../etc/passwd'))).toBe('inline; filename="passwd.pdf"')
  })

  it('is sent in ranges', async () => {
    const size = pdfBytes().length
    const part = await get(notice.filePath, { range: 'bytes=1-4' })
    expect([part.status, await part.text()]).toEqual([206, 'PDF-'])
    expect(part.headers.get('content-range')).toBe(`bytes 1-4/${size}`)
    const end = await get(notice.filePath, { range: 'bytes=-6' })
    expect([end.status, await end.text()]).toEqual([206, '%EOF\n'.padStart(6, '%')])
    const beyond = await get(notice.filePath, { range: `bytes=${size}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
    const several = await get(notice.filePath, { range: 'bytes=0-1,3-4' })
    expect([several.status, (await several.arrayBuffer()).byteLength]).toEqual([200, size])
  })

  it('is answered with 304 if the client has it', async () => {
    const etag = (await get(notice.filePath)).headers.get('etag') ?? ''
    const again = await get(notice.filePath, { 'if-none-match': `"other", ${etag}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(again.headers.get('etag')).toBe(etag)
    const same = await get(notice.filePath, { range: 'bytes=0-3', 'if-range': etag })
    expect(same.status).toBe(206)
    const other = await get(notice.filePath, { range: 'bytes=0-3', 'if-range': '"other"' })
    expect([other.status, (await other.text()).length]).toEqual([200, pdfBytes().length])
  })

  it('is answered to HEAD without the body', async () => {
    const head = await school.fetch(`/${notice.filePath}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(String(pdfBytes().length))
    const post = await school.fetch(`/${notice.filePath}`, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a cached file', () => {
  const parts = async (response: Response) => {
    const { 'x-request-id': _id, date: _date, ...headers } = Object.fromEntries(response.headers)
    return { status: response.status, headers, text: await response.text() }
  }

  it.skipIf(IS_POSTGRES)(
    'is sent the same each time, whole and in ranges, until it is removed from the disk',
    async () => {
      const { filePath } = await publish(fileOf('ফলাফল', 'ফলাফল.txt'))
      const ranges: Record<string, string>[] = [
        {},
        { range: 'bytes=3-5' },
        { range: 'bytes=-3' },
        { range: 'bytes=99-' },
      ]
      for (const headers of ranges) {
        const first = await parts(await get(`${filePath}?first`, headers))
        for (let time = 0; time < 3; time += 1) {
          expect(await parts(await get(filePath, headers))).toEqual(first)
        }
      }
      await fs.rm(path.join(school.dataDir, filePath ?? ''))
      expect((await get(filePath)).status).toBe(404)
      expect((await get(notice.filePath)).status).toBe(200)
    },
  )

  it('is sent with its current length after it was replaced on the disk', async () => {
    const { filePath } = await publish(fileOf('short', 'short.txt'))
    expect(await (await get(`${filePath}?first`)).text()).toBe('short')
    await fs.writeFile(path.join(school.dataDir, filePath ?? ''), 'longer than before')
    const later = await get(`${filePath}?later`)
    expect([later.headers.get('content-length'), await later.text()]).toEqual([
      '18',
      'longer than before',
    ])
    expect((await get(`${filePath}?part`, { range: 'bytes=-6' })).status).toBe(206)
  })

  it('is missing as soon as its entry is deleted or hidden', async () => {
    const params = { collection: 'notices' } as const
    const deleted = await publish(fileOf('deleted', 'deleted.txt'))
    const hidden = await publish(fileOf('hidden', 'hidden.txt'))
    for (const { filePath } of [deleted, hidden, deleted, hidden]) {
      expect((await get(filePath)).status).toBe(200)
    }
    await school.admin.deleteEntry({ params: { ...params, id: deleted._id } })
    expect((await get(deleted.filePath)).status).toBe(404)
    expect((await get(hidden.filePath)).status).toBe(200)
    await school.admin.updateEntry({
      params: { ...params, id: hidden._id },
      body: { publishAt: '2040-01-01T00:00:00.000Z' },
    })
    expect((await get(hidden.filePath)).status).toBe(404)
  })
})

describe('an address of a file', () => {
  it('that is unknown is answered with 404', async () => {
    const [folder, name = ''] = (notice.filePath ?? '').split('/')
    const addresses = [
      `${folder}/`,
      `${folder}/${name.replace('.pdf', '.txt')}`,
      `${folder}/${name.replace('.pdf', '-320.webp')}`,
      `${folder}/${name.toUpperCase()}`,
      `gallery-uploads/${name}`,
      `${folder}/..%2fbidyaloy.sqlite`,
      `${folder}/%2e%2e/signing-secret`,
      `${folder}//${name}`,
      `${folder}/${'a'.repeat(20)}.pdf`,
    ]
    for (const address of addresses) {
      const response = await get(address)
      expect([address, response.status]).toEqual([address, 404])
    }
    expect(await (await get(addresses[1])).json()).toMatchObject({ code: 'not_found' })
  })

  it.skipIf(IS_POSTGRES)('whose file is missing on the disk is answered with 404', async () => {
    const lost = await publish(pdfFile())
    await fs.rm(path.join(school.dataDir, lost.filePath ?? ''))
    expect((await get(lost.filePath)).status).toBe(404)
    expect((await get(notice.filePath)).status).toBe(200)
  })
})

describe('a Range header', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=5-100', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-100', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', null],
    ['bytes=-', null],
    ['items=0-1', null],
    ['', null],
  ])('%s is parsed for ten bytes', (header, expected) => {
    expect(byteRange(header, 10)).toEqual(expected)
  })
})

it('does not cache a file that is deleted during its look-up', async () => {
  const params = { collection: 'notices' } as const
  const { _id: id, filePath } = await publish(fileOf('deleted soon', 'deleted-soon.txt'))
  const other = await publish(fileOf('other', 'other.txt'))
  const { found, release } = holdNextLookUp()
  const early = get(filePath)
  await found
  await school.admin.deleteEntry({ params: { ...params, id } })
  expect((await get(other.filePath)).status).toBe(200)
  release()
  await (await early).arrayBuffer()
  expect((await get(filePath)).status).toBe(404)
})
