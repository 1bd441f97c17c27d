import { files } from '@bidyaloy/shared/features/calendar/paths'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

const PUBLIC_URL = 'https://school.example.edu.bd'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({
    env: { PUBLIC_URL },
    clock: () => new Date('2026-11-22T20:00:00+06:00'),
  })
})
afterEach(() => school.stop())

const createEvent = (title: string, startsOn: string, fields: object = {}) =>
  school.admin.createEntry({
    params: { collection: 'events' },
    body: { title, startsOn, kind: 'holiday', ...fields },
  })

/** Publishes a notice of a day. */
const createMeeting = () =>
  school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'অভিভাবক সভার নোটিশ', body: 'সকলকে জানানো যাচ্ছে।', startsOn: '2026-11-24' },
  })

async function pageAt(path: string) {
  const response = await school.fetch(path)
  const html = await response.text()
  return {
    status: response.status,
    html,
    main: html.slice(html.indexOf('<main'), html.indexOf('</main')),
  }
}

/** Returns the properties of each event of an iCalendar file, unfolded and unescaped. */
function eventsOf(file: string): Record<string, string>[] {
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  const unescaped = (text: string) =>
    text.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
  const events: Record<string, string>[] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line) ?? []
    if (line === 'BEGIN:VEVENT') events.push({})
    const event = events.at(-1)
    if (event && name !== 'BEGIN' && name !== 'END') event[name] = unescaped(value)
  }
  return events
}

it('shows the dates of a month, those over its ends and those of notices', async () => {
  const winter = await createEvent('শীতকালীন ছুটি', '2026-12-28', { endsOn: '2027-01-03' })
  const meeting = await createMeeting()
  const linked = ({ main }: { main: string }, path: string) =>
    main.split(`href="${path}"`).length - 1

  const present = await pageAt('/calendar')
  expect(present.main).toContain('<h1>শিক্ষাপঞ্জি ২০২৬</h1>')
  // In the next seven days, the grid and the list.
  expect(linked(present, `/n/${meeting._id}`)).toBe(3)
  expect(linked(present, `/e/${winter._id}`)).toBe(0)
  expect(present.main).toContain(`href="webcal://school.example.edu.bd${files.calendar}"`)
  expect((await pageAt('/')).main).toContain(`href="/n/${meeting._id}"`)

  // In the cells up to Saturday, 2 January, and once in the list.
  const december = await pageAt('/calendar?month=2026-12')
  expect(linked(december, `/e/${winter._id}`)).toBe(7)
  expect(december.main).toContain('২৮ ডিসেম্বর ২০২৬ – ৩ জানুয়ারি ২০২৭')
  expect(december.html).not.toContain('noindex')
  expect(linked(await pageAt('/calendar?month=2027-01'), `/e/${winter._id}`)).toBeGreaterThan(3)

  const empty = await pageAt('/calendar?month=2027-03')
  expect([empty.status, empty.html.includes('noindex')]).toEqual([200, true])
  // Anything else shows the present month, under one cached document.
  for (const month of ['2026-13', 'x', '2032-11', '0001-01']) {
    const page = await pageAt(`/calendar?month=${month}`)
    expect([month, page.status]).toEqual([month, 404])
    expect(page.main).toContain('<h1>শিক্ষাপঞ্জি ২০২৬</h1>')
  }
  const edge = await pageAt('/calendar?month=2031-11')
  expect(edge.status).toBe(200)
  expect(edge.main).not.toContain('month=2031-12')
})

it('describes an event by its days', async () => {
  const exam = await createEvent('ব্যবহারিক পরীক্ষা', '2026-11-23', {
    endsOn: '2026-11-26',
    time: 'সকাল ৯টা, বিজ্ঞানাগার',
    kind: 'exam',
  })
  const { html, main } = await pageAt(`/e/${exam._id}`)
  expect(main).toContain('২৩–২৬ নভেম্বর ২০২৬')
  expect(main).toContain('সকাল ৯টা, বিজ্ঞানাগার')
  expect(main).toContain('<a href="/calendar">শিক্ষাপঞ্জি</a>')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'Event',
    startDate: '2026-11-23',
    endDate: '2026-11-26',
  })
})

it('serves all dates as an iCalendar file', async () => {
  const title = `ঈদ; ছুটি, "বন্ধ" \\ ${'দীর্ঘ নাম '.repeat(20).trim()}`
  const eid = await createEvent(title, '2027-03-09', {
    endsOn: '2027-03-15',
    body: 'প্রথম লাইন\n\nদ্বিতীয় লাইন',
  })
  await createEvent('পুরোনো দিন', '2024-11-01')
  await createEvent('দুই বছরের মধ্যে', '2025-02-21')
  await createMeeting()
  const response = await school.fetch(files.calendar)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const file = await response.text()
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  expect(file).toMatch(/END:VEVENT\r\nEND:VCALENDAR\r\n$/)
  const events = eventsOf(file)
  expect(events.map(({ SUMMARY }) => SUMMARY)).not.toContain('পুরোনো দিন')
  expect(events.find(({ SUMMARY }) => SUMMARY === title)).toMatchObject({
    UID: `${eid._id}@school.example.edu.bd`,
    DTSTAMP: '20261122T140000Z',
    SEQUENCE: '0',
    'DTSTART;VALUE=DATE': '20270309',
    'DTEND;VALUE=DATE': '20270316',
    CATEGORIES: 'ছুটি',
    DESCRIPTION: expect.stringContaining('দ্বিতীয় লাইন'),
    URL: `${PUBLIC_URL}/e/${eid._id}`,
  })
  expect(events.find(({ SUMMARY }) => SUMMARY === 'দুই বছরের মধ্যে')).toMatchObject({
    'DTEND;VALUE=DATE': '20250222',
  })
  expect(events.find(({ SUMMARY }) => SUMMARY === 'অভিভাবক সভার নোটিশ')).toMatchObject({
    'DTSTART;VALUE=DATE': '20261124',
  })
})
