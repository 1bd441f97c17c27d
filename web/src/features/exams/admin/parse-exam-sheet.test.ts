import { expect, it } from 'vitest'
import { readExam } from './parse-exam-sheet.ts'

const context = { today: '2026-11-22' }
const read = (text: string) => readExam(text.trim().replace(/ ?\| ?/g, '\t'), context)

it('reads a row a subject, with carried dates and times, and says what is left out', async () => {
  expect(
    await read(`
বার্ষিক পরীক্ষা ২০২৬ এর সময়সূচি | | | |
তারিখ ও বার | সময় | শ্রেণি | বিষয় | কক্ষ
২৯/১১/২০২৬ রবিবার | ১০:০০-১:০০ | ষষ্ঠ থেকে অষ্টম | বাংলা ১ম পত্র | ২০১
 | | নবম ও দশম | রসায়ন |
৩০ নভেম্বর ২০২৬ (সোমবার) | ২টা - ৫:০০ | ৯ম | গণিত |
১ ডিসেম্বর | | দ্বাদশ | গণিত |
৩৫/১২/২০২৬ | | নবম | গণিত |
প্রধান শিক্ষক | | | |`),
  ).toEqual({
    title: 'বার্ষিক পরীক্ষা ২০২৬',
    sittings: [
      {
        ...{ date: '2026-11-29', from: '10:00', to: '13:00', subject: 'বাংলা ১ম পত্র', room: '২০১' },
        classes: ['Six', 'Seven', 'Eight'],
      },
      {
        ...{ date: '2026-11-29', from: '10:00', to: '13:00', subject: 'রসায়ন', room: '' },
        classes: ['Nine', 'Ten'],
      },
      {
        ...{ date: '2026-11-30', from: '14:00', to: '17:00', subject: 'গণিত', room: '' },
        classes: ['Nine'],
      },
    ],
    rejected: [
      { sheet: '', line: 6, text: '১ ডিসেম্বর · দ্বাদশ · গণিত', reason: 'class' },
      { sheet: '', line: 7, text: '৩৫/১২/২০২৬ · নবম · গণিত', reason: 'date' },
    ],
  })
})

it('reads a row a day with a column for each class, and the time in the title', async () => {
  expect(
    await read(`
অর্ধবার্ষিক পরীক্ষার রুটিন, সময়: সকাল ১০:০০-১:০০ | | |
তারিখ | ৬ষ্ঠ শ্রেণি | ৭ম শ্রেণি | নবম
১/১২/২০২৬ | বাংলা | ইংরেজি | -
২/১২/২০২৬ | গণিত | | পদার্থ`),
  ).toMatchObject({
    sittings: [
      { date: '2026-12-01', from: '10:00', to: '13:00', classes: ['Six'], subject: 'বাংলা' },
      { date: '2026-12-01', classes: ['Seven'], subject: 'ইংরেজি' },
      { date: '2026-12-02', classes: ['Six'], subject: 'গণিত' },
      { date: '2026-12-02', classes: ['Nine'], subject: 'পদার্থ' },
    ],
    rejected: [],
  })
  expect(await read('কিছু | না')).toEqual({ problem: 'no-head' })
  expect(await read('তারিখ | বিষয় | শ্রেণি')).toEqual({ problem: 'nothing' })
})
