import { expect, it } from 'vitest'
import type { Worksheet } from '../../../../lib/tables/sheet-file.ts'
import { parseTextTable } from '../../../../lib/tables/text-table.ts'
import { teacherTest } from './parse-lesson.ts'
import { parseRoutineSheets, type RoutineReading } from './parse-routine-sheet.ts'

const people = ['মোছা. নাসরিন আক্তার', 'শফিকুর রহমান']
const context = { today: '2026-11-22', isTeacher: teacherTest(people) }

/** A worksheet from rows of cells parted by bars; a slash is a line break in a cell. */
const sheet = (name: string, text: string, merged: Worksheet['merged'] = []): Worksheet => ({
  name,
  rows: text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('¶', '\n'))),
  merged,
})
function read(...sheets: Worksheet[]): RoutineReading {
  const reading = parseRoutineSheets(sheets, context)
  if (typeof reading === 'string') throw new Error(reading)
  return reading
}
const range = (top: number, left: number, bottom: number, right: number) => ({
  top,
  left,
  bottom,
  right,
})
const lesson = (day: number, subject: string, ...teachers: string[]) => ({
  day,
  subject,
  teachers,
  room: '',
})
const group = { className: 'Nine', shift: 'Morning', section: 'A' } as const

it('reads a class per worksheet as schools make them: titles, empty rows, tiffin, merged cells', () => {
  const nine = sheet(
    '৯ক',
    `
    শাপলানগর সরকারি বালিকা উচ্চ বিদ্যালয় | | | | |
    ক্লাস রুটিন ২০২৭, কার্যকর ০১/০১/২০২৭ খ্রি. থেকে | | | | |
    শ্রেণি: নবম, শাখা: ক | | প্রভাতী শাখা | | কক্ষ নং ৩০৪ |
     | | | | |
    বার/সময় | ১ম¶১০:০০-১০:৪৫ | ২য়¶১০.৪৫ – ১১.৩০ | টিফিন¶১১:৩০-১২:০০ | ৩য়¶১২:০০-১২:৪৫ | ৪র্থ¶১২:৪৫-১:৩০
    রবিবার | গণিত¶শ. রহমান | বাংলা ১ম (না. আক্তার) | টি¶ফি¶ন | ধর্ম¶আ. হক / সু. দাস | -
    সোমবার | ব্যবহারিক বিজ্ঞান¶কক্ষ ২০১ | | | ইংরেজি - নাসরিন | কৃষি/গার্হস্থ্য
     | | | | |
    রবিারর | গণিত | | | |
    শ্রেণিশিক্ষক: শ. রহমান | | | | |`,
    [range(0, 0, 0, 5), range(1, 0, 1, 5), range(6, 1, 6, 2), range(5, 3, 6, 3)],
  )
  const { routines, rejected, validFrom, cells } = read(nine)
  expect(validFrom).toBe('2027-01-01')
  expect(cells).toBe(7)
  expect(routines).toEqual([
    {
      group,
      room: '৩০৪',
      periods: [
        {
          ...{ name: '', from: '10:00', to: '10:45', isBreak: false },
          lessons: [lesson(0, 'গণিত', 'শ. রহমান'), { ...lesson(1, 'ব্যবহারিক বিজ্ঞান'), room: '২০১' }],
        },
        {
          ...{ name: '', from: '10:45', to: '11:30', isBreak: false },
          lessons: [lesson(0, 'বাংলা ১ম', 'না. আক্তার'), { ...lesson(1, 'ব্যবহারিক বিজ্ঞান'), room: '২০১' }],
        },
        { name: 'টিফিন', from: '11:30', to: '12:00', isBreak: true, lessons: [] },
        {
          ...{ name: '', from: '12:00', to: '12:45', isBreak: false },
          lessons: [lesson(0, 'ধর্ম', 'আ. হক', 'সু. দাস'), lesson(1, 'ইংরেজি', 'নাসরিন')],
        },
        {
          ...{ name: '', from: '12:45', to: '13:30', isBreak: false },
          lessons: [lesson(1, 'কৃষি/গার্হস্থ্য')],
        },
      ],
    },
  ])
  expect(rejected).toMatchObject([{ sheet: '৯ক', line: 9, reason: { kind: 'day', text: 'রবিারর' } }])
})

it('reads one worksheet with class rows, days in merged cells or in a title, and times below', () => {
  const all = sheet(
    'Sheet1',
    `
    ক্লাস রুটিন, দিবা শাখা | | | | |
    দিন | শ্রেণি | শাখা | ১ম | ২য় | ৩য়
     | | | ১২:৩০-১:১০ | ১:১০-১:৫০ | ১:৫০-২:৩০
    রবি | ষষ্ঠ | ক | বাংলা | গণিত | -
     | ৬ | খ | গণিত | বাংলা | ইংরেজি
     | দ্বাদশ | ক | গণিত | |
    সোম | ষষ্ঠ | ক | ইংরেজি | ইংরেজি | বাংলা`,
    [range(1, 0, 2, 0), range(1, 1, 2, 1), range(1, 2, 2, 2), range(3, 0, 5, 0)],
  )
  const { routines, rejected } = read(all)
  expect(routines.map(({ group: one }) => one)).toEqual([
    { className: 'Six', shift: 'Day', section: 'A' },
    { className: 'Six', shift: 'Day', section: 'B' },
  ])
  expect(routines[0]?.periods).toMatchObject([
    { from: '12:30', to: '13:10', lessons: [lesson(0, 'বাংলা'), lesson(1, 'ইংরেজি')] },
    { from: '13:10', lessons: [lesson(0, 'গণিত'), lesson(1, 'ইংরেজি')] },
    { from: '13:50', to: '14:30', lessons: [lesson(1, 'বাংলা')] },
  ])
  expect(rejected).toMatchObject([{ line: 6, reason: { kind: 'group', text: 'দ্বাদশ' } }])

  // A worksheet for each day.
  const byDay = ['রবিবার', 'সোমবার'].map((day) =>
    sheet(day, 'শ্রেণি | ১ম | ২য়\nনবম ক প্রভাতী | গণিত | বাংলা'),
  )
  expect(read(...byDay).routines).toMatchObject([
    { group, periods: [{ lessons: [{ day: 0 }, { day: 1 }] }, { lessons: [{}, {}] }] },
  ])
})

it('reads periods as rows, several tables below each other, and days inside of cells', () => {
  const stacked = sheet(
    '',
    `
    শ্রেণি: নবম | শাখা: ক | শিফট: প্রভাতী
    সময় | রবিবার | সোমবার
    ৭:৩০-৮:১০ | গণিত | বাংলা
    ৮:১০-৮:৩০ | টিফিন | টিফিন
    ৮:৩০-৯:১০ | বাংলা | গণিত

    শ্রেণি: দশম | শাখা: খ | শিফট: প্রভাতী
    সময় | রবিবার | সোমবার
    ৭:৩০-৮:১০ | রসায়ন | পদার্থ`,
  )
  const { routines } = read(stacked)
  expect(routines).toMatchObject([
    {
      group,
      periods: [{ from: '07:30' }, { isBreak: true }, { from: '08:30', lessons: [{}, {}] }],
    },
    {
      group: { className: 'Ten', shift: 'Morning', section: 'B' },
      periods: [{ lessons: [lesson(0, 'রসায়ন'), lesson(1, 'পদার্থ')] }],
    },
  ])
  const ranges = sheet('', 'শ্রেণি | ১ম | ২য়\nনবম ক প্রভাতী | গণিত (রবি-মঙ্গল)¶বাংলা (বুধ, বৃহঃ) | ইংরেজি')
  const [first, second] = read(ranges).routines[0]?.periods ?? []
  expect(first?.lessons.map(({ day, subject }) => `${day} ${subject}`)).toEqual([
    '0 গণিত',
    '1 গণিত',
    '2 গণিত',
    '3 বাংলা',
    '4 বাংলা',
  ])
  expect(second?.lessons).toHaveLength(5)
})

it('reads Bijoy, pasted text, and says what is missing', () => {
  const bijoy = sheet(
    'Sheet1',
    `
    beg †kÖwY, K kvLv, cÖfvwZ kvLv | | | |
    evi | 1g | 2q | wUwdb | 3q
    iweevi | MwYZ | evsjv 1g cÎ | | Bs‡iwR
    †mvgevi | evsjv 1g cÎ | MwYZ | | weÁvb`,
  )
  expect(read(bijoy).routines).toMatchObject([
    {
      group,
      periods: [
        { lessons: [lesson(0, 'গণিত'), lesson(1, 'বাংলা ১ম পত্র')] },
        { lessons: [{}, {}] },
        { isBreak: true },
        { lessons: [lesson(0, 'ইংরেজি'), lesson(1, 'বিজ্ঞান')] },
      ],
    },
  ])
  const pasted = 'দিন\t১\t২\nরবিবার\tগণিত\tবাংলা\nসোমবার\tশ. রহমান\tগণিত'
  const { routines, rejected } = read({ name: '', rows: parseTextTable(pasted), merged: [] })
  expect(routines).toMatchObject([{ group: {}, periods: [{}, {}] }])
  expect(rejected).toMatchObject([{ line: 3, reason: { kind: 'noSubject', text: 'শ. রহমান' } }])
  expect(parseRoutineSheets([sheet('', 'নোটিশ\nকিছু নেই')], context)).toBe('no-head')
  expect(parseRoutineSheets([sheet('', 'দিন | ১ম | ২য়\nরবিবার | | ')], context)).toBe('nothing')
})
