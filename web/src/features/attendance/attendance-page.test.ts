import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { AttendanceDay } from '@bidyaloy/shared/features/attendance/attendance'
import { expect, it } from 'vitest'
import { emptySchool } from '../../site/empty-school.ts'
import { createRenderer } from '../../site/renderer.tsx'

const today: AttendanceDay = {
  day: '2026-11-18',
  closed: '',
  groups: 2,
  enrolled: 200,
  present: 182,
  share: 91,
}
const closed = { ...today, day: '2026-11-17', closed: 'প্রতিষ্ঠা দিবস', groups: 0 }

async function open(path: string, reads: Partial<ReadApi>) {
  const { render } = await createRenderer({ start: '', styles: '', sheets: {}, pages: {} })
  const page = await render(new Request(`http://site.invalid${path}`), {
    api: emptySchool(reads),
    now: new Date('2026-11-18T04:00:00.000Z'),
  })
  const html = await page.text()
  return { status: page.status, html, menu: html.slice(0, html.indexOf('<main')) }
}

const begun: Partial<ReadApi> = {
  attendanceToday: async () => ({ begun: true, today, latest: null }),
  attendanceSummary: async ({ query } = {}) => ({
    today,
    latest: { ...today, classes: [{ className: 'Six', enrolled: 200, present: 182, share: 91 }] },
    recent: [],
    month: query?.month ?? '',
    days: [today, closed],
    previous: '2026-10',
    next: null,
  }),
}

it('shows the last day by class and the month, with links to the nearest months', async () => {
  const { status, html, menu } = await open('/attendance', begun)
  expect(status).toBe(200)
  expect(html).toContain('আজ, বুধবার ১৮ নভেম্বর')
  expect(html).toContain('২০০ জনের মধ্যে ১৮২ জন উপস্থিত')
  expect(html).toContain('<rect width="91%" height="100%"')
  expect(html).toContain('১৮২/২০০')
  expect(html).toContain('ছুটি: প্রতিষ্ঠা দিবস')
  expect(html).toContain('href="/attendance?month=2026-10#month"')
  expect(menu).toContain('href="/attendance"')
  expect(menu).not.toContain('studentdailyattendance')
  expect((await open('/attendance?month=2026-13', begun)).status).toBe(404)

  const service = await open('/studentdailyattendance.aspx', begun)
  expect(service.html).toMatch(/<a class="btn btn--primary" href="\/attendance">/)
})

it('says plainly what a school has not begun, where its links lead until then', async () => {
  const { html, menu } = await open('/attendance', {})
  expect(html).toContain('এখনো দৈনিক উপস্থিতির সংখ্যা এখানে দেওয়া শুরু করেনি')
  expect(menu).toContain('href="/studentdailyattendance.aspx"')
  expect(menu).toContain('href="/payment-history.aspx"')
  const fees = await open('/payment-history.aspx', {})
  expect(fees.html).toContain('এখনো বেতন ও ফির তালিকা এখানে দেয়নি')
})

it('leads to the own page about fees once it exists, by its title', async () => {
  const page = { _id: 'p1', slug: 'বেতন-ও-ফি', title: 'বেতন ও ফি', menu: 'students' } as const
  const entry = { ...page, __v: 0, date: '2026-11-18T00:00:00.000Z', createdAt: '', updatedAt: '' }
  const reads: Partial<ReadApi> = {
    listEntries: async ({ params }) => (params.collection === 'pages' ? [entry] : []),
  }
  const { html, menu } = await open('/payment-history.aspx', reads)
  const href = encodeURI('/p/বেতন-ও-ফি')
  const links = [...menu.matchAll(/href="([^"]+)"[^>]*>বেতন ও ফি/g)].map(([, to]) => to)
  expect(links.map((to = '') => encodeURI(decodeURI(to)))).toEqual([href])
  expect(menu).not.toContain('href="/payment-history.aspx"')
  expect(html).not.toContain('দেয়নি')
})
