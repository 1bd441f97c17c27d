import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { PagedCollection } from '@bidyaloy/shared/collections/registry'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileOf, pdfFile } from '../test/sample-files.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'

const notices = { collection: 'notices' } as const
const TEXT = 'কাল বিদ্যালয় বন্ধ থাকবে।'

let now: Date
let school: TestServer
beforeEach(async () => {
  now = new Date('2026-11-22T06:00:00Z')
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const note = (name: string) => fileOf(name, `${name}.txt`)
const publish = (
  collection: PagedCollection,
  file: File[],
  more: { body?: string; publishAt?: string; expiresAt?: string } = {},
) => school.admin.createEntry({ params: { collection }, body: { title: 'রুটিন', ...more }, file })
const replace = ({ _id: id }: Entry, file: File) =>
  school.admin.updateEntry({ params: { ...notices, id }, body: {}, file })

/** Returns the status of a response and where it leads. */
async function ask(path: string, init: RequestInit = {}, fetch = school.fetch) {
  const { status, headers } = await fetch(path, { redirect: 'manual', ...init })
  return [status, headers.get('location')] as const
}
const askAsAdmin = (path: string) => ask(path, {}, school.fetchAsAdmin)

describe('the address of a file', () => {
  it.each([
    ['notices', '/n', '/file'],
    ['news', '/news', '/file'],
    ['downloads', '/d', '/file'],
    ['downloads', '/d', ''],
  ] as const)('of %s, %s/<id>%s, leads to the present file', async (collection, base, end) => {
    const entry = await publish(collection, [note('আগের')])
    const address = `${base}/${entry._id}${end}`
    expect(await ask(address)).toEqual([302, `/${entry.filePath}`])
    expect(await ask(address, { method: 'HEAD' })).toEqual([302, `/${entry.filePath}`])
    const changed = await school.admin.updateEntry({
      params: { collection, id: entry._id },
      body: {},
      file: note('নতুন'),
    })
    // A client that knows the old response gets the new one.
    const again = { headers: { 'if-none-match': '*' } }
    expect(await ask(address, again)).toEqual([302, `/${changed.filePath}`])
    expect(await (await school.fetch(address)).text()).toBe('নতুন')
    // The query is not needed for a file.
    expect(await ask(`${address}?fbclid=x`)).toEqual([302, `/${changed.filePath}`])
    expect((await ask(address, { method: 'POST' }))[0]).toBe(405)
  })

  it('is cached no longer than the page of its entry', async () => {
    const { _id } = await publish('notices', [note('১')])
    const cacheControl = async (path: string, fetch = school.fetch) =>
      (await fetch(path, { redirect: 'manual' })).headers.get('cache-control')
    expect(await cacheControl(`/n/${_id}/file`)).toBe(await cacheControl(`/n/${_id}`))
    expect(await cacheControl(`/n/${_id}/file`, school.fetchAsAdmin)).toBe('no-store')
  })

  it('has the number of a further file, and leads to the entry if there are fewer', async () => {
    const entry = await publish('notices', [note('১'), note('২')])
    const address = `/n/${entry._id}/file`
    expect(await ask(`${address}/1`)).toEqual([302, `/${entry.filePath}`])
    expect(await ask(`${address}/2`)).toEqual([302, `/${entry.files?.[1]?.filePath}`])
    expect(await ask(`${address}/3`)).toEqual([302, `/n/${entry._id}`])
    const text = await publish('notices', [], { body: TEXT })
    expect(await ask(`/n/${text._id}/file`)).toEqual([302, `/n/${text._id}`])
    expect((await ask(`/n/${text._id}`))[0]).toBe(200)
  })

  it('serves the file with its Bengali name', async () => {
    const { _id } = await publish('notices', [pdfFile('গ্রীষ্মকালীন ছুটি.pdf')])
    const response = await school.fetch(`/n/${_id}/file`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('গ্রীষ্মকালীন ছুটি.pdf')}`,
    )
  })

  it('does not exist before publication, after expiry and in the trash, except for admins', async () => {
    const times = { publishAt: '2026-11-23T06:00:00Z', expiresAt: '2026-11-24T06:00:00Z' }
    const entry = await publish('notices', [note('১')], times)
    const address = `/n/${entry._id}/file`
    const there = [302, `/${entry.filePath}`]
    const shown = async () => [await ask(address), await askAsAdmin(address)]
    expect(await shown()).toEqual([[404, null], there])
    now = new Date('2026-11-23T06:00:01Z')
    expect(await shown()).toEqual([there, there])
    now = new Date('2026-11-24T06:00:01Z')
    expect(await shown()).toEqual([[404, null], there])
    now = new Date('2026-11-23T06:00:01Z')
    await school.admin.deleteEntry({ params: { ...notices, id: entry._id } })
    expect(await shown()).toEqual([
      [404, null],
      [404, null],
    ])
    const missing = await school.fetch(address)
    expect(missing.headers.get('cache-control')).toBe('no-store')
    expect(await missing.text()).toContain('<html lang="bn"')
  })

  it('is nowhere else', async () => {
    const { _id } = await publish('notices', [note('১')])
    for (const path of [
      ...[`/news/${_id}/file`, `/d/${_id}`, `/n/${_id}/file/`, `/n/${_id}/file/0`],
      ...[`/n/${_id}/file/01`, `/n/${_id}/file/2/3`, `/n/${_id}/file/1000`, `/n/${_id}/files`],
      ...['/n/nosuch/file', '/n/%2e%2e/file', '/n/%E0%A6%95/file', '/d/nosuch', '/d/', '/n//file'],
      ...[`/n/${_id}%0d%0aLocation:x/file`, '/n/https:%2f%2fevil.example/file'],
    ]) {
      expect([path, ...(await ask(path))]).toEqual([path, 404, null])
    }
    expect((await ask(`//evil.example/n/${_id}/file`))[0]).toBe(404)
  })
})

describe('a download', () => {
  it('has a page if it has more than one file', async () => {
    const text = await publish('downloads', [note('১')], { body: TEXT })
    const several = await publish('downloads', [note('১'), note('২')])
    const one = await publish('downloads', [note('১')])
    for (const { _id, filePath, title } of [text, several]) {
      const html = await (await school.fetch(`/d/${_id}`)).text()
      expect(html).toContain(`<h1>${title}</h1>`)
      expect(html).toContain('href="/allDownloads"')
      expect(await ask(`/d/${_id}/file`)).toEqual([302, `/${filePath}`])
    }
    const list = await (await school.fetch('/allDownloads')).text()
    for (const { _id } of [text, several]) expect(list).toContain(`<a href="/d/${_id}">`)
    expect(list).toMatch(new RegExp(`<a href="/d/${one._id}" target="_blank"`))
    expect(list).not.toMatch(/href="\/uploads/)
    await school.admin.deleteEntry({ params: { collection: 'downloads', id: text._id } })
    expect((await ask(`/d/${text._id}`))[0]).toBe(404)
  })
})

describe('the address of a replaced file', () => {
  it('leads to the present file, or to the page of a notice that has none, but not from the trash', async () => {
    const entry = await publish('notices', [note('১')], { body: TEXT })
    const params = { ...notices, id: entry._id }
    const old = `/${entry.filePath}`
    const { filePath } = await replace(entry, note('২'))
    expect(await ask(old)).toEqual([301, `/${filePath}`])
    await school.admin.updateEntry({ params, body: { files: [] } })
    for (const path of [old, `/${filePath}`]) {
      expect(await ask(path)).toEqual([301, `/n/${entry._id}`])
    }
    expect((await ask(old.replace('.txt', '-720.webp')))[0]).toBe(404)
    await school.admin.deleteEntry({ params })
    expect(await ask(old)).toEqual([404, null])
    await school.admin.restoreTrash({ params: { id: entry._id } })
    expect(await ask(old)).toEqual([301, `/n/${entry._id}`])
  })
})
