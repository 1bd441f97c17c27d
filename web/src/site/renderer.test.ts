import { createHash } from 'node:crypto'
import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { pages as attendancePages } from '@bidyaloy/shared/features/attendance/paths'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { pages as peoplePages } from '@bidyaloy/shared/features/people/paths'
import { pages as routinePages } from '@bidyaloy/shared/features/routine/paths'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import type { SiteSettings } from '@bidyaloy/shared/features/settings/settings'
import { publicPages } from '@bidyaloy/shared/public-pages'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { describe, expect, it } from 'vitest'
import { emptySchool } from './empty-school.ts'
import { PAGE_DATA_ID } from './page-data.ts'
import { createRenderer } from './renderer.tsx'

const assets = {
  start: "import('/assets/site.js')",
  styles: 'body{margin:0}',
  sheets: { '/assets/calendar.css': '.day{margin:0}', '/assets/home.css': '.opening{margin:0}' },
  pages: {
    'calendar-page': { sheets: ['/assets/calendar.css'], scripts: ['/assets/calendar.js'] },
    'front-doors': { sheets: ['/assets/home.css'], scripts: [] },
  },
}
const now = new Date('2026-11-21T06:00:00Z')

function notice(id: string, title: string, date = '2026-11-18T04:00:00.000Z'): Entry {
  return {
    _id: id,
    title,
    date,
    createdAt: date,
    __v: 0,
    filePath: `uploads/${id}.pdf`,
    mimeType: 'application/pdf',
    size: 2048,
  }
}

const contact = { ...sampleContact, _id: 'c', __v: 0, updatedAt: '' }
/** A school with `notices` and nothing else; `changes` replaces single reads. */
function schoolWith(notices: readonly Entry[], changes: Partial<ReadApi> = {}): ReadApi {
  const years = [{ year: 2026, count: notices.length }]
  return emptySchool({
    listEntries: async ({ params, query }) => {
      const { offset = 0, limit = 1000 } = query ?? {}
      if (params.collection !== 'notices' || query?.urgent) return []
      return notices.slice(Number(offset), Number(offset) + Number(limit))
    },
    entryStats: async ({ params }) =>
      params.collection === 'notices' ? { total: notices.length, years } : { total: 0, years: [] },
    ...changes,
  })
}

async function open(path: string, api: ReadApi = schoolWith([])) {
  const { render } = await createRenderer(assets)
  const response = await render(new Request(`http://site.invalid${path}`), { api, now })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

describe('the renderer', () => {
  it('renders a whole Bengali document with the page in its title', async () => {
    const { status, headers, html } = await open('/allNotices')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toMatch(/^<!doctype html><html lang="bn"/)
    expect(html).toContain('<title>সব নোটিশ | সরকারি বালিকা উচ্চ বিদ্যালয়</title>')
    expect(html).toContain('<style>body{margin:0}</style>')
  })

  it('inlines the style sheets of the page only, and keeps the script from loading them again', async () => {
    const { html } = await open('/calendar')
    expect(html).toContain('<style>body{margin:0}.day{margin:0}</style>')
    expect(html).not.toContain('.opening{')
    expect(html).toContain(
      '<html lang="bn" dir="ltr" data-scripts="/assets/calendar.js" data-sheets="/assets/calendar.css">',
    )
    expect((await open('/allNotices')).html).not.toMatch(/\.day\{|data-sheets/)
  })

  it('shows the date of the server in both calendars', async () => {
    const { html } = await open('/')
    expect(html).toContain('২১ নভেম্বর ২০২৬')
    expect(html).toContain('৬ অগ্রহায়ণ ১৪৩৩')
  })

  it.each([
    ['2026-11-23', [], ''],
    ['2026-11-23', [['holiday', '2026-11-24']], 'আজ ক্লাস হচ্ছে · কাল বন্ধ: ক'],
    ['2026-11-24', [['holiday', '2026-11-24']], 'আজ ছুটি: ক · কাল খোলা'],
    ['2026-11-26', [], 'কাল শুক্রবার, ছুটি'],
    ['2026-11-27', [], 'আজ শুক্রবার, সাপ্তাহিক ছুটি · কাল শনিবার, ছুটি'],
    // Examinations of several days pause at the weekend.
    ['2026-11-26', [['exam', '2026-11-25', '2026-11-30']], 'আজ পরীক্ষা: ক · কাল শুক্রবার, ছুটি'],
    ['2026-11-26', [['exam', '2026-11-27', '2026-12-09']], 'আজ ক্লাস হচ্ছে · কাল পরীক্ষা: ক'],
    ['2026-11-23', [['exam', '2026-11-30']], 'আজ ক্লাস হচ্ছে · কাল খোলা' + 'ক: ৩০ নভেম্বর, আর ৭ দিন'],
  ] as const)('says on %s with %j: %s', async (day, dates, expected) => {
    const events = dates.map(([kind, startsOn, endsOn = startsOn], i) => {
      return { ...notice(`e${i}`, 'ক'), kind, startsOn, endsOn }
    })
    const { render } = await createRenderer(assets)
    const api = schoolWith([], {
      listEntries: async ({ params }) => (params.collection === 'events' ? events : []),
    })
    const now = new Date(`${day}T06:00:00Z`)
    const page = await render(new Request('http://site.invalid/'), { api, now })
    const [, said = ''] =
      /<div class="today".*?<\/time>.*?<\/p>(.*?)<\/div>/.exec(await page.text()) ?? []
    expect(said.replace(/<[^>]+>/g, '')).toBe(expected)
  })

  it('shows notices with date, file size and a mark for new ones', async () => {
    const api = schoolWith([
      notice('a', 'ভর্তি বিজ্ঞপ্তি'),
      notice('b', 'ছুটির নোটিশ', '2026-10-01T04:00:00.000Z'),
    ])
    const { html } = await open('/allNotices', api)
    const table = html.slice(html.indexOf('<table'), html.indexOf('</table>'))
    expect(table).toContain('href="/n/a"')
    expect(table.replace(/<[^>]+>/g, '')).toContain('১৮ নভেম্বর ২০২৬')
    expect(table).toContain('২ কিলোবাইট')
    expect(table.match(/mark-new/g)).toHaveLength(1)
  })

  it('shows the kind of a notice in the list and on the board of the front page', async () => {
    const api = schoolWith([{ ...notice('a', 'বিদ্যালয় বন্ধ'), kind: 'holiday' }])
    for (const path of ['/allNotices', '/']) {
      const { html } = await open(path, api)
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
      expect(main.split('href="/n/a"')[1]).toMatch(/class="meta">.*?ছুটি</)
    }
  })

  it('shows the empty state in Bengali and the specified English', async () => {
    const { html } = await open('/allNotices')
    expect(html).toContain('এই মুহূর্তে কোনো নোটিশ নেই।')
    expect(html).toContain('No notices available at the moment.')
  })

  it('splits a long list into pages and responds with 404 beyond the last', async () => {
    const api = schoolWith(Array.from({ length: 30 }, (_, i) => notice(`n${i}`, `নোটিশ ${i}`)))
    const second = await open('/allNotices?page=2', api)
    expect(second.status).toBe(200)
    expect(second.html.match(/href="\/n\/n\d+"/g)).toHaveLength(5)
    expect((await open('/allNotices?page=3', api)).status).toBe(404)
  })

  it('describes the school on its front page, to people and to search engines', async () => {
    const { html } = await open('/', schoolWith([], { getContact: async () => contact }))
    const { schoolName, district } = sampleContact
    expect(html).toContain(`<title>${schoolName}, ${district}</title>`)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'School',
      name: schoolName,
      telephone: ['0255501234'],
      address: { addressLocality: district, addressCountry: 'BD' },
    })
  })

  it('describes the contact page by address and telephone', async () => {
    const { html } = await open('/contact_us', schoolWith([], { getContact: async () => contact }))
    const [, description] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
    expect(description).toContain(sampleContact.address)
    expect(description).toContain(sampleContact.phone)
  })

  it('describes a date by its days and time', async () => {
    const sports = {
      ...notice('e1', 'ক্রীড়া প্রতিযোগিতা'),
      startsOn: '2026-11-25',
      endsOn: '2026-11-28',
      time: 'সকাল ৯টা, মাঠ',
    }
    const { html } = await open(
      entryPath('events', 'e1'),
      schoolWith([], { getEntry: async () => sports }),
    )
    const [, description] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
    expect(description).toMatch(/২৫.*২৮ নভেম্বর.*সকাল ৯টা, মাঠ/)
  })

  it('names the month in the title of the calendar', async () => {
    const { html } = await open('/calendar?month=2026-10')
    expect(html).toMatch(/<title>শিক্ষাপঞ্জি, অক্টোবর ২০২৬ \|/)
  })

  it('names the year in the title of a list of one year', async () => {
    const { html } = await open('/allNotices?year=2026', schoolWith([notice('a', 'ভর্তি')]))
    expect(html).toContain('<title>সব নোটিশ, ২০২৬ | ')
    expect(html).toContain('<h1>সব নোটিশ</h1>')
  })

  it('heads and marks a search that the menu leads to by its name there', async () => {
    const apa = [
      { label: 'এপিএ নির্দেশিকা', href: '/allDownloads?q=APA' },
      { label: 'এপিএ টিম', href: '/allDownloads?q=team' },
    ]
    const menus = { apa, integrity: [] }
    const api = schoolWith([], { getSettings: async () => ({ ...emptySiteSettings, menus }) })
    const { html } = await open('/allDownloads?q=APA', api)
    expect(html).toMatch(/<h1[^>]*>এপিএ নির্দেশিকা<\/h1>/)
    expect(html).toMatch(/<a href="\/allDownloads\?q=APA" aria-current="page">এপিএ নির্দেশিকা<\/a>/)
    const other = await open('/allDownloads', api)
    expect(other.html).not.toMatch(/q=APA" aria-current/)
  })

  it('escapes titles in the page and in its data', async () => {
    const hostile = '</script><b id="evil">x</b><img src=x onerror=alert(1)>'
    const { html } = await open('/allNotices', schoolWith([notice('a', hostile)]))
    expect(html).not.toContain('<b id="evil"')
    expect(html).not.toContain('<img src=x')
    const block = new RegExp(`id="${PAGE_DATA_ID}">(.*?)</script>`).exec(html)?.[1] ?? ''
    expect(JSON.stringify(JSON.parse(block))).toContain(JSON.stringify(hostile).slice(1, -1))
  })

  it('contains no inline style or handler, and only scripts and styles with declared hashes', async () => {
    const { scriptHashes, styleHashes } = await createRenderer(assets)
    const { html } = await open('/', schoolWith([notice('a', 'ভর্তি')]))
    expect(html).not.toMatch(/ style="/)
    expect(html).not.toMatch(/ on[a-z]+="/)
    const hashesOf = (element: RegExp) =>
      [...html.matchAll(element)].map(
        ([, text]) =>
          `'sha256-${createHash('sha256')
            .update(text ?? '')
            .digest('base64')}'`,
      )
    const scripts = hashesOf(/<script(?: type="module")?>(.*?)<\/script>/g)
    expect(scripts).toHaveLength(2)
    expect(scriptHashes).toEqual(expect.arrayContaining(scripts))
    const used = hashesOf(/<style>(.*?)<\/style>/g)
    expect(used).toHaveLength(1)
    expect(styleHashes).toEqual(expect.arrayContaining(used))
  })

  it('renders the frame with status 404 for an unknown page', async () => {
    const { status, html } = await open('/nowhere')
    expect(status).toBe(404)
    expect(html).toContain('পাতাটি পাওয়া যায়নি')
    expect(html).toContain('class="navbar"')
  })

  it('redirects another spelling of an address to the canonical one', async () => {
    const { status, headers } = await open('/allnotices/?page=2')
    expect(status).toBe(301)
    expect(headers.get('location')).toBe('/allNotices?page=2')
  })

  it('responds with 500 with the frame and without script when a query fails', async () => {
    const api = schoolWith([], { listEntries: () => Promise.reject(new Error('disk is gone')) })
    const { status, html } = await open('/', api)
    expect(status).toBe(500)
    expect(html).toContain('সার্ভারে একটি সমস্যা হয়েছে')
    expect(html).toContain('class="navbar"')
    expect(html).not.toContain('disk is gone')
    expect(html).not.toContain(assets.start)
  })

  it('shows the empty state for a record that was never saved', async () => {
    const { status, html } = await open('/contact_us')
    expect(status).toBe(200)
    expect(html).toContain('যোগাযোগের তথ্য এখনো যুক্ত করা হয়নি।')
  })

  it('links each number of the phone field separately on every page', async () => {
    const phone = '০১৭১১-০০০০০০, ০৮৪১-৬৩০০০'
    const getContact = async () => ({ ...contact, phone })
    for (const path of ['/', '/contact_us', '/payment-history.aspx']) {
      const { html } = await open(path, schoolWith([], { getContact }))
      const dialled = [...html.matchAll(/href="tel:([^"]*)"/g)].map(([, number]) => number)
      expect([path, new Set(dialled)]).toEqual([path, new Set(['01711000000', '084163000'])])
    }
  })

  it('allows line breaks after the signs of addresses', async () => {
    const getContact = async () => contact
    const { html } = await open('/contact_us', schoolWith([], { getContact }))
    const parts = html.replaceAll('<!-- -->', '')
    // In the table and in the footer.
    expect(parts.split('info@<wbr/>example.<wbr/>edu.<wbr/>bd')).toHaveLength(3)
    expect(parts).toContain('www.<wbr/>example.<wbr/>edu.<wbr/>bd')
  })

  const withJubilee = (jubilee: Partial<SiteSettings['jubilee']>, established = '', photos = 1) => {
    const settings = {
      ...emptySiteSettings,
      identity: { ...emptySiteSettings.identity, established },
      jubilee: { ...emptySiteSettings.jubilee, ...jubilee },
    }
    return schoolWith([], {
      getSettings: async () => settings,
      listEntries: async ({ params: { collection } }) =>
        collection === 'gallery' ? [notice('a', 'জয়ন্তী')].slice(0, photos) : [],
    })
  }

  it.each([
    ['', false],
    ['১৯৮০', false],
    ['১৯২০', false],
    ['বিশ শতকে', false],
    ['১৯৭৬', true],
    ['১ জানুয়ারি 1972 খ্রি.', true],
  ])('claims fifty years of a school founded «%s»: %s', async (established, isClaimed) => {
    for (const path of ['/', '/golden-jubilee-photo-gallery']) {
      const { html } = await open(path, withJubilee({}, established))
      for (const claim of ['>৫০</p>', 'পঞ্চাশ বছরের']) expect(html.includes(claim)).toBe(isClaimed)
    }
  })

  it('shows the golden jubilee until staff set another celebration or hide the box', async () => {
    const gallery = '/golden-jubilee-photo-gallery'
    const corner = 'সুবর্ণজয়ন্তী কর্নার'
    expect((await open('/', withJubilee({}))).html).toContain(corner)
    // It would lead to an empty page, or another year is known.
    for (const year of ['১৯৭২', '']) {
      expect((await open('/', withJubilee({}, year, 0))).html).not.toContain(corner)
    }
    for (const year of ['১৯২০', '১৯৮০']) {
      expect((await open('/', withJubilee({}, year))).html).not.toContain(corner)
      expect((await open('/', withJubilee({ title: 'মিলনমেলা' }, year))).html).toContain(
        '<h2>মিলনমেলা</h2>',
      )
    }
    expect((await open(gallery)).html).toContain('<h1>সুবর্ণজয়ন্তী ফটো গ্যালারি</h1>')

    const centenary = withJubilee({ number: '১০০', title: 'শতবর্ষ' }, '১৯২৬')
    for (const path of ['/', gallery]) {
      const { html } = await open(path, centenary)
      expect(html).toContain('>১০০</p>')
      expect(html).toContain(
        `<a href="${gallery}"${path === gallery ? ' aria-current="page"' : ''}>শতবর্ষ</a>`,
      )
      for (const gone of ['>৫০</p>', 'পঞ্চাশ বছরের', 'সুবর্ণজয়ন্তী']) expect(html).not.toContain(gone)
    }
    expect((await open(gallery, centenary)).html).toContain('<h1>শতবর্ষ ফটো গ্যালারি</h1>')

    const hidden = withJubilee({ shown: false }, '১৯৭২')
    expect((await open('/', hidden)).html).not.toMatch(/>৫০<|পঞ্চাশ বছরের/)
    expect((await open('/', hidden)).html).toContain(`href="${gallery}"`)
    expect((await open(gallery, hidden)).status).toBe(200)
  })

  it('links notices, news and downloads in the menu, and shows no ticker without news', async () => {
    const { html } = await open('/contact_us')
    const menu = html.slice(html.indexOf('sitenav__list'), html.indexOf('</nav></div></div>'))
    const places = ['/allNotices', '/allnews', '/allDownloads'].map((path) =>
      menu.indexOf(`href="${path}"`),
    )
    expect(Math.min(...places)).toBeGreaterThan(0)
    expect(Math.max(...places)).toBeLessThan(menu.indexOf('href="/schoolInfo"'))
    expect(html).not.toContain('class="ticker"')
    expect((await open('/allnews')).html).toContain('No news available at the moment.')
  })

  it('links the pin on the map if staff have set it, also for search engines', async () => {
    const getContact = async () => contact
    const mapPin = { latitude: 23.8103, longitude: 90.4125 }
    const getSettings = async () => ({ ...emptySiteSettings, mapPin })
    const { html } = await open('/contact_us', schoolWith([], { getContact, getSettings }))
    expect(html).toContain(
      'href="https://www.openstreetmap.org/?mlat=23.8103&amp;mlon=90.4125#map=17/23.8103/90.4125"',
    )
    expect(html).toContain(
      '"geo":{"@type":"GeoCoordinates","latitude":23.8103,"longitude":90.4125}',
    )
    const without = await open('/contact_us', schoolWith([], { getContact }))
    expect(without.html).toContain('href="https://www.openstreetmap.org/search?query=')
    expect(without.html).not.toContain('GeoCoordinates')
  })

  it('links the web mail only if its address is set, and lists every page', async () => {
    const webmail = 'https://mail.example.edu.bd'
    const getSettings = async () => ({
      ...emptySiteSettings,
      services: { ...emptySiteSettings.services, webmail },
    })
    const { html } = await open('/sitemap', schoolWith([], { getSettings }))
    expect(html).toContain(`<a href="${webmail}" target="_blank" rel="noopener">ওয়েব মেইল`)
    expect((await open('/')).html).not.toContain('ওয়েব মেইল')
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    // Linked only once there are routines, a day of attendance, and people besides the teachers.
    const unlisted: readonly string[] = [
      pagePaths.siteMap,
      peoplePages.people,
      attendancePages.attendance,
      routinePages.routine,
    ]
    for (const path of publicPages().filter((one) => !unlisted.includes(one))) {
      expect(main).toContain(`href="${path}"`)
    }
    expect((await open('/')).html.match(/href="\/sitemap"/g)).toHaveLength(2)
  })

  it('lists the notices about a service that runs elsewhere', async () => {
    const titles = ['জানুয়ারি মাসের বেতন ও ফি', 'অফিস বন্ধ থাকবে', 'ভর্তি ফি জমা', 'ছুটির নোটিশ']
    const all = titles.map((title, i) => notice(`n${i}`, title))
    const listEntries: ReadApi['listEntries'] = async ({ params, query }) =>
      params.collection === 'notices'
        ? all.filter(({ title }) => title.includes(query?.q ?? ''))
        : []
    const { html } = await open('/payment-history.aspx', schoolWith([], { listEntries }))
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect([...main.matchAll(/href="\/n\/(n\d)"/g)].map(([, id]) => id)).toEqual(['n0', 'n2'])
    const none = await open('/studentdailyattendance.aspx', schoolWith([], { listEntries }))
    expect(none.html).toContain('>কোনো নোটিশ নেই</p>')
  })

  it('says what a service shows only once it is online, and where the board publishes results', async () => {
    const about = 'কতজন ছাত্রী উপস্থিত'
    const page = '/studentdailyattendance.aspx'
    expect((await open(page)).html).not.toContain(about)
    const services = { ...emptySiteSettings.services, attendance: 'https://attendance.example' }
    const getSettings = async () => ({ ...emptySiteSettings, services })
    const { html } = await open(page, schoolWith([], { getSettings }))
    for (const text of [about, 'নিচের বোতামে চাপুন।']) expect(html).toContain(text)
    const results = await open('/public-exam-result.aspx')
    expect(results.html).toContain('ফলাফল শিক্ষা বোর্ডের ওয়েবসাইটে দেখা যায়। নিচের বোতামে চাপুন।')
  })

  it('names what a filter does not find, announces it, and leads to the whole list', async () => {
    const { html } = await open('/allNotices?kind=exam')
    expect(html).toMatch(/role="status"><p><span[^>]*>এমন কোনো নোটিশ নেই।</)
    expect(html).toContain('<a class="btn" href="/allNotices">সব দেখুন</a>')
    const { html: search } = await open('/search?q=খরগোশ')
    expect(search).toMatch(/role="status"><p><span[^>]*>“খরগোশ” এর সঙ্গে মেলে এমন কিছু/)
    expect(search).toContain('>বিদ্যালয়ে ফোন করুন</a>')
  })

  it('has few landmarks on the front page, and no region in a card with a heading of its own', async () => {
    const getSettings = async () => ({
      ...emptySiteSettings,
      headTeacher: { name: 'রওশন আরা', message: 'স্বাগতম' },
    })
    const { html } = await open('/', schoolWith([notice('a', 'ভর্তি')], { getSettings }))
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect(main).toContain('<h2 id="downloads">')
    const regions = [...main.matchAll(/<section[^>]*aria-label(?:ledby)?="([^"]*)"/g)]
    expect(regions.map(([, name]) => name)).toEqual(['notice-board'])
  })

  it('renders the history with its mark-up and escapes HTML', async () => {
    const history = [
      '## শুরু',
      '**১৯৭২** সালে [বোর্ড](https://board.example) ও [ছবি](/photo-gallery) <b>এবং</b>',
      '- **১৯৮৪** জাতীয়করণ\n- **১৯৯১** দুই শিফট',
      '[ফাঁদ](javascript:alert)',
    ].join('\n\n')
    const getSettings = async () => ({ ...emptySiteSettings, history })
    const { html } = await open('/schoolDescription', schoolWith([], { getSettings }))
    expect(html).toContain('<h2>শুরু</h2><p><strong>১৯৭২</strong> সালে ')
    expect(html).toMatch(/<a href="https:\/\/board\.example" target="_blank" rel="noopener">বোর্ড</)
    expect(html).toContain('<a href="/photo-gallery">ছবি</a>')
    expect(html).toContain('&lt;b&gt;এবং&lt;/b&gt;')
    expect(html).toContain('<ul class="timeline"><li><strong>১৯৮৪</strong><span> জাতীয়করণ</span>')
    expect(html).toContain('[ফাঁদ](javascript:alert)')
    expect(html).not.toContain('href="javascript:')
  })

  it('renders the same bytes for the same data and day', async () => {
    const api = schoolWith([notice('a', 'ভর্তি')])
    expect((await open('/', api)).html).toBe((await open('/', api)).html)
  })
})
