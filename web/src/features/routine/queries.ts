import type { ReadApi } from '@bidyaloy/shared/api/api'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import type { Group } from '@bidyaloy/shared/school/class-groups'
import { queryOptions } from '@tanstack/react-query'
import { orNull } from '../../ui/page-context.ts'
import { listDates } from '../calendar/dates.ts'

/** Prefix of all queries about routines and the tables of examinations. */
export const ROUTINES_KEY = ['routines'] as const

/** All routines, in the order of the classes. */
export const routinesQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: [...ROUTINES_KEY, 'all'],
    queryFn: ({ signal }) => api.listRoutines({}, { signal }),
  })

/** Which routines, teachers and examinations there are. */
export const routineIndexQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: [...ROUTINES_KEY, 'index'],
    queryFn: ({ signal }) => api.getRoutineIndex({}, { signal }),
  })

/** The routine of a group, or null. */
export const routineQuery = (api: ReadApi, params: Group) =>
  queryOptions({
    queryKey: [...ROUTINES_KEY, params.className, params.shift, params.section],
    queryFn: ({ signal }) => orNull(api.getRoutine({ params }, { signal })),
  })

/** The lessons of a teacher, or null. */
export const teacherRoutineQuery = (api: ReadApi, name: string) =>
  queryOptions({
    queryKey: [...ROUTINES_KEY, 'teacher', name],
    queryFn: ({ signal }) => orNull(api.getTeacherRoutine({ query: { name } }, { signal })),
  })

/** The table of an examination, or null. */
export const examQuery = (api: ReadApi, id: string) =>
  queryOptions({
    queryKey: [...ROUTINES_KEY, 'exam', id],
    queryFn: ({ signal }) => orNull(api.getExam({ params: { id } }, { signal })),
  })

/** Days after today whose holidays and examinations are shown. */
export const DAYS_AHEAD = 7

/** The dates of a class from today on. */
export const weekDatesQuery = (api: ReadApi, { className }: Group, today: string) =>
  queryOptions({
    queryKey: ['routine dates', className, today],
    queryFn: ({ signal }) =>
      listDates(api, { from: today, to: addDays(today, DAYS_AHEAD), class: className }, signal),
  })
