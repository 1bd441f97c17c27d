import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { SearchResult } from '@bidyaloy/shared/collections/search'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import type { EntryText } from '@bidyaloy/shared/papers/entry-text'
import type { RenderContext } from '@bidyaloy/shared/render'
import { describe, expect, it } from 'vitest'
import { emptySchool, missing } from './empty-school.ts'
import { createRenderer } from './renderer.tsx'

const assets = {
  start: "import('/assets/site.js')",
  styles: 'body{margin:0}',
  sheets: {},
  pages: {},
}
const now = new Date('2026-11-21T06:00:00Z')
const date = '2026-11-18T04:00:00.000Z'

const previewPage = (n: number) => ({
  width: 1200,
  height: 1697,
  sizes: [720, 1200].map((width) => ({
    width,
    height: Math.round(width * Math.SQRT2),
    filePath: `uploads/a-p${n}-${width}.webp`,
  })),
})

const notice: Entry = {
  _id: 'abc123',
  title: 'ভর্তি বিজ্ঞপ্তি',
  date,
  createdAt: date,
  __v: 0,
  filePath: 'uploads/a.pdf',
  fileName: 'ভর্তি.pdf',
  mimeType: 'application/pdf',
  size: 2048,
  pages: [previewPage(1), previewPage(2)],
  pageCount: 12,
}

const photo = (id: string, title: string): Entry => ({
  _id: id,
  title,
  date,
  createdAt: date,
  __v: 0,
  filePath: `gallery-uploads/${id}.jpg`,
  mimeType: 'image/jpeg',
  width: 1600,
  height: 1000,
  color: '#aabbcc',
  sizes: [{ width: 480, height: 300, filePath: `gallery-uploads/${id}-480.webp` }],
})

/** A school with the notice `entry` and three photos. */
function schoolWith(entry: Entry = notice, pages: EntryText['pages'] = []): ReadApi {
  const photos = [photo('p1', 'সমাবেশ'), photo('p2', 'বিজ্ঞান মেলা'), photo('p3', 'ক্রীড়া')]
  return emptySchool({
    listEntries: async ({ params }) => (params.collection === 'main-gallery' ? photos : []),
    getEntry: async ({ params }) =>
      params.collection === 'notices' && params.id === entry._id ? entry : missing(),
    getEntryText: async () => ({ pending: false, pages }),
  })
}

async function open(path: string, context: Partial<RenderContext> = {}) {
  const { render } = await createRenderer(assets)
  const request = new Request(`http://site.invalid${path}`)
  const response = await render(request, { api: schoolWith(), now, ...context })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

describe('page of a notice', () => {
  it('shows page previews, the later ones lazily, and says that there are more pages', async () => {
    const { status, html } = await open('/n/abc123')
    expect(status).toBe(200)
    expect(html).toContain('<title>ভর্তি বিজ্ঞপ্তি | সরকারি বালিকা উচ্চ বিদ্যালয়</title>')
    const pictures = [...html.matchAll(/<img[^>]+-p\d-1200\.webp"[^>]*>/g)].map(([tag]) => tag)
    expect(pictures).toHaveLength(2)
    expect(pictures[0]).toContain('loading="eager"')
    expect(pictures[0]).toContain('/uploads/a-p1-720.webp 720w, /uploads/a-p1-1200.webp 1200w')
    expect(pictures[0]).toMatch(/width="1200" height="1697"/)
    expect(pictures[1]).toContain('loading="lazy"')
    expect(html).toContain('প্রথম ২টি পৃষ্ঠা দেখানো হলো।')
    expect(html).toMatch(/<a[^>]+href="\/n\/abc123\/file"[^>]+target="_blank"/)
  })

  it('says why a file without previews is not shown, and still links it', async () => {
    const { pages, pageCount, ...waiting } = notice
    const soon = await open('/n/abc123', { api: schoolWith(waiting) })
    expect(soon.html).toContain('প্রস্তুত হচ্ছে')
    const never = await open('/n/abc123', { api: schoolWith({ ...waiting, pages: [] }) })
    expect(never.html).toContain('ফাইলটি এখানে দেখানো যায় না')
    for (const { html } of [soon, never]) {
      expect(html).toContain('href="/n/abc123/file"')
      // Nothing to print.
      expect(html).not.toContain('প্রিন্ট করুন')
    }
    expect((await open('/n/abc123')).html).toContain('প্রিন্ট করুন')
    expect([pages?.length, pageCount]).toEqual([2, 12])
  })

  it('shows a text with its pictures, which are not repeated below it', async () => {
    const scan = (n: number) => ({
      ...{ filePath: `uploads/s${n}.jpg`, fileName: `${n}.jpg`, mimeType: 'image/jpeg' },
      ...{ size: 1024, width: 1240, height: 1754 },
      sizes: [{ width: 720, height: 1018, filePath: `uploads/s${n}-720.webp` }],
    })
    const { pages, pageCount, filePath, fileName, ...bare } = notice
    const entry = { ...bare, ...scan(1), files: [1, 2, 3].map(scan), excerpt: 'কাল বন্ধ' }
    const body = '## সময়\n\n**কাল** বন্ধ\n\n![বাগান](file 2)\n\n![](file 9)\n\n- এক\n- দুই'
    const { html } = await open('/n/abc123', {
      api: schoolWith({ ...entry, body }),
      publicUrl: 'https://school.example',
    })
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect(main).toMatch(/<h2>সময়<\/h2><p><strong>কাল<\/strong> বন্ধ<\/p><figure/)
    const pictures = [...main.matchAll(/<img[^>]+-720\.webp[^>]*>/g)].map(([tag]) => tag)
    expect(pictures.map((tag) => /uploads\/s\d/.exec(tag)?.[0])).toEqual(
      ['s2', 's1', 's3'].map((name) => `uploads/${name}`),
    )
    expect(pictures.map((tag) => /loading="(\w+)"/.exec(tag)?.[1])).toEqual([
      ...['eager', 'lazy', 'lazy'],
    ])
    expect(pictures[0]).toMatch(/width="1240" height="1754" alt="বাগান"/)
    expect(main).not.toContain('file 9')
    // Two sheets below the text, each with a heading and a link to its file.
    expect([...main.matchAll(/<h2 class="docview__name"/g)]).toHaveLength(2)
    expect(main).toMatch(/<a[^>]+href="\/n\/abc123\/file\/3" download="3\.jpg"/)
    expect(main).toMatch(/<a[^>]+href="#files"[^>]*>.*?ডাউনলোড \(২\)<\/a>/)
    // Printed on the school's letterhead.
    expect(main).toContain('class="letterhead"')
    expect(main).toContain('প্রিন্ট করুন')
    for (const name of ['name="description"', 'property="og:description"']) {
      expect(html).toContain(`<meta ${name} content="কাল বন্ধ">`)
    }
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({ description: 'কাল বন্ধ' })
  })

  it('lists the headings of a text of several parts above it', async () => {
    const { filePath, fileName, mimeType, size, pages, pageCount, ...text } = notice
    const partsOf = async (...parts: string[]) => {
      const body = parts.map((part) => `## ${part}\n\nকাল বন্ধ।`).join('\n\n')
      const { html } = await open('/n/abc123', { api: schoolWith({ ...text, body }) })
      return [...html.matchAll(/<a href="#(part-\d)">(.*?)<\/a>/g)].map(([, id, label]) => {
        expect(html).toContain(`<h2 id="${id}">${label}</h2>`)
        return label
      })
    }
    expect(await partsOf('ষষ্ঠ শ্রেণি', 'সপ্তম শ্রেণি', 'অষ্টম শ্রেণি')).toHaveLength(3)
    expect(await partsOf('ষষ্ঠ শ্রেণি', 'সপ্তম শ্রেণি')).toEqual([])
  })

  it('prints address and telephone of the letterhead on a line each', async () => {
    const contact = { ...sampleContact, _id: 'c', __v: 0, updatedAt: '' }
    const api = { ...schoolWith({ ...notice, body: 'কাল বন্ধ' }), getContact: async () => contact }
    const { html } = await open('/n/abc123', { api })
    const letterhead = /<div class="letterhead">(.*?)<\/div>/s.exec(html)?.[1] ?? ''
    const { address, district, postCode, phone } = contact
    expect(letterhead).toContain(
      `<span>${address}, ${district} ${postCode}</span><span>ফোন: ${phone}</span>`,
    )
  })

  it('gives a text alone no file, and papers no letterhead', async () => {
    const { _id, title, createdAt, __v } = notice
    const text = { _id, title, date, createdAt, __v, body: 'কাল বন্ধ', excerpt: 'কাল বন্ধ' }
    const { html } = await open('/n/abc123', { api: schoolWith(text) })
    expect(html).toContain('<p>কাল বন্ধ</p>')
    expect(html).not.toMatch(/\/file"|id="files"|docview/)
    expect((await open('/n/abc123')).html).not.toContain('class="letterhead"')
  })

  it('responds with 404 for an unknown id, and for a notice under the address of news', async () => {
    for (const path of ['/n/nothing', '/news/abc123', '/n/%E0%A6%95']) {
      const { status, html, headers } = await open(path)
      const location = headers.get('location')
      const response = status === 301 && location ? await open(location) : { status, html }
      expect([path, response.status]).toEqual([path, 404])
      expect(response.html).toContain('পাতাটি পাওয়া যায়নি')
      expect(response.html).toContain('<meta name="robots" content="noindex">')
    }
  })

  it('has metadata for link previews with title, date and absolute addresses', async () => {
    const { html } = await open('/n/abc123', { publicUrl: 'https://school.example' })
    expect(html).toContain('<link rel="canonical" href="https://school.example/n/abc123">')
    expect(html).toContain('<meta property="og:type" content="article">')
    expect(html).toContain('<meta property="og:title" content="ভর্তি বিজ্ঞপ্তি">')
    expect(html).toContain('content="https://school.example/share/notices/abc123.png"')
    const block = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(block)).toMatchObject({
      '@type': 'NewsArticle',
      headline: 'ভর্তি বিজ্ঞপ্তি',
      datePublished: date,
      url: 'https://school.example/n/abc123',
    })
    // WhatsApp and Facebook are plain links.
    expect(html).toContain(encodeURIComponent('https://school.example/n/abc123'))
  })

  it('omits absolute addresses without the site’s own', async () => {
    const { html } = await open('/n/abc123')
    expect(html).not.toContain('site.invalid')
    expect(html).not.toContain('canonical')
    expect(html).not.toContain('wa.me')
  })

  it('escapes titles in the head and its data', async () => {
    const title = '"><script>alert(1)</script>'
    const { html } = await open('/n/abc123', { api: schoolWith({ ...notice, title }) })
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('content=""><')
  })
})

describe('text of papers', () => {
  const text = 'এতদ্বারা জানানো … যাইতেছে <যে>\n১০/১২/২০২৬ শনিবার গণিত'
  const found = (page: number, source: 'read' | 'hand', file = notice.filePath ?? '') => ({
    ...{ file, page, source, text, sureness: 90 },
  })

  it('follows the picture of its page once, closed, with a warning if a program has read it', async () => {
    const api = schoolWith(notice, [found(1, 'hand'), found(2, 'read')])
    const { html } = await open('/n/abc123', { api, publicUrl: 'https://school.example' })
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    const parts = main.match(/<img|<details class="pagetext">|<div class="pagetext__lines"[^>]*>/g)
    expect(parts).toEqual([
      '<img',
      '<details class="pagetext">',
      '<div class="pagetext__lines" id="page=1" lang="bn" data-file="uploads/a.pdf" data-page="1">',
      '<img',
      '<details class="pagetext">',
      '<div class="pagetext__lines" id="page=2" lang="bn" data-file="uploads/a.pdf" data-page="2" data-read="">',
    ])
    const labels = [...main.matchAll(/pagetext"><summary>([^<]*)/g)].map(([, label]) => label)
    expect(labels).toEqual(['লেখা', 'কাগজ থেকে পড়া লেখা, ভুল থাকতে পারে'])
    expect(main).toContain('যাইতেছে &lt;যে&gt;\n১০/১২/২০২৬ শনিবার গণিত</div>')
    expect(main).toContain('alt="ভর্তি বিজ্ঞপ্তি: পৃষ্ঠা ১ (লেখা নিচে আছে)"')
    // Neither in the metadata nor in the data for hydration.
    expect(html.split('শনিবার গণিত')).toHaveLength(3)
    expect(html).not.toContain('"texts"')
  })

  it('stands open above its picture where it is short, surely read and has sentences', async () => {
    const sure = {
      ...found(1, 'read'),
      text: 'ছুটির নোটিশ\nআগামী রবিবার বিদ্যালয় বন্ধ থাকবে।\nসোমবার ক্লাস হবে।',
      sureness: 96,
    }
    const partsOf = async (texts: Partial<typeof sure>, entry = notice) => {
      const api = schoolWith(entry, [{ ...sure, ...texts }])
      const { html } = await open('/n/abc123', { api })
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
      expect(main.split(' data-page="1"')).toHaveLength(2)
      const found = main.match(/<img[^>]+-p1-[^>]+(নিচে|উপরে)|<(details|section) class="pagetext"/g)
      return found?.map((part) => /নিচে|উপরে|details|section/.exec(part)?.[0])
    }
    expect(await partsOf({})).toEqual(['section', 'উপরে'])
    const below = ['নিচে', 'details']
    const folded = [
      { sureness: 85 },
      // Words were left out.
      { text: 'আগামী … বিদ্যালয় … থাকবে।' },
      // A table, and a long paper.
      { text: '১০/১২/২০২৬ শনিবার গণিত\n১১/১২/২০২৬ রবিবার বাংলা' },
      { text: `${sure.text}\n`.repeat(40) },
    ]
    for (const texts of folded) expect(await partsOf(texts)).toEqual(below)
    // Its own text comes first, and says the same.
    const typed = { ...notice, body: 'রবিবার বিদ্যালয় বন্ধ।' }
    expect(await partsOf({}, typed)).toEqual(below)
    const { html } = await open('/n/abc123', { api: schoolWith(notice, [sure]) })
    expect(html).toContain('<p class="pagetext__who">কাগজ থেকে পড়া লেখা, ভুল থাকতে পারে</p>')
  })

  it('describes a paper by its first sentence, without its heading, date and subject', async () => {
    const paper = [
      'নোটিশ',
      'স্মারক নং: শা.স.বা.উ.বি/২০২৬/৪৫ তারিখ: ১০/১১/২০২৬',
      'বিষয়: বার্ষিক পরীক্ষার সময়সূচি প্রকাশ প্রসঙ্গে',
      'এতদ্বারা সকল ছাত্রীকে জানানো যাচ্ছে যে, আগামী ২৬ নভেম্বর',
      'বার্ষিক পরীক্ষা শুরু হবে। প্রবেশপত্র সঙ্গে আনতে হবে।',
    ]
    const api = schoolWith(notice, [{ ...found(1, 'read'), text: paper.join('\n') }])
    const { html } = await open('/n/abc123', { api })
    const description = 'এতদ্বারা সকল ছাত্রীকে জানানো যাচ্ছে যে, আগামী ২৬ নভেম্বর বার্ষিক পরীক্ষা শুরু হবে।'
    for (const name of ['name="description"', 'property="og:description"']) {
      expect(html).toContain(`<meta ${name} content="${description.normalize('NFC')}">`)
    }
    const table = [{ ...found(1, 'read'), text: 'নোটিশ\n১০/১২/২০২৬ শনিবার গণিত' }]
    const unsaid = await open('/n/abc123', { api: schoolWith(notice, table) })
    expect(unsaid.html).toContain('<meta name="description" content="ভর্তি বিজ্ঞপ্তি | ')
  })

  it('is not announced where there is none', async () => {
    const { html } = await open('/n/abc123')
    expect(html).not.toMatch(/<details class="pagetext"|লেখা নিচে/)
  })

  it('has addresses of its own in each of several files', async () => {
    const picture = (n: number) => ({
      ...{ filePath: `uploads/s${n}.jpg`, fileName: `${n}.jpg`, mimeType: 'image/jpeg' },
      ...{ size: 1024, width: 1240, height: 1754 },
    })
    const { pages: _, pageCount: __, ...bare } = notice
    const entry = { ...bare, ...picture(1), files: [picture(1), picture(2)] }
    const texts = [1, 2].map((n) => found(1, 'read', `uploads/s${n}.jpg`))
    const { html } = await open('/n/abc123', { api: schoolWith(entry, texts) })
    expect([...html.matchAll(/ id="([^"]*page=1)"/g)].map(([, id]) => id)).toEqual([
      'page=1',
      'file=2&amp;page=1',
    ])
  })

  it('is open with Save-Data, beside the smallest copy of the page', async () => {
    const oneBit = { width: 1240, height: 1754, filePath: 'uploads/a-p1-1240.webp' }
    const pages = [{ ...previewPage(1), oneBit }, previewPage(2)]
    const api = schoolWith({ ...notice, pages }, [found(1, 'hand')])
    const { html } = await open('/n/abc123', { api, saveData: true })
    expect(html).toContain('<details class="pagetext" open="">')
    const pictures = [...html.matchAll(/<img src="\/(uploads\/a-[^"]*)"[^>]*>/g)]
    expect(pictures.map(([, src]) => src)).toEqual([
      'uploads/a-p1-1240.webp',
      'uploads/a-p2-720.webp',
    ])
    for (const [tag] of pictures) {
      expect(tag).toContain('loading="lazy"')
      expect(tag).not.toContain('srcSet')
    }
    expect(html).toContain('href="/uploads/a-p1-1200.webp"')
    expect((await open('/n/abc123', { api })).html).not.toContain('src="/uploads/a-p1-1240')
  })
})

describe('result of the search inside a paper', () => {
  const result = {
    ...{ collection: 'notices' as const, _id: 'abc123', title: 'রুটিন', date },
    ...{ snippet: 'শনিবার গণিত', marks: { title: [], snippet: [] } },
  } satisfies SearchResult

  it.each([
    [undefined, { file: 1, page: 2 }, '/n/abc123#page=2', 'কাগজের ২য় পৃষ্ঠায়'],
    [3, { file: 3, page: 1 }, '/n/abc123#file=3&amp;page=1', '৩য় ফাইলের ১ম পৃষ্ঠায়'],
  ])('of %s files names the page and leads to its text', async (fileCount, paper, href, text) => {
    const found = [{ ...result, paper, ...(fileCount && { fileCount }) }]
    const api = { ...schoolWith(), search: async () => found }
    const { html } = await open('/search?q=গণিত', { api })
    expect(html).toContain(`href="${href}"`)
    expect(html).toContain(text)
  })
})

describe('photo in its gallery', () => {
  it('is open at its own address, with plain links to its neighbours and back', async () => {
    const { status, html } = await open('/photo-gallery?photo=p2')
    expect(status).toBe(200)
    const dialog = html.slice(html.indexOf('<dialog'), html.indexOf('</dialog>'))
    expect(dialog).toMatch(/^<dialog class="lightbox" open=""/)
    expect(dialog).toContain('বিজ্ঞান মেলা')
    expect(dialog).toContain('৩টির মধ্যে ২ নম্বর')
    expect(dialog).toContain('href="/photo-gallery"')
    expect(dialog).toContain('href="?photo=p1"')
    expect(dialog).toContain('href="?photo=p3"')
  })

  it('responds with 404 with the gallery for a deleted photo', async () => {
    const { status, html } = await open('/photo-gallery?photo=gone')
    expect(status).toBe(404)
    expect(html).not.toContain('<dialog')
    expect(html).toContain('href="?photo=p1"')
  })

  it('shows its colour before it loads, without inline style', async () => {
    const { html } = await open('/photo-gallery')
    expect(html).toContain('fill="#aabbcc"')
    expect(html).not.toContain('<dialog')
    expect(html).not.toMatch(/ style="/)
  })
})

describe('page with Save-Data', () => {
  it('has the same content without script and fonts', async () => {
    const { status, html } = await open('/n/abc123', { saveData: true })
    expect(status).toBe(200)
    expect(html).toMatch(/^<!doctype html><html lang="bn" dir="ltr" data-save-data>/)
    expect(html.replaceAll(/<script type="application\/ld\+json">/g, '')).not.toContain('<script')
    expect(html).toContain('a-p1-1200.webp')
  })
})

describe('offline page', () => {
  it('is not hydrated', async () => {
    const { status, html } = await open('/offline')
    expect(status).toBe(200)
    expect(html).toContain('ইন্টারনেট সংযোগ নেই')
    expect(html).not.toContain(assets.start)
  })
})
