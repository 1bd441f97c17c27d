import { entryPath } from '@bidyaloy/shared/collections/registry'
import { files as contactFiles } from '@bidyaloy/shared/features/contact/paths'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { files } from '@bidyaloy/shared/features/student-counts/paths'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { publicPages } from '@bidyaloy/shared/public-pages'
import { siteFiles } from '@bidyaloy/shared/site-addresses'
import Papa from 'papaparse'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { pdfFile } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

const PUBLIC_URL = 'https://school.example.edu.bd'
/** A server with a public URL. */
let known: TestServer
beforeEach(async () => {
  known = await startTestServer({ env: { PUBLIC_URL } })
})
afterEach(() => known.stop())

/** Starts a server without a public URL until the test ends. */
async function startUnknown(): Promise<TestServer> {
  const unknown = await startTestServer()
  onTestFinished(() => unknown.stop())
  return unknown
}

const HOSTILE = `]]><script>alert('১')</script> & "ছুটি" \u{1f33c}`

function publish(school: TestServer, title: string, collection: 'notices' | 'news' = 'notices') {
  return school.admin.createEntry({ params: { collection }, body: { title }, file: pdfFile() })
}

async function textAt(school: TestServer, path: string): Promise<string> {
  const response = await school.fetch(path)
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

/** Returns the content of every element of that name; an empty element as a whole. */
function elements(xml: string, name: string): string[] {
  const found = [...xml.matchAll(new RegExp(`<${name}(?: [^<>]*)?(?:/>|>(.*?)</${name}>)`, 'gs'))]
  return found.map(([all, content]) => content ?? all)
}

describe('the feed', () => {
  it('contains notices and news, newest first, with links to their pages', async () => {
    const notice = await publish(known, 'বার্ষিক পরীক্ষার সময়সূচি')
    const news = await publish(known, HOSTILE, 'news')
    const response = await known.fetch(siteFiles.feed)
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const xml = await response.text()
    expect(xml).toContain('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="bn">')
    const entries = elements(xml, 'entry')
    expect(entries.map((entry) => elements(entry, 'title')[0])).toEqual([
      ']]&gt;&lt;script&gt;alert(&apos;১&apos;)&lt;/script&gt; &amp; &quot;ছুটি&quot; \u{1f33c}',
      'বার্ষিক পরীক্ষার সময়সূচি',
    ])
    expect(xml).not.toContain('<script')
    expect(entries[0]).toContain(`href="${PUBLIC_URL}${entryPath('news', news._id)}"`)
    expect(entries[1]).toContain(`href="${PUBLIC_URL}${entryPath('notices', notice._id)}"`)
    expect(entries[1]).toContain(`href="${PUBLIC_URL}/n/${notice._id}/file"`)
    const ids = entries.map((entry) => elements(entry, 'id')[0])
    expect(new Set(ids).size).toBe(2)
    expect(ids[0]).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })

  it('contains texts and every file', async () => {
    const params = { collection: 'notices' } as const
    const body = { title: 'রুটিন', body: '## সময়\n\n**কাল** < ৯টা' }
    const { _id } = await known.admin.createEntry({
      params,
      body,
      file: [pdfFile(), pdfFile()],
    })
    const xml = await textAt(known, siteFiles.feed)
    const entry = elements(xml, 'entry').find((one) => one.includes('রুটিন')) ?? ''
    expect(elements(entry, 'summary')).toEqual(['সময় কাল &lt; ৯টা'])
    expect(elements(entry, 'content')).toEqual([
      '&lt;p&gt;সময়&lt;/p&gt;&lt;p&gt;কাল &amp;lt; ৯টা&lt;/p&gt;',
    ])
    const enclosures = [...entry.matchAll(/rel="enclosure" href="([^"]+)"/g)].map(([, to]) => to)
    expect(enclosures).toEqual(['file', 'file/2'].map((path) => `${PUBLIC_URL}/n/${_id}/${path}`))
  })

  it('is answered with 304 until an entry is published', async () => {
    const first = await known.fetch(siteFiles.feed)
    const again = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
    expect((await known.fetch(siteFiles.feed, again)).status).toBe(304)
    await publish(known, 'নতুন খবর', 'news')
    const changed = await known.fetch(siteFiles.feed, again)
    expect(changed.status).toBe(200)
    expect(await changed.text()).toContain('নতুন খবর')
  })

  it('ignores the Host header if the public URL is unknown', async () => {
    const unknown = await startUnknown()
    const notice = await publish(unknown, 'ছুটি')
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const response = await unknown.fetch(siteFiles.feed, { headers })
    const xml = await response.text()
    expect(xml).toContain(`href="/n/${notice._id}"`)
    expect(xml).not.toContain('evil.example')
  })

  it('contains at most 30 entries', async () => {
    for (let n = 0; n < 31; n += 1) {
      await known.admin.createEntry({
        params: { collection: 'notices' },
        body: { title: `নোটিশ ${n}`, body: 'কাল' },
      })
    }
    expect(elements(await textAt(known, siteFiles.feed), 'entry')).toHaveLength(30)
  })
})

describe('the sitemap', () => {
  it('lists all pages, notices and news items with absolute URLs', async () => {
    const notice = await publish(known, 'ভর্তি বিজ্ঞপ্তি')
    const gone = await publish(known, 'ভুল')
    await known.admin.deleteEntry({ params: { collection: 'notices', id: gone._id } })
    const places = elements(await textAt(known, siteFiles.sitemap), 'loc')
    for (const path of publicPages()) expect(places).toContain(PUBLIC_URL + path)
    expect(places).toContain(`${PUBLIC_URL}/n/${notice._id}`)
    expect(places).not.toContain(`${PUBLIC_URL}/n/${gone._id}`)
    for (const place of places.filter((one) => !/\/(n|news)\//.test(one))) {
      const path = place.slice(PUBLIC_URL.length)
      expect([path, (await known.fetch(path)).status]).toEqual([path, 200])
    }
  })

  it('does not exist if the public URL is unknown', async () => {
    const unknown = await startUnknown()
    expect((await unknown.fetch(siteFiles.sitemap)).status).toBe(404)
    expect(await textAt(unknown, siteFiles.robots)).not.toContain('Sitemap')
    expect(await textAt(known, siteFiles.robots)).toBe(
      `User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`,
    )
  })
})

const Manifest = z.object({
  name: z.string(),
  short_name: z.string(),
  lang: z.literal('bn'),
  icons: z.array(z.object({ src: z.string(), type: z.string(), sizes: z.string() })),
})

it('the manifest contains the school name and icons of the stated sizes', async () => {
  const manifest = async () => Manifest.parse(JSON.parse(await textAt(known, siteFiles.manifest)))
  expect((await manifest()).name).toBe('সরকারি বালিকা উচ্চ বিদ্যালয়')
  await known.admin.createContact({ body: sampleContact })
  const { name, short_name, icons } = await manifest()
  expect(name).toBe(sampleContact.schoolName)
  // Shortened between words.
  expect(short_name).toBe('উদাহরণপুর সরকারি')
  for (const { src, type, sizes } of icons) {
    const response = await known.fetch(src)
    expect([src, response.headers.get('content-type')]).toEqual([src, type])
    if (type !== 'image/png') continue
    const { width, height } = await sharp(await response.arrayBuffer()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
})

it('never takes the address of the site from the Host header', async () => {
  const unknown = await startUnknown()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  for (const path of ['/', siteFiles.feed, siteFiles.robots]) {
    expect(await (await unknown.fetch(path, { headers })).text()).not.toContain('evil.example')
  }
  expect((await unknown.fetch(siteFiles.sitemap)).status).toBe(404)
  expect(await textAt(unknown, '/')).toContain('property="og:image" content="/share/site.png"')

  await known.admin.createContact({ body: { ...sampleContact, website: 'other.example.edu.bd' } })
  expect(await textAt(known, '/')).toContain(`content="${PUBLIC_URL}/share/site.png"`)
})

describe('the contact card', () => {
  it('is missing before the contact is saved', async () => {
    expect((await known.fetch(contactFiles.card)).status).toBe(404)
  })

  it('is in security.txt as well, which is valid for less than a year', async () => {
    const read = async (school = known) => {
      const text = await textAt(school, '/.well-known/security.txt')
      const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? []
      const days = (Date.parse(expires) - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(300)
      expect(days).toBeLessThan(365)
      return text.split('\n').filter((line) => !line.startsWith('Expires: '))
    }
    const languages = 'Preferred-Languages: bn, en'
    const canonical = `Canonical: ${PUBLIC_URL}/.well-known/security.txt`
    expect(await read()).toEqual([`Contact: ${PUBLIC_URL}/contact_us`, languages, canonical, ''])
    const phone = '০২-৫৫৫০১২৩৪, ০১৭১১-০০০০০০'
    await known.admin.createContact({ body: { ...sampleContact, phone } })
    const ways = ['mailto:info@example.edu.bd', 'tel:0255501234', 'tel:01711000000']
    const contacts = ways.map((way) => `Contact: ${way}`)
    expect(await read()).toEqual([...contacts, languages, canonical, ''])
    const { headers } = await known.fetch('/.well-known/security.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    // Without an address of its own.
    const unknown = await startUnknown()
    expect((await unknown.fetch('/.well-known/security.txt')).status).toBe(404)
    await unknown.admin.createContact({ body: { ...sampleContact, phone } })
    expect(await read(unknown)).toEqual([...contacts, languages, ''])
  })

  it('contains the record in folded and escaped lines', async () => {
    const schoolName = `${sampleContact.schoolName}; "শাখা", উদাহরণপুর`
    const phone = '০২-৫৫৫০১২৩৪, ০১৭১১-০০০০০০'
    await known.admin.createContact({ body: { ...sampleContact, schoolName, phone } })
    const response = await known.fetch(contactFiles.card)
    expect(response.headers.get('content-type')).toBe('text/vcard; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename\*=UTF-8''%E0/,
    )
    const card = Buffer.from(await response.arrayBuffer())
    const lines = card.toString().split('\r\n')
    expect(lines.at(-1)).toBe('')
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const unfolded = card.toString().replaceAll('\r\n ', '')
    expect(unfolded).toContain(`FN:উদাহরণপুর সরকারি বালিকা উচ্চ বিদ্যালয়\\; "শাখা"\\, উদাহরণপুর\r\n`)
    expect(unfolded.match(/^TEL.*/gm)).toEqual([
      'TEL;TYPE=WORK,VOICE:0255501234',
      'TEL;TYPE=WORK,VOICE:01711000000',
    ])
    expect(unfolded).toContain('EMAIL;TYPE=INTERNET,WORK:info@example.edu.bd\r\n')
    expect(unfolded).toContain('URL:https://www.example.edu.bd\r\n')
    expect(unfolded).not.toContain('�')
  })
})

describe('the student counts', () => {
  it('can be downloaded as CSV with a byte order mark', async () => {
    await known.admin.createStudentCount({ body: sampleCount })
    await known.admin.createStudentCount({ body: { ...sampleCount, className: 'Five', girls: 40 } })
    const response = await known.fetch(files.csv)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const { data, errors } = Papa.parse<string[]>(bytes.toString().slice(1).trim())
    expect(errors).toEqual([])
    expect(data.map((row) => row.slice(0, 6))).toEqual([
      ['শ্রেণি', 'শিফট', 'শাখা', 'ছাত্রী', 'মোট', 'মুসলিম'],
      ['পঞ্চম', 'প্রভাতী', 'ক', '40', '40', '50'],
      ['ষষ্ঠ', 'প্রভাতী', 'ক', '55', '55', '50'],
    ])
  })

  it('can be downloaded as an Excel workbook', async () => {
    await known.admin.createStudentCount({ body: sampleCount })
    const response = await known.fetch(files.xlsx)
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    const workbook = new Uint8Array(await response.arrayBuffer())
    // Valid enough to pass the detection of file types.
    const file = new File([workbook], 'counts.xlsx')
    const entry = await known.admin.createEntry({
      params: { collection: 'downloads' },
      body: { title: 'শিক্ষার্থী' },
      file,
    })
    expect(entry.mimeType).toBe(response.headers.get('content-type'))
  })
})

describe('a page for a client with Save-Data', () => {
  it('is cached separately, and both versions have Vary: Save-Data', async () => {
    const plain = await known.fetch('/allNotices')
    const saving = await known.fetch('/allNotices', { headers: { 'save-data': 'on' } })
    for (const { headers } of [plain, saving]) {
      expect(headers.get('vary')).toBe('Accept-Encoding, Save-Data')
    }
    const [full, reduced] = [await plain.text(), await saving.text()]
    expect(full).toContain('type="module"')
    expect(reduced).not.toContain('type="module"')
    // Also from the cache.
    expect(await textAt(known, '/allNotices')).toBe(full)
    const again = await known.fetch('/allNotices', { headers: { 'save-data': 'on' } })
    expect(await again.text()).toBe(reduced)
  })
})

describe('the rules of links', () => {
  const pageOf = (path: string, headers: Record<string, string> = {}) =>
    known.fetch(path, { headers, redirect: 'manual' })

  it('are named by every page, but not where data are saved, and are kept for a day', async () => {
    const { _id: id } = await publish(known, 'ছুটি')
    for (const path of ['/', '/', `/n/${id}`, '/search?q=ছুটি']) {
      expect((await pageOf(path)).headers.get('speculation-rules')).toBe(`"${siteFiles.linkRules}"`)
    }
    const without = [pageOf('/', { 'save-data': 'on' }), pageOf('/allnotices'), pageOf('/admin')]
    for (const response of await Promise.all([...without, pageOf('/api/notices')])) {
      expect([response.url, response.headers.get('speculation-rules')]).toEqual([
        response.url,
        null,
      ])
    }
    const rules = await pageOf(siteFiles.linkRules)
    expect(rules.headers.get('content-type')).toBe('application/speculationrules+json')
    expect(rules.headers.get('cache-control')).toBe('public, max-age=86400')
  })

  it('are for pages of the site only', async () => {
    const { prefetch } = z
      .object({ prefetch: z.array(z.looseObject({ where: z.unknown(), eagerness: z.string() })) })
      .parse(await (await pageOf(siteFiles.linkRules)).json())
    expect(prefetch.map(({ eagerness }) => eagerness)).toEqual(['conservative'])
    const paths: string[] = []
    JSON.stringify(prefetch, (key, value) => {
      if (key === 'href_matches') paths.push(...z.array(z.string()).parse(value))
      return value
    })
    expect(paths).toEqual(expect.arrayContaining(['/', '/allNotices', '/n/:id', '/search']))
    expect(paths.filter((path) => /^\/(admin|api|uploads|\*)/.test(path))).toEqual([])
  })
})
