import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { seededRandom } from '../../test/seeded-random.ts'
import type { Block } from '../paper/paper.ts'
import type { Facts } from '../school-days.ts'
import { table } from './plan.ts'

/** A timetable of examinations, one subject a school day. */
export function examTable(
  facts: Facts,
  { after, time, subjects }: { after: number; time: string; subjects: readonly string[] },
): Block {
  const days = facts.days(after, subjects.length)
  return table(
    [
      ['তারিখ', 3],
      ['বার', 2],
      ['বিষয়', 5],
      ['সময়', 4, 'center'],
    ],
    subjects.map((subject, index) => {
      const { date = '', weekday = '' } = days[index] ?? {}
      return [date, weekday, subject, time]
    }),
  )
}

export const secondarySubjects = [
  'বাংলা প্রথম পত্র',
  'বাংলা দ্বিতীয় পত্র',
  'ইংরেজি প্রথম পত্র',
  'ইংরেজি দ্বিতীয় পত্র',
  'গণিত',
  'বিজ্ঞান',
  'বাংলাদেশ ও বিশ্বপরিচয়',
  'ধর্ম ও নৈতিক শিক্ষা',
  'তথ্য ও যোগাযোগ প্রযুক্তি',
  'কৃষিশিক্ষা / গার্হস্থ্যবিজ্ঞান',
] as const

const given = [
  'আনিকা',
  'তাসনিম',
  'মেহজাবিন',
  'সুমাইয়া',
  'অর্পিতা',
  'ফারিহা',
  'নুসরাত',
  'প্রিয়ন্তী',
  'জারিন',
  'মালিহা',
  'শ্রেয়া',
  'লামিয়া',
  'রুবাইয়া',
  'ঐশী',
  'তানজিলা',
  'সাদিয়া',
] as const
const family = [
  'রহমান',
  'আক্তার',
  'ইসলাম',
  'সুলতানা',
  'জাহান',
  'হক',
  'দাস',
  'চৌধুরী',
  'ফেরদৌস',
  'পাল',
  'খাতুন',
  'তাবাসসুম',
] as const

/** A list of invented pupils, each name once, with invented numbers. */
export function pupilTable(seed: string, count: number, numberHead: string): Block {
  const random = seededRandom(seed)
  const names = new Set<string>()
  while (names.size < count) names.add(`${random.pick(given)} ${random.pick(family)}`)
  let number = random.between(1100, 1900)
  const rows = [...names].map((name, index) => {
    number += random.between(3, 29)
    return [
      toBengaliDigits(index + 1),
      name,
      toBengaliDigits(number),
      random.pick(['প্রভাতী', 'দিবা']),
    ]
  })
  return table(
    [
      ['ক্রমিক', 1.3, 'center'],
      ['ছাত্রীর নাম', 5],
      [numberHead, 3, 'center'],
      ['শাখা', 2, 'center'],
    ],
    rows,
  )
}

const lessons = [
  'বাংলা',
  'ইংরেজি',
  'গণিত',
  'বিজ্ঞান',
  'বা. ও বিশ্বপরিচয়',
  'ধর্ম',
  'আইসিটি',
  'চারু ও কারুকলা',
  'কৃষি / গার্হস্থ্য',
  'শারীরিক শিক্ষা',
] as const

/** A class routine of one day: periods down, classes across. */
export function routineTable(periods: readonly string[]): Block {
  const classes = ['ষষ্ঠ', 'সপ্তম', 'অষ্টম', 'নবম', 'দশম']
  return table(
    [['সময়', 3, 'center'], ...classes.map((name) => [name, 2.6, 'center'] as const)],
    periods.map((period, row) => [
      period,
      // Each class begins elsewhere in the round of lessons, so that no teacher is needed twice.
      ...classes.map((_, column) => lessons[(row + column * 2) % lessons.length] ?? ''),
    ]),
  )
}

export const morningPeriods = [
  '৭:১৫–৮:০০',
  '৮:০০–৮:৪০',
  '৮:৪০–৯:২০',
  '৯:২০–১০:০০',
  '১০:২০–১১:০০',
  '১১:০০–১১:৪৫',
] as const
export const dayPeriods = [
  '১২:১৫–১:০০',
  '১:০০–১:৪০',
  '১:৪০–২:২০',
  '২:২০–৩:০০',
  '৩:২০–৪:১০',
  '৪:১০–৫:০০',
] as const
