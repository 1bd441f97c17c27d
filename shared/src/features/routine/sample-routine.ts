import type { NewRoutine } from './routine.ts'

const lesson = (day: number, subject: string, teacher: string) => ({
  day,
  subject,
  teachers: [teacher],
  room: '',
})

/** A valid routine, for the examples of the API document and for tests. */
export const sampleRoutine: NewRoutine = {
  className: 'Nine',
  shift: 'Morning',
  section: 'A',
  validFrom: '2026-01-01',
  room: '৩০৪',
  periods: [
    {
      name: '',
      from: '07:30',
      to: '08:10',
      isBreak: false,
      lessons: [lesson(0, 'গণিত', 'শ. রহমান'), lesson(1, 'বাংলা ১ম', 'না. আক্তার')],
    },
    { name: 'টিফিন', from: '08:10', to: '08:30', isBreak: true, lessons: [] },
    {
      name: '',
      from: '08:30',
      to: '09:10',
      isBreak: false,
      lessons: [lesson(0, 'বাংলা ২য়', 'না. আক্তার')],
    },
  ],
}
