import { sampleRoutine } from '@bidyaloy/shared/features/routine/sample-routine'
import { groupKey } from '@bidyaloy/shared/school/class-groups'
import { expect, it } from 'vitest'
import { clashesOf, compareRoutines, importBody } from './compare-routines.ts'
import { placeKey } from './keep-old.ts'

const saved = { ...sampleRoutine, _id: 'r1', __v: 3, updatedAt: '' }
const { className, shift, section } = sampleRoutine
const group = { className, shift, section }
const options = { choice: { className: '', shift: 'Morning', section: 'A' }, breakName: 'টিফিন' }

it('shows exactly what a changed sheet changes', () => {
  const [first, rest, last] = sampleRoutine.periods
  if (!first || !rest || !last) throw new Error('The sample has three periods')
  const [sunday] = first.lessons
  if (!sunday) throw new Error('The sample has lessons')
  const same = { group, room: '', periods: sampleRoutine.periods }
  expect(compareRoutines([saved], [same], options)).toMatchObject([
    { kind: 'same', differences: [], room: '৩০৪' },
  ])
  const untimed = sampleRoutine.periods.map((period) => ({ ...period, from: '', to: '' }))
  expect(compareRoutines([saved], [{ ...same, periods: untimed }], options)).toMatchObject([
    { kind: 'same' },
  ])

  const changed = {
    group: { className },
    room: '৩০৫',
    periods: [
      { ...first, lessons: [{ ...sunday, subject: 'উচ্চতর গণিত' }] },
      rest,
      { ...last, to: '09:15', lessons: [...last.lessons, { ...sunday, day: 2 }] },
    ],
  }
  const ten = { ...same, group: { ...group, className: 'Ten' as const } }
  const compared = compareRoutines([saved], [ten, changed], options)
  expect(compared).toMatchObject([
    {
      kind: 'changed',
      version: 3,
      differences: [
        { day: null, period: '', before: '৩০৪', after: '৩০৫' },
        { day: 0, period: '১', before: 'গণিত · শ. রহমান', after: 'উচ্চতর গণিত · শ. রহমান' },
        { day: 1, period: '১', before: 'বাংলা ১ম · না. আক্তার', after: '' },
        { day: null, period: '২', before: '৮:৩০–৯:১০', after: '৮:৩০–৯:১৫' },
        { day: 2, period: '২', before: '', after: 'গণিত · শ. রহমান' },
      ],
    },
    { kind: 'new', version: null, group: { className: 'Ten' } },
  ])
  // What a person keeps is as it was; with everything kept, nothing is sent.
  const nine = groupKey(group)
  const keep = (...keys: string[]) => {
    const kept = { [nine]: new Set(keys) }
    return compareRoutines([saved], [changed], { ...options, kept })
  }
  expect(keep(' ', '0 ১', '2 ২')).toMatchObject([
    { kind: 'changed', room: '৩০৪', periods: [{ lessons: [sunday] }, rest, { to: '09:15' }] },
  ])
  const all = (compared[0]?.differences ?? []).map(placeKey)
  expect(keep(...all)).toMatchObject([{ kind: 'same', periods: sampleRoutine.periods }])
  const cut = { ...same, periods: [first] }
  const kept = { [nine]: new Set(last.lessons.map(({ day }) => placeKey({ day, period: '২' }))) }
  expect(compareRoutines([saved], [cut], { ...options, kept })).toMatchObject([
    { kind: 'changed', periods: [first, last] },
  ])
  expect(importBody(compared, '2027-01-01').rows).toMatchObject([
    { className, room: '৩০৫', validFrom: '2027-01-01', __v: 3 },
    { className: 'Ten', __v: null },
  ])
  expect(clashesOf(compared)).toEqual([
    { teacher: 'শ. রহমান', day: 0, from: '07:30', groups: [group, { ...group, className: 'Ten' }] },
    { teacher: 'না. আক্তার', day: 0, from: '08:30', groups: [group, { ...group, className: 'Ten' }] },
  ])
})
