import { pages } from '@bidyaloy/shared/features/routine/paths'
import type { RoutineImport } from '@bidyaloy/shared/features/routine/routine'
import { sampleRoutine } from '@bidyaloy/shared/features/routine/sample-routine'
import { allGroups, routinePath } from '@bidyaloy/shared/features/routine/week'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

type Row = RoutineImport['rows'][number]

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({
    env: { PUBLIC_URL: 'https://school.example.edu.bd' },
    // A Sunday.
    clock: () => new Date('2026-11-22T08:00:00+06:00'),
  })
})
afterEach(() => school.stop())

const send = (rows: Row[]) => school.admin.importRoutines({ body: { rows } })
const { className, shift, section } = sampleRoutine
const group = { className, shift, section }
const address = routinePath(group)
const pageAt = async (path: string) => {
  const response = await school.fetch(path, { redirect: 'manual' })
  const html = await response.text()
  const { status, headers } = response
  return {
    status,
    location: headers.get('location'),
    html,
    main: html.slice(html.indexOf('<main'), html.indexOf('</main')),
  }
}

it('imports routines all or none, and keeps the former weeks', async () => {
  const [break_ = sampleRoutine.periods[1]] = sampleRoutine.periods.filter((one) => one.isBreak)
  expect(await send([{ ...sampleRoutine, __v: null }])).toEqual({ created: 1, updated: 0 })
  const whole = allGroups.map((one): Row => ({ ...sampleRoutine, ...one, __v: null }))
  // The first group with a record is named, and nothing is stored of the others.
  await expect(send(whole)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Class Nine, Morning, Section A'),
  })
  expect(await school.visitor.listRoutines()).toHaveLength(1)
  const periods = [
    ...sampleRoutine.periods,
    { name: '', from: '10:00', to: '10:40', isBreak: false, lessons: [] },
  ]
  const changed = whole.map((row) =>
    routinePath(row) === address ? { ...row, periods, room: '', __v: 0 } : row,
  )
  expect(await send(changed)).toEqual({ created: 63, updated: 1 })
  const stored = await school.visitor.getRoutine({ params: group })
  expect(stored).toMatchObject({ __v: 1, room: '', periods: [{}, break_, {}, { from: '10:00' }] })
  await school.admin.restoreVersion({
    params: { recordType: 'routines', id: stored._id, n: '0' },
  })
  expect(await school.visitor.getRoutine({ params: group })).toMatchObject({
    ...sampleRoutine,
    __v: 2,
  })

  const twice = [sampleRoutine, sampleRoutine].map((row): Row => ({ ...row, __v: 2 }))
  await expect(send(twice)).rejects.toMatchObject({ fields: { 'rows.1': expect.any(String) } })
  const [first] = sampleRoutine.periods
  if (!first) throw new Error('The sample has periods')
  const { lessons } = first
  const wrong = { ...sampleRoutine, periods: [{ ...first, from: '25:00' }], __v: 2 }
  await expect(send([wrong])).rejects.toMatchObject({
    fields: { 'rows.0.periods.0.from': expect.any(String) },
  })
  const doubled = { ...sampleRoutine, __v: 2 }
  doubled.periods = [{ ...first, lessons: [...lessons, ...lessons] }]
  await expect(send([doubled])).rejects.toMatchObject({
    fields: { 'rows.0.periods.0.lessons.2': expect.any(String) },
  })
  const lines = (await school.admin.listActivity({})).map(({ action, count }) => [action, count])
  expect(lines.slice(0, 3)).toEqual([
    ['reverted', undefined],
    ['imported', 64],
    ['imported', undefined],
  ])
})

it('shows the class’s week, its teachers, and where there is nothing yet', async () => {
  expect((await pageAt(pages.routine)).main).toContain('ক্লাস রুটিন এখনো দেওয়া হয়নি')
  expect((await pageAt('/')).html).not.toContain(`href="${pages.routine}"`)
  await send([{ ...sampleRoutine, __v: null }])

  const front = await pageAt('/')
  expect(front.main).toContain(`href="${pages.routine}"`)
  expect(front.main).toContain('আজকের রুটিন')
  const start = await pageAt(pages.routine)
  expect(start.main).toContain(`href="${address}"`)
  expect(await pageAt('/routine?class=Nine&shift=Morning&section=A')).toMatchObject({
    status: 302,
    location: address,
  })
  expect(await pageAt('/routine?class=Nine&shift=Evening')).toMatchObject({ status: 200 })

  const page = await pageAt(address)
  expect(page.main).toContain('<h1>নবম শ্রেণির রুটিন</h1>')
  expect(page.main).toContain('আজ রবিবার')
  expect(page.main).toContain('কাল সোমবার')
  expect(page.main.indexOf('গণিত')).toBeLessThan(page.main.indexOf('<table'))
  expect(page.main).toContain('টিফিন, ২০ মিনিট')
  expect(page.main).toContain('৭:৩০–৮:১০')
  // «এখন» depends on the time at which it is read.
  expect(page.main).not.toContain('এখন')
  const none = await pageAt('/routine/9/morning/b')
  expect([none.status, none.main.includes('এই শাখার রুটিন এখনো দেওয়া হয়নি')]).toEqual([200, true])
  expect(none.html).toContain('noindex')
  for (const path of ['/routine/11/morning/a', '/routine/9/morning', '/routine/teacher/কেউনা']) {
    expect([path, (await pageAt(encodeURI(path))).status]).toEqual([path, 404])
  }

  const teacher = await pageAt(encodeURI('/routine/teacher/না. আক্তার'))
  expect(teacher.main).toContain('সব শ্রেণি মিলিয়ে সপ্তাহে ২টি ক্লাস')
  expect((await pageAt('/routine/teacher')).main).toContain('শ. রহমান')
  expect((await pageAt('/routine/all')).main).toContain('নবম')

  const { admin } = school
  await admin.createEntry({
    params: { collection: 'events' },
    body: { title: 'ঝড়ের সতর্কতা', kind: 'holiday', startsOn: '2026-11-22', endsOn: '2026-11-23' },
  })
  const closed = await pageAt(address)
  expect(closed.main).toContain('বিদ্যালয় বন্ধ: ঝড়ের সতর্কতা।')
  const file = await (await school.fetch(`${address}.ics`)).text()
  expect(file).toContain('SUMMARY:গণিত')
  expect(file).toContain('DTSTART:20261122T013000Z')
  expect(file).toContain('EXDATE:20261122T013000Z')
  expect(file).toContain('LOCATION:৩০৪')
  expect((await school.fetch('/routine/8/morning/a.ics')).status).toBe(404)

  const items = await school.visitor.getDisclosure()
  expect(items.find(({ key }) => key === 'teaching')).toMatchObject({ url: pages.routine })
  const found = await school.visitor.searchStats({ query: { q: 'রুটিন' } })
  expect(JSON.stringify(found)).toContain(pages.routine)
})
