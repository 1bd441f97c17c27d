import type { NewExam } from './exam.ts'

/** A valid examination, for the examples of the API document and for tests. */
export const sampleExam: NewExam = {
  title: 'বার্ষিক পরীক্ষা ২০২৬',
  note: 'পরীক্ষার আধা ঘণ্টা আগে কক্ষে বসতে হবে।',
  sittings: [
    {
      date: '2026-11-29',
      from: '10:00',
      to: '13:00',
      classes: ['Six', 'Seven'],
      subject: 'বাংলা ১ম পত্র',
      room: '',
    },
  ],
}
