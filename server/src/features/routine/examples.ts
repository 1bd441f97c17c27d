import type { Routine } from '@bidyaloy/shared/features/routine/routine'
import { sampleRoutine } from '@bidyaloy/shared/features/routine/sample-routine'
import type { BodyExamples, ResponseExamples } from '../../feature.ts'

const { className, shift, section } = sampleRoutine
const group = { className, shift, section }

const routine: Routine = {
  ...sampleRoutine,
  _id: 'r7wq2mm4hdt8',
  __v: 0,
  updatedAt: '2026-11-21T04:30:00.000Z',
}

/** Examples of the API document, by endpoint. */
export const routineExamples: { bodies: BodyExamples; responses: ResponseExamples } = {
  bodies: {
    createRoutine: sampleRoutine,
    updateRoutine: { room: '৩০৫', __v: 0 },
    importRoutines: { rows: [{ ...sampleRoutine, className: 'Six', __v: null }] },
  },
  responses: {
    listRoutines: [routine],
    getRoutineIndex: {
      groups: [group],
      teachers: ['না. আক্তার', 'শ. রহমান'],
      exams: [
        {
          _id: 'x3m9x0c2m1qa',
          title: 'বার্ষিক পরীক্ষা ২০২৬',
          startsOn: '2026-11-29',
          endsOn: '2026-12-10',
        },
      ],
    },
    getRoutine: routine,
    getTeacherRoutine: {
      name: 'শ. রহমান',
      lessons: [
        { ...group, day: 0, period: '১', from: '07:30', to: '08:10', subject: 'গণিত', room: '৩০৪' },
      ],
    },
    createRoutine: routine,
    updateRoutine: { ...routine, room: '৩০৫', __v: 1 },
    importRoutines: { created: 1, updated: 0 },
  },
}
