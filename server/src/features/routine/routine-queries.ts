import { Problem } from '@bidyaloy/shared/api/problem'
import { examDays } from '@bidyaloy/shared/features/exams/exam-days'
import { routineCopy } from '@bidyaloy/shared/features/routine/copy'
import type {
  Routine,
  RoutineIndex,
  TeacherRoutine,
} from '@bidyaloy/shared/features/routine/routine'
import { NewRoutine, periodNames } from '@bidyaloy/shared/features/routine/routine'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { compareGroups, groupKey } from '@bidyaloy/shared/school/class-groups'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { groupTitle } from '@bidyaloy/shared/school/group-title'
import type { EntityManager } from 'typeorm'
import { examModel } from '../exams/exams.ts'
import { findRecordByKey, listRecords, type RecordModel } from '../records/record-commands.ts'

/** The week of a class, shift and section. */
export const routineModel: RecordModel<NewRoutine> = {
  name: 'routines',
  schema: NewRoutine,
  keyOf: groupKey,
  titleOf: groupTitle,
  compare: compareGroups,
  taken: {
    bn: 'এই শ্রেণি, শিফট ও শাখার রুটিন আগে থেকেই আছে।',
    en: 'This class, shift and section have a routine already.',
  },
}

/** Examinations that are over of which the routine's page still has a link. */
const PAST_EXAMS = 3

/** Returns the routine of a group. @throws Problem `not_found` */
export async function getRoutine(read: EntityManager, group: GroupKey): Promise<Routine> {
  const routine = await findRecordByKey(read, routineModel, groupKey(group))
  if (!routine) throw new Problem('not_found')
  return routine
}

/** Returns which routines and examinations there are at a time. */
export async function routineIndex(read: EntityManager, now: Date): Promise<RoutineIndex> {
  const routines = await listRecords(read, routineModel)
  const exams = await listRecords(read, examModel)
  const today = dhakaTime(now).iso
  const dated = exams.map(({ _id, title, sittings }) => ({ _id, title, ...examDays(sittings) }))
  const over = dated.filter(({ endsOn }) => endsOn < today).slice(0, PAST_EXAMS)
  const coming = dated.filter(({ endsOn }) => endsOn >= today)
  return {
    groups: routines.map(({ className, shift, section }) => ({ className, shift, section })),
    teachers: teachersOf(routines),
    exams: [...coming.toReversed(), ...over],
  }
}

function teachersOf(routines: readonly NewRoutine[]): string[] {
  const names = routines.flatMap(({ periods }) =>
    periods.flatMap(({ lessons }) => lessons.flatMap(({ teachers }) => teachers)),
  )
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'bn'))
}

/** Returns the lessons of a teacher. @throws Problem `not_found` without any */
export async function getTeacherRoutine(
  read: EntityManager,
  name: string,
): Promise<TeacherRoutine> {
  const routines = await listRecords(read, routineModel)
  const lessons = routines.flatMap(({ className, shift, section, room: ofClass, periods }) => {
    const names = periodNames(periods, routineCopy['routine.break'])
    return periods.flatMap(({ from, to, lessons }, at) =>
      lessons.flatMap(({ day, subject, teachers, room }) =>
        teachers.includes(name)
          ? {
              ...{ className, shift, section, day, from, to, subject },
              period: names[at] ?? '',
              room: room || ofClass,
            }
          : [],
      ),
    )
  })
  if (lessons.length === 0) throw new Problem('not_found')
  return { name, lessons }
}
