import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OldSite, startOldSite } from '../../../test/old-site.ts'
import { openSource } from './open-source.ts'
import { type Found, isRefused, type SourceInput, type SourceItem } from './source.ts'
import { wxrItems } from './wxr-items.ts'

const EXPORT = fileURLToPath(new URL('../../../../test/move-in/wordpress.xml', import.meta.url))
const HOST = 'http://old.shaplanagar.example'
const { signal } = new AbortController()

let folder: string
let site: OldSite
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'wordpress-'))
  site = await startOldSite((where) =>
    where.endsWith('notice-9.pdf') ? '%PDF-1.4 fetched' : undefined,
  )
})
afterAll(async () => {
  await site.stop()
  await fs.rm(folder, { recursive: true })
})

/** Opens an export, the files of which are on this machine's older site. */
async function open(input: SourceInput) {
  return openSource(input, { staging: folder, maxFileBytes: 1_000_000, allowLoopback: true })
}
async function lookAt(input: SourceInput): Promise<Found[]> {
  const source = await open(input)
  const found: Found[] = []
  let from: string | null = null
  do {
    const part = await source.look(from, signal)
    found.push(...part.found)
    from = part.next
  } while (from !== null)
  await source.close()
  return found
}
const isItem = (one: Found): one is SourceItem => !isRefused(one)
const paths = (files: readonly { key: string }[]) =>
  files.map(({ key }) => decodeURIComponent(key).replace(/^.*uploads\//, ''))

describe('an export of a real WordPress', () => {
  it('gives each post once, with its files, its old addresses and what does not fit', async () => {
    const found = await lookAt({ folder: EXPORT })
    const items = found.filter(isItem)
    const counts: Record<string, number> = {}
    const add = (what: string) => {
      counts[what] = (counts[what] ?? 0) + 1
    }
    for (const one of found) {
      if (!isItem(one)) add(one.reason)
      else {
        add(one.isDraft ? `${one.proposed}, draft` : one.proposed)
        for (const { what } of one.leftOut) add(`without ${what}`)
      }
    }
    expect(counts).toEqual({
      notices: 16,
      'notices, draft': 4,
      news: 1,
      downloads: 2,
      // One of them was uploaded for a post that was deleted.
      'downloads, draft': 2,
      pages: 1,
      'pages, draft': 1,
      albums: 3,
      empty: 1,
      deleted: 1,
      'no-content': 2,
      'without comments': 3,
      'without video': 3,
      'without form': 2,
      'without slider': 1,
      'without script': 2,
      'without picture': 2,
      'without text': 2,
    })
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
    const titled = (title: string) =>
      items.find((one) => one.title.startsWith(title.normalize('NFC')))

    const draft = titled('উপবৃত্তির তালিকা ২০১৪ (৯)')
    expect(draft).toMatchObject({
      key: `${HOST}/?p=13`,
      isDraft: true,
      day: '2014-01-24',
      at: '2014-01-24T13:20:00.000Z',
      categories: ['ডাউনলোড'],
    })
    expect(paths(draft?.files ?? [])).toEqual(['2014/01/notice-9.pdf'])
    expect(draft?.files[0]?.addresses).toContain(`${HOST}/?attachment_id=14`)
    const scan = titled('নির্বাচনী পরীক্ষার ফলাফল ২০১৪ (৩২)')
    expect(scan?.body).toContain('![স্ক্যান](file 1)\n\nনোটিশের কপি')
    // Percent-encoded Bengali, as the export has it.
    expect(scan?.addresses).toEqual([
      `${HOST}/?p=48`,
      expect.stringMatching(/\/2014\/01\/(%e0%a6%[\w%-]+)\/$/),
    ])
    const album = titled('এসএসসি ফরম পূরণ ২০১৪ (১৩৩)')
    expect(album).toMatchObject({ proposed: 'albums', body: expect.not.stringContaining('![') })
    expect(album?.files).toHaveLength(4)
    const loose = titled('মে ২০২০')
    expect(paths(loose?.files ?? [])).toEqual([0, 1, 2].map((n) => `2020/05/loose${n}.jpg`))
    expect(titled('টিকাদান কর্মসূচি ২০১৪ (২৩)')?.body).toContain('| ইংরেজি |  | ২টা |')
    expect(titled('আলম পরীক্ষার')?.body).toContain('জানানো যাচ্ছে')
    expect(titled('“উদ্ধৃতি” & মোটা')?.title).toBe('“উদ্ধৃতি” & মোটা')
    expect(titled('উপবৃত্তির তালিকা ২০১৪ (৩৩)')?.body).toContain('![](file 1)\n\nসবাই মিলে')
    const broken = titled('অর্ধবার্ষিক পরীক্ষার সময়সূচি ২০১৪ (১৪৪)')
    expect(broken?.body).toBe(
      'ভাঙা **মার্কআপ এখানে** শেষ\n\nখোলা অনুচ্ছেদ\n\nআরেকটি & আরও < কিছু চাপুন'.normalize('NFC'),
    )
    const control = titled('অর্ধবার্ষিক পরীক্ষার সময়সূচি ২০১৪ (১২)')
    expect(control?.body).toMatch(/নিয়ন্ত্রণ অক্ষর .*\]\]> এবং .*লেখা/u)
    expect(control?.body).not.toMatch(/[^\P{Cc}\n]/u)
    const twice = items.filter(({ title }) => title.startsWith('দীর্ঘ শিরোনাম'.normalize('NFC')))
    expect(twice.map(({ title }) => title.length <= 300)).toEqual([true, true])
    for (const { body } of items)
      expect(body).not.toMatch(/wp:|<script|\[gallery|\[caption|onerror/)
  })

  it('finds the same from any part on, also unpacked from a zip of other files', async () => {
    const source = await open({ files: [{ path: EXPORT, name: 'wp.xml' }] })
    const first = await source.look(null, signal)
    const items: { end: number }[] = []
    for await (const item of wxrItems(EXPORT)) items.push(item)
    expect(items).toHaveLength(57)
    const middle = items[30]?.end ?? 0
    const rest = await source.look(JSON.stringify({ at: middle }), signal)
    expect(first.found.slice(-rest.found.length)).toEqual(rest.found)
    expect(await source.look(rest.next, signal)).toEqual({ found: [], next: null, progress: 1 })
    await source.close()
  })

  it('takes its files from the folder beside it, and from the old host where they are not there', async () => {
    const old = path.join(folder, 'old')
    await fs.mkdir(path.join(old, 'wp-content/uploads/2014/01'), { recursive: true })
    const text = (await fs.readFile(EXPORT, 'utf8')).replaceAll(HOST, site.origin)
    await fs.writeFile(path.join(old, 'export.xml'), text)
    await fs.writeFile(path.join(old, 'wp-content/uploads/2014/01/scan32.jpg'), 'local')
    const source = await open({ folder: path.join(old, 'export.xml') })
    const file = (name: string) => ({
      key: `${site.origin}/wp-content/uploads/2014/01/${name}`,
      name,
      addresses: [],
    })
    const target = path.join(folder, 'target')
    expect(await source.file(file('scan32.jpg'), target, signal)).toEqual({ size: 5 })
    expect(site.asked).toEqual([])
    expect(await source.file(file('notice-9.pdf'), target, signal)).toEqual({ size: 16 })
    expect(await source.file(file('gone.pdf'), target, signal)).toEqual({ reason: 'gone' })
    await source.close()
  })
})

describe('an export that is broken', () => {
  const item = (id: number, content: string, more = '') =>
    `<item><title>T${id}</title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>${more}<content:encoded><![CDATA[${content}]]></content:encoded></item>`
  const head = (more = '') =>
    `<?xml version="1.0"?>${more}<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>x</title><link>${HOST}</link>`
  async function lookAtText(text: string): Promise<Found[]> {
    const file = path.join(folder, 'broken.xml')
    await fs.writeFile(file, text)
    return lookAt({ folder: file })
  }

  it('is read as far as it goes', async () => {
    const found = await lookAtText(
      `${head('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>')}
       ${item(1, '<item>not one</item> <b>open')}${item(2, 'a & b < c', '<category>A & B</category>')}<!-- <item>no</item> -->
       ${item(3, '<p>]]]]><![CDATA[> split</p>')}<item><title>&b;&c;</title><wp:post_id>4</wp:post_id><content:encoded>no <b>CDATA</b> &amp; more</content:encoded></item>
       ${item(5, 'x'.repeat(5_000_000))}${item(6, '\u0000\u0008ক')}<item><title>cut`,
    )
    expect(found.map((one) => (isItem(one) ? one.body : one.reason))).toEqual([
      'not one\n\n**open**',
      'a & b < c',
      ']]> split',
      'no **CDATA** & more',
      'too-large',
      'ক',
      'damaged',
    ])
    expect(found[3]?.title).toBe('&b;&c;')
    expect(JSON.stringify(found)).not.toContain('root:')
  })

  it('does not show what only its hidden posts had', async () => {
    const attachment = (id: number, name: string, parent: number, status = 'inherit') =>
      `<item><title>${name}</title><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>${status}</wp:status><wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>${HOST}/wp-content/uploads/2020/01/${name}</wp:attachment_url></item>`
    const hidden = (id: number, status: string) =>
      item(id, `hidden ${id}`).replace('<wp:status>publish', `<wp:status>${status}`)
    const found = await lookAtText(
      `${head()}${hidden(1, 'private')}${hidden(2, 'trash')}${item(3, 'shown')}${attachment(11, 'girl.jpg', 1)}
       ${attachment(12, 'list.pdf', 1)}${attachment(13, 'former.pdf', 2)}${attachment(14, 'thrown.pdf', 3, 'trash')}
       ${attachment(15, 'loose.pdf', 0)}${attachment(16, 'open.jpg', 3)}</channel></rss>`,
    )
    const rows = found.map((one) =>
      isItem(one)
        ? [one.title, one.isDraft, ...one.files.map(({ name }) => name)]
        : [one.title, one.reason],
    )
    expect(rows).toEqual([
      ['T1', true, 'list.pdf'],
      ['T2', 'deleted'],
      ['T3', false],
      ['girl.jpg', true, 'girl.jpg'],
      ['former.pdf', true, 'former.pdf'],
      ['thrown.pdf', 'deleted'],
      ['loose.pdf', false, 'loose.pdf'],
      ['open.jpg', false, 'open.jpg'],
    ])
  })

  it('is no export at all', async () => {
    const file = path.join(folder, 'no.xml')
    await fs.writeFile(file, '<rss><channel></channel></rss>')
    expect(await lookAt({ folder: file })).toMatchObject([{ reason: 'wrong-type' }])
  })

  it('of several parts is read to its end, by whoever goes on with it', async () => {
    const file = path.join(folder, 'large.xml')
    const posts = [...Array(450).keys()].map((n) => item(n, `<p>লেখা ${n}</p>`))
    await fs.writeFile(file, `${head()}${posts.join('')}</channel></rss>`)
    const keys = new Set<string>()
    let parts = 0
    for (let from: string | null = null, isEnd = false; !isEnd; parts += 1) {
      const source = await open({ folder: file })
      const { found, next } = await source.look(from, signal)
      await source.close()
      for (const { key } of found) keys.add(key)
      from = next
      isEnd = next === null
    }
    expect([keys.size, parts]).toEqual([450, 4])
  })
})
