import type { NewAttendance } from '@bidyaloy/shared/features/attendance/attendance'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

/** A Monday, at 8:30 in Dhaka. */
const START = Date.parse('2026-11-23T02:30:00.000Z')

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date(START)
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const six = { className: 'Six', shift: 'Morning', section: 'A' } as const
const seven = { className: 'Seven', shift: 'Day', section: 'B' } as const
const store = (day: string, present: number, rest: Partial<NewAttendance> = {}) =>
  school.admin.createAttendance({
    body: {
      day,
      groups: [
        { ...seven, enrolled: 60, present: 50 },
        { ...six, enrolled: 40, present },
      ],
      ...rest,
    },
  })

it('sums the numbers of a day, of the last days and of a month, and says where the next ones are', async () => {
  const { visitor } = school
  expect(await visitor.attendanceToday()).toEqual({ begun: false, today: null, latest: null })
  expect(await visitor.attendanceSummary({})).toMatchObject({ latest: null, days: [], next: null })

  await store('2026-10-29', 30)
  await store('2026-11-19', 35)
  await store('2026-11-22', 0, { groups: [], closed: 'প্রতিষ্ঠা দিবস' })
  await store('2026-11-24', 40)
  const nineteenth = {
    day: '2026-11-19',
    closed: '',
    groups: 2,
    enrolled: 100,
    present: 85,
    share: 85,
  }
  expect(await visitor.attendanceToday()).toEqual({ begun: true, today: null, latest: nineteenth })
  const twentySecond = {
    day: '2026-11-22',
    closed: 'প্রতিষ্ঠা দিবস',
    groups: 0,
    enrolled: 0,
    present: 0,
    share: null,
  }
  // What is stored ahead of its day is not shown yet.
  expect(await visitor.attendanceSummary({})).toEqual({
    today: null,
    latest: {
      ...nineteenth,
      classes: [
        { className: 'Six', enrolled: 40, present: 35, share: 88 },
        { className: 'Seven', enrolled: 60, present: 50, share: 83 },
      ],
    },
    recent: [expect.objectContaining({ day: '2026-10-29' })],
    month: '2026-11',
    days: [twentySecond, nineteenth],
    previous: '2026-10',
    next: null,
  })
  now = new Date(START + DAY_MS)
  expect(await visitor.attendanceToday()).toMatchObject({ today: { present: 90 } })
  const october = await visitor.attendanceSummary({ query: { month: '2026-10' } })
  expect(october).toMatchObject({ days: [{ present: 80 }], previous: null, next: '2026-11' })

  // A read has a month, never all days.
  expect(await visitor.listAttendance({})).toHaveLength(3)
  expect(await visitor.listAttendance({ query: { month: '2026-10' } })).toMatchObject([
    { day: '2026-10-29', groups: [seven, six] },
  ])
  await expect(visitor.listAttendance({ query: { month: '2026-13' } })).rejects.toMatchObject({
    fields: { month: expect.any(String) },
  })
  const dozens = Array.from({ length: 20 }, (_, at) => `2026-09-${String(at + 1).padStart(2, '0')}`)
  for (const day of dozens) await store(day, 40, { groups: [], closed: 'বন্ধ' })
  expect((await visitor.attendanceSummary({ query: { month: '2026-09' } })).days).toHaveLength(20)
  expect((await visitor.attendanceSummary({})).recent).toHaveLength(2)
})

it('refuses more present than enrolled, a group twice, numbers on a closed day, and a day twice', async () => {
  const fieldsOf = async (rest: Partial<NewAttendance>) => {
    const error: unknown = await store('2026-11-23', 40, rest).catch((thrown: unknown) => thrown)
    return error instanceof Error && 'fields' in error && error.fields
  }
  const row = { ...six, enrolled: 40, present: 41 }
  expect(await fieldsOf({ groups: [row] })).toEqual({ 'groups.0.present': expect.any(String) })
  const twice = [
    { ...row, present: 1 },
    { ...row, present: 2 },
  ]
  expect(await fieldsOf({ groups: twice })).toEqual({ 'groups.1': expect.any(String) })
  expect(await fieldsOf({ groups: [] })).toEqual({ groups: expect.any(String) })
  expect(await fieldsOf({ closed: 'ছুটি' })).toEqual({ groups: expect.any(String) })
  expect(await fieldsOf({ day: '2026-02-30' })).toEqual({ day: expect.any(String) })
  await store('2026-11-23', 40)
  await expect(store('2026-11-23', 39)).rejects.toMatchObject({ status: 409 })
})

it('changes, deletes and restores a day, with versions and activity', async () => {
  const { admin, visitor } = school
  const { _id: id, day } = await store('2026-11-23', 40)
  const body = { closed: '', groups: [{ ...six, enrolled: 41, present: 38 }], __v: 0 }
  await admin.updateAttendance({ params: { id }, body })
  await expect(admin.updateAttendance({ params: { id }, body })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await visitor.getAttendance({ params: { id } })).toMatchObject({ day, __v: 1 })
  await admin.restoreVersion({ params: { recordType: 'attendance', id, n: '0' } })
  expect(await visitor.attendanceToday()).toMatchObject({ today: { enrolled: 100, present: 90 } })
  await admin.deleteAttendance({ params: { id } })
  expect(await visitor.attendanceToday()).toEqual({ begun: false, today: null, latest: null })
  expect(await admin.listTrash()).toMatchObject([{ title: '২৩ নভেম্বর ২০২৬' }])
  await admin.restoreTrash({ params: { id } })
  const lines = (await admin.listActivity({})).map(({ action, subject }) => [action, subject])
  expect(lines.filter(([, subject]) => subject === 'attendance')).toEqual(
    ['restored', 'deleted', 'reverted', 'changed', 'created'].map((action) => [
      action,
      'attendance',
    ]),
  )
})
