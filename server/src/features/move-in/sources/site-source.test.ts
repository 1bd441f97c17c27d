import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { encodeBijoy } from '@bidyaloy/shared/lib/bijoy/test/bijoy-encoder'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OldPage, type OldSite, startOldSite } from '../../../test/old-site.ts'
import { decodeWindows } from './charset.ts'
import { openSource, type SourceLimits } from './open-source.ts'
import { type Found, isRefused, type Source, type SourceItem } from './source.ts'

let staging: string
let site: OldSite
let source: Source | undefined
const { signal } = new AbortController()

beforeEach(async () => {
  staging = await fs.mkdtemp(path.join(os.tmpdir(), 'old-site-'))
})
afterEach(async () => {
  await source?.close()
  source = undefined
  await site.stop()
  await fs.rm(staging, { recursive: true })
})

type Pages = Record<string, OldPage> | ((path: string, origin: string) => OldPage | undefined)
async function start(pages: Pages): Promise<void> {
  site = await startOldSite(typeof pages === 'function' ? pages : (where) => pages[where])
}
async function open(where = '/', limits: SourceLimits = {}): Promise<Source> {
  source = await openSource(
    { url: site.origin + where },
    { staging, maxFileBytes: 100_000, allowLoopback: true },
    limits,
  )
  return source
}
async function lookAt(where = '/', limits: SourceLimits = {}): Promise<Found[]> {
  const opened = await open(where, limits)
  const found: Found[] = []
  let from: string | null = null
  do {
    const part = await opened.look(from, signal)
    found.push(...part.found)
    from = part.next
  } while (from !== null)
  return found
}
const items = (found: readonly Found[]) => found.filter((one): one is SourceItem => !isRefused(one))
const reasons = (found: readonly Found[]) => found.filter(isRefused).map(({ reason }) => reason)
const page = (title: string, body: string) =>
  `<!doctype html><title>${title} | বিদ্যালয়</title><div id="header"><h1>বিদ্যালয়</h1><ul class="menu"><li><a href="/">নীড়</a></ul></div><div id="content">${body}</div><div id="footer">কপিরাইট ০১/০১/২০২০ <a href="/">নীড়</a></div>`
const bn = (n: number) => toBengaliDigits(String(n).padStart(2, '0'))
const pdf = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 notice' }

describe('the list of an older site', () => {
  it('is a table with dates in Bengali digits, long addresses with random ids, and «পরবর্তী»', async () => {
    const id = (n: number) => `${n}`.padStart(8, '0').replace(/./g, 'a$&f0')
    const long = encodeURIComponent('নোটিশের শিরোনাম '.repeat(3).trim())
    const row = (n: number) => `<tr><td>${bn(n)}</td><td>
      <a href="/site/view/notices/${id(n)}-${Math.random().toString(16).slice(2, 10)}/${long}">ভর্তি বিজ্ঞপ্তি ${bn(n)}</a></td>
      <td>${bn(n)}/০৩/২০২${n % 4}</td><td><a href="/files/${n}.pdf">ডাউনলোড</a></td></tr>`
    const list = (from: number, next: string) =>
      page(
        'নোটিশ',
        `<table class="bordered"><tr><th>ক্রমিক</th><th>শিরোনাম</th><th>প্রকাশের তারিখ</th><th>ডাউনলোড</th></tr>
        ${[0, 1, 2, 3].map((n) => row(from + n)).join('')}</table>${next && `<a href="${next}">পরবর্তী</a>`}`,
      )
    await start((where) => {
      if (where === '/site/view/notices') return list(1, '/site/view/notices?page=2&token=x1')
      if (where.startsWith('/site/view/notices?page=2')) return list(5, '/site/view/notices?page=1')
      if (where.startsWith('/site/view/notices/')) {
        return page(
          'নোটিশ',
          '<div id="printable_area"><h3>ভর্তি বিজ্ঞপ্তি</h3><p>ফরম <b>জমা</b> দিন।</p><a href="/files/more.pdf">সংযুক্তি</a></div>',
        )
      }
      if (where === '/get.php?id=3')
        return {
          ...pdf,
          headers: {
            ...pdf.headers,
            'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('ফরম.pdf')}`,
          },
        }
      return where.startsWith('/files/') ? pdf : undefined
    })
    const found = await lookAt('/site/view/notices')
    expect(reasons(found)).toEqual([])
    expect(items(found).map(({ title, day }) => [title, day])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [
        `ভর্তি বিজ্ঞপ্তি ${bn(n)}`.normalize('NFC'),
        `202${n % 4}-03-0${n}`,
      ]),
    )
    const [first] = items(found)
    expect(first).toMatchObject({ proposed: 'notices', files: [{ name: '1.pdf' }], body: '' })
    const read = await (await open()).read(first as SourceItem, signal)
    expect(read).toMatchObject({
      body: `### ভর্তি বিজ্ঞপ্তি\n\nফরম **জমা** দিন।\n\n[সংযুক্তি](${site.origin}/files/more.pdf)`.normalize(
        'NFC',
      ),
      page: null,
      day: '2021-03-01',
      files: [{ name: 'more.pdf' }, { name: '1.pdf' }],
    })
    const target = path.join(staging, 'file')
    expect(await source?.file((read as SourceItem).files[1] as never, target, signal)).toEqual({
      size: 15,
    })
    expect(await fs.readFile(target, 'utf8')).toBe(pdf.body)
    const script = { ...(first as SourceItem), files: [], page: `${site.origin}/get.php?id=3` }
    expect(await source?.read(script, signal)).toMatchObject({
      body: '',
      files: [{ name: 'ফরম.pdf', key: script.page }],
    })
    const missing = { key: `${site.origin}/none.pdf`, name: 'none.pdf', addresses: [] }
    expect(await source?.file(missing, target, signal)).toEqual({ reason: 'gone' })
    const foreign = { key: 'http://other.example/a.pdf', name: 'a.pdf', addresses: [] }
    expect(await source?.file(foreign, target, signal)).toEqual({ reason: 'other-host' })
  })

  it('is a list of cards with months in words, files only, and numbers of pages', async () => {
    const card = (n: number) =>
      `<div class="card"><div class="date">${bn(n)} মার্চ, ২০২৩ খ্রি.</div><div class="card-header">রুটিন ${bn(n)} (পরীক্ষা ০৫/০৬/২০২৩)</div><a href="/f/${n}.pdf">বিস্তারিত দেখুন</a></div>`
    const list = (from: number) =>
      page(
        'ডাউনলোড',
        `<div class="row">${[0, 1, 2].map((n) => card(from + n)).join('')}</div>
        <ul class="pagination"><li><a href="?p=1">১</a><li><a href="?p=2">২</a><li><a href="?p=2">»</a></ul>`,
      )
    await start({
      '/downloads': list(1),
      '/downloads?p=1': list(1),
      '/downloads?p=2': list(4),
    })
    const found = await lookAt('/downloads')
    expect(items(found).map(({ day, files }) => [day, files[0]?.name])).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => [`2023-03-0${n}`, `${n}.pdf`]),
    )
    expect(items(found)[0]).toMatchObject({
      page: null,
      proposed: 'downloads',
      title: expect.stringContaining('রুটিন'),
    })
  })

  it('has notices whose files are on another host, which are named', async () => {
    const row = (n: number) =>
      `<li><span>${bn(n)} মে ২০১৯</span> নোটিশ ${bn(n)} <a href="https://drive.google.com/file/d/${n}/view">ডাউনলোড</a>`
    await start({ '/list': `<ul>${[1, 2, 3].map(row).join('')}</ul>` })
    const found = items(await lookAt('/list'))
    expect(found.map(({ title, day }) => [title, day])).toEqual(
      [1, 2, 3].map((n) => [`নোটিশ ${bn(n)}`.normalize('NFC'), `2019-05-0${n}`]),
    )
    const [file] = found[0]?.files ?? []
    const refused = file && (await source?.file(file, `${staging}/x`, signal))
    expect(refused).toEqual({ reason: 'other-host' })
  })

  it('ends where its pages never do', async () => {
    const rows = (n: number) =>
      [1, 2, 3]
        .map(
          (at) =>
            `<li><a href="/n/${n}-${at}?sid=${Math.random()}">নোটিশ ${n}-${at}</a> 0${at}/01/2020`,
        )
        .join('')
    await start((where) => {
      const [, n = '0'] = /page=(\d+)/.exec(where) ?? []
      return page('সব', `<ul>${rows(Number(n))}</ul><a href="/all?page=${Number(n) + 1}">Next</a>`)
    })
    const limits = { site: { maxPages: 7 } }
    const found = await lookAt('/all', limits)
    expect(items(found)).toHaveLength(21)
    expect(reasons(found)).toEqual(['too-many'])
    await source?.close()
    // The same rows again under ever new addresses.
    await site.stop()
    await start((where) => {
      const n = Math.random().toString(16).slice(2, 12)
      const same = [1, 2, 3].map(
        (at) => `<li><a href="/n/${n}${at}a1">নোটিশ ${at}</a> 0${at}/01/2020`,
      )
      return where.startsWith('/all')
        ? page('সব', `<ul>${same.join('')}</ul><a href="/all?page=${n}">Next</a>`)
        : undefined
    })
    const again = await lookAt('/all')
    expect(items(again)).toHaveLength(3)
    expect(new Set(reasons(again))).toEqual(new Set(['duplicate']))
    expect(site.asked.length).toBeLessThan(5)
  })

  it('is Bijoy without a charset, or said to be Latin', async () => {
    const text = 'সকল ছাত্রীদের জানানো যাচ্ছে যে আগামী শনিবার বিদ্যালয় বন্ধ থাকবে'
    const bijoy = (unicode: string) => Buffer.from([...encodeBijoy(unicode, 'newer')].map(byteOf))
    const row = (n: number) =>
      Buffer.concat([
        Buffer.from(`<tr><td><a href="/${n}.html">`),
        bijoy('ভর্তি বিজ্ঞপ্তি'),
        Buffer.from(` ${n}</a><td>0${n}/02/2019</tr>`),
      ])
    const list = Buffer.concat([
      Buffer.from('<table>'),
      row(1),
      row(2),
      row(3),
      Buffer.from('</table>'),
    ])
    const body = Buffer.concat([Buffer.from('<p>'), bijoy(text), Buffer.from('</p>')])
    await start((where) => {
      const type = where === '/list' ? 'text/html' : 'text/html; charset=iso-8859-1'
      return { headers: { 'content-type': type }, body: where === '/list' ? list : body }
    })
    const found = items(await lookAt('/list'))
    expect(found.map(({ title }) => title)).toEqual(
      ['১', '২', '৩'].map((n) =>
        expect.stringMatching(new RegExp(`^${'ভর্তি বিজ্ঞপ্তি'.normalize('NFC')} [${n}123]$`)),
      ),
    )
    expect(await source?.read(found[0] as SourceItem, signal)).toMatchObject({
      body: text.normalize('NFC'),
    })
  })
})

const codes = new Map(
  [...Array(256).keys()].map((byte) => [decodeWindows(Uint8Array.of(byte)), byte]),
)
const byteOf = (letter: string) => codes.get(letter) ?? 63

describe('a whole site', () => {
  it('is read by its feed, lists, sitemap and pages, without what robots.txt forbids', async () => {
    const post = (n: number) =>
      `<item><title>খবর ${n} &amp; আরও</title><link>/${n}/</link><pubDate>Mon, 0${n} Jun 2020 20:00:00 +0000</pubDate><category>খবর</category></item>`
    await start((where, origin) => {
      const pages: Record<string, OldPage> = {
        '/robots.txt': {
          headers: { 'content-type': 'text/plain' },
          body: `User-agent: *\nDisallow: /private\nDisallow: /*?secret=\nSitemap: ${origin}/map.xml`,
        },
        '/': `<html><head><link rel="alternate" type="application/rss+xml" href="/feed/"><link rel="alternate" type="application/rss+xml" title="Comments Feed" href="/1/feed/"></head><body><nav><a href="/about">পরিচিতি</a><a href="/private/x">গোপন</a>
          <a href="/notice-list">নোটিশ</a><a href="http://other.example/">অন্য</a><a href="/calendar?month=1">মাস</a><a href="/1/">খবর ১</a></nav><div class="pagination"><a href="/page/2/">Page 2</a></div><p>স্বাগতম</p></body></html>`,
        '/page/2/': page(
          'পাতা ২',
          '<article><a href="/1/">খবর</a><p>শেষ পাতায় একটিই খবর।</p></article>',
        ),
        '/feed/': `<rss><channel>${[1, 2].map(post).join('')}</channel></rss>`,
        '/feed/?paged=2': `<rss><channel>${[2, 3].map(post).join('')}</channel></rss>`,
        '/feed/?paged=3': { status: 404 },
        '/notice-list': page(
          'নোটিশ',
          [1, 2, 3].map((n) => `<p><a href="/n${n}">নোটিশ ${n}</a> (${n} May 2021)</p>`).join(''),
        ),
        '/about': page(
          'বিদ্যালয়ের ইতিহাস',
          '<h2>ইতিহাস</h2><p>১৯৬৫ সালে প্রতিষ্ঠিত এই বিদ্যালয়ের ইতিহাস অনেক দীর্ঘ।</p><form action="/x"><input></form>',
        ),
        '/map.xml': `<sitemapindex><sitemap><loc>${origin}/map1.xml.gz</loc></sitemap><sitemap><loc>http://other.example/m.xml</loc></sitemap></sitemapindex>`,
        '/map1.xml.gz': gzipSync(
          `<urlset>${['/about', '/1/', '/head', '/2018/02/', '/2018/02/1017/', '/locked', '/private/y', '/empty', '/form.pdf'].map((one) => `<url><loc>${origin}${one}</loc></url>`).join('')}</urlset>`,
        ),
        '/head': page(
          'প্রধান শিক্ষকের বাণী',
          '<p>প্রিয় ছাত্রীরা, তোমাদের সকলকে আন্তরিক শুভেচ্ছা ও অভিনন্দন জানাই।</p>',
        ),
        '/2018/02/1017/': page('নাম ছাড়া', '<p>নাম ছাড়া একটি নোটিশের লেখা, যার ঠিকানা একটি সংখ্যা।</p>'),
        '/locked': page(
          'গোপন',
          '<article><p>This content is password protected.</p><form class="post-password-form"><input></form></article>',
        ),
        '/empty': page('খালি', ''),
        '/calendar?month=1': page('মাস', '<p>জানুয়ারি মাসের কোনো অনুষ্ঠান নেই, পরের মাসে আবার দেখুন।</p>'),
        '/1/': page('খবর', '<article><p>প্রথম খবরের লেখা।</p></article>'),
      }
      return pages[where]
    })
    const found = await lookAt()
    const summary = items(found).map(({ title, day, proposed, page: unread }) => [
      title,
      day,
      proposed,
      unread !== null,
    ])
    expect(summary).toEqual(
      [
        ...[1, 2, 3].map((n) => [`খবর ${n} & আরও`, `2020-06-0${n + 1}`, 'news', true]),
        ...[1, 2, 3].map((n) => [`নোটিশ ${n}`, `2021-05-0${n}`, 'notices', true]),
        ['form', null, 'downloads', false],
        ['বিদ্যালয়ের ইতিহাস', null, 'pages', false],
        ['মাস', null, 'pages', false],
        ['প্রধান শিক্ষকের বাণী', null, 'pages', false],
        ['নাম ছাড়া', null, 'pages', false],
      ].map(([title, ...rest]) => [String(title).normalize('NFC'), ...rest]),
    )
    expect(
      found.filter(isRefused).map(({ key, reason }) => [key.replace(site.origin, ''), reason]),
    ).toEqual([
      ['/private/x', 'not-allowed'],
      ['/locked', 'forbidden'],
      ['/private/y', 'not-allowed'],
      ['/empty', 'empty'],
    ])
    expect(site.asked.filter((one) => one.startsWith('/private'))).toEqual([])
    expect(new Set(site.asked).size).toBe(site.asked.length)
    const history = items(found).find(({ key }) => key.endsWith('/about'))
    expect(history?.leftOut).toEqual([{ what: 'form', name: '/x' }])
    // Any part again finds the same.
    const opened = await open()
    const first = await opened.look(null, signal)
    const parts = [await opened.look(first.next, signal), await opened.look(first.next, signal)]
    expect(parts[0]).toEqual(parts[1])
  })

  it.each([
    ['that is not there', (): OldPage => ({ status: 404 }), 'gone'],
    ['for members', (): OldPage => ({ status: 302, headers: { location: '/login' } }), 'forbidden'],
    [
      'that leads to another host',
      (): OldPage => ({ status: 302, headers: { location: 'http://other.example/' } }),
      'other-host',
    ],
    [
      'that leads inwards',
      (): OldPage => ({ status: 302, headers: { location: 'http://127.0.0.2/' } }),
      'other-host',
    ],
    ['that says nothing', (): OldPage => () => undefined, 'too-slow'],
    [
      'whose page never ends',
      (): OldPage => (res) => {
        const timer = setInterval(() => res.write('x'.repeat(50_000)), 1)
        res.on('close', () => clearInterval(timer))
      },
      'too-large',
    ],
  ])('%s is refused', async (_, answer, reason) => {
    await start((where) => (where === '/robots.txt' ? { status: 404 } : answer()))
    const limits = { idleMs: 300, totalMs: 600, pageMs: 600 }
    const fetch = { maxPageBytes: 500_000, ...(reason === 'too-slow' && limits) }
    await expect(lookAt('/', { fetch })).rejects.toMatchObject({
      reason,
    })
  })

  it('of garbage gives what there is, and takes little time', async () => {
    const pages: Record<string, OldPage> = {
      '/': `<a href="/deep">নোটিশ</a><a href="/bytes">খবর</a><a href="/line">রুটিন</a><a href="/entities">ফলাফল</a><a href="/zeros">আদেশ</a>
        ${[...Array(400).keys()].map((n) => `<a href="/${n}/${'long'.repeat(600)}">নোটিশ</a>`).join('')}`,
      '/robots.txt': `Disallow: x${' '.repeat(300_000)}x\nSitemap: /map.xml.gz\n${'Sitemap: /map.xml.gz?\n'.repeat(9000)}`,
      '/map.xml.gz': Buffer.from('1f8b0800abcdef', 'hex'),
      '/zeros': '<h1>আ\0দেশ</h1><p>\0লেখা এখানে</p><a href="/a%00b.pdf">সংযুক্তি</a>',
      '/deep': '<div>'.repeat(200_000),
      '/bytes': Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256)),
      '/line': `<p>${'ক'.repeat(1_000_000)}`,
      '/sitemap.xml': `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c SYSTEM "file:///etc/passwd">]><urlset><url><loc>/&a;&c;</loc></url><url><loc>/entities</loc></url></urlset>`,
      '/entities':
        '<!DOCTYPE html [<!ENTITY c SYSTEM "file:///etc/passwd">]><h1>&c; শিরোনাম</h1><p>&c; লেখা &amp;c;</p>',
    }
    await start(pages)
    const found = await lookAt()
    expect(JSON.stringify(found)).not.toContain('root:')
    expect(items(found).map(({ title }) => title)).toContain('&c; শিরোনাম'.normalize('NFC'))
    const long = items(found).find(({ key }) => key.endsWith('/line'))
    expect(long?.leftOut).toMatchObject([{ what: 'text' }])
    // No text has zeros, which PostgreSQL refuses, and no address is longer than what it finds.
    const zeros = items(found).find(({ key }) => key.endsWith('/zeros'))
    expect(zeros).toMatchObject({ title: 'আদেশ', files: [{ name: 'ab.pdf' }] })
    expect(site.asked.length).toBeLessThan(12)
  })

  it('that names ever more sitemaps is not remembered without bounds', async () => {
    await start((where, origin) => {
      if (!where.startsWith('/map')) return '<a href="/map">পাতা</a>'
      const loc = (n: number) => `${origin}${where.replace('.xml', '')}-${n}.xml`
      const maps = [...Array(9000).keys()].map((n) => `<sitemap><loc>${loc(n)}</loc></sitemap>`)
      return `<sitemapindex>${maps.join('')}</sitemapindex>`
    })
    const opened = await open('/', { site: { maxPages: 50, partPages: 3 } })
    const { next } = await opened.look(null, signal)
    expect(String(next).length).toBeLessThan(20_000)
  })

  it('that answers no more ends the look', async () => {
    const links = [...Array(9).keys()].map((n) => `<a href="/${n}">পাতা ${n}</a>`).join('')
    await start((where) => (where === '/' ? links : where.length > 2 ? undefined : () => undefined))
    const fetch = { idleMs: 50, retryMs: 1 }
    await expect(lookAt('/', { fetch })).rejects.toMatchObject({ reason: 'too-slow' })
    expect(site.asked).toHaveLength(3 + 2 * 3 + 2)
  })

  it('is asked once a second, or as its robots.txt says', async () => {
    await start((where) => (where === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 2' : undefined))
    const start_ = performance.now()
    await lookAt('/', { fetch: { intervalMs: 100 } }).catch(() => undefined)
    expect(site.asked).toEqual(['/robots.txt', '/'])
    expect(performance.now() - start_).toBeGreaterThan(95)
    await expect(open('')).resolves.toBeDefined()
    await expect(
      openSource({ url: 'ftp://x/' }, { staging, maxFileBytes: 1 }),
    ).rejects.toMatchObject({ reason: 'unknown-source' })
    const own = { staging, maxFileBytes: 1, siteHost: 'school.example' }
    await expect(openSource({ url: 'www.school.example' }, own)).rejects.toMatchObject({
      reason: 'unknown-source',
    })
  })
})
