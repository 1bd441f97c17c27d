import type { NewExam } from '@bidyaloy/shared/features/exams/exam'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer({ clock: () => new Date('2026-11-22T08:00:00+06:00') })
})
afterEach(() => school.stop())

const sitting = (date: string, subject: string): NewExam['sittings'][number] => ({
  date,
  from: '10:00',
  to: '13:00',
  classes: ['Nine', 'Ten'],
  subject,
  room: '',
})
const exam: NewExam = {
  title: 'বার্ষিক পরীক্ষা ২০২৬',
  note: '',
  sittings: [sitting('2026-12-10', 'গণিত'), sitting('2026-11-29', 'বাংলা')],
}
const events = () => school.visitor.listEntries({ params: { collection: 'events' } })

it('keeps the calendar in step with an examination', async () => {
  const { admin, visitor } = school
  const { _id: id } = await admin.createExam({ body: exam })
  const [event] = await events()
  expect(event).toMatchObject({
    title: exam.title,
    kind: 'exam',
    classes: ['Nine', 'Ten'],
    startsOn: '2026-11-29',
    endsOn: '2026-12-10',
  })
  await expect(admin.createExam({ body: exam })).rejects.toMatchObject({ status: 409 })
  expect(await events()).toHaveLength(1)

  const page = await (await school.fetch(`/routine/exam/${id}`)).text()
  expect(page).toContain('২৯ নভেম্বর')
  expect(page.indexOf('বাংলা')).toBeLessThan(page.indexOf('গণিত'))
  const front = await (await school.fetch('/')).text()
  expect(front).toContain('বার্ষিক পরীক্ষা ২০২৬')
  expect(await (await school.fetch(`/e/${event?._id}`)).text()).toContain(`/routine/exam/${id}`)

  await admin.updateExam({
    params: { id },
    body: { title: 'বার্ষিক পরীক্ষা', sittings: [sitting('2026-12-01', 'বাংলা')], __v: 0 },
  })
  const moved = { title: 'বার্ষিক পরীক্ষা', startsOn: '2026-12-01' }
  expect(await events()).toMatchObject([moved])
  await expect(
    admin.updateExam({ params: { id }, body: { title: 'পুরোনো', __v: 0 } }),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect(await events()).toMatchObject([moved])

  await admin.restoreVersion({ params: { recordType: 'exams', id, n: '0' } })
  expect(await events()).toMatchObject([{ title: exam.title, endsOn: '2026-12-10' }])
  await admin.deleteExam({ params: { id } })
  expect([await events(), await visitor.listExams()]).toEqual([[], []])
  expect((await school.fetch(`/routine/exam/${id}`)).status).toBe(404)
  await admin.restoreTrash({ params: { id } })
  expect(await events()).toMatchObject([{ title: exam.title, endsOn: '2026-12-10' }])

  // Deleted on its own, the entry comes back with the next change of the examination.
  const params = { collection: 'events' as const, id: event?._id ?? '' }
  await admin.deleteEntry({ params })
  await admin.updateExam({ params: { id }, body: { note: 'প্রবেশপত্র আনতে হবে।' } })
  expect(await events()).toMatchObject([{ _id: event?._id, title: exam.title }])
  const lines = (await admin.listActivity({})).map(({ action, subject }) => `${action} ${subject}`)
  expect(lines.slice(0, 3)).toEqual(['changed exams', 'deleted events', 'restored exams'])
})
