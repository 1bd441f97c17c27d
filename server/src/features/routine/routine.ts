import type { ReadApi } from '@bidyaloy/shared/api/api'
import { routineCopy } from '@bidyaloy/shared/features/routine/copy'
import { pages } from '@bidyaloy/shared/features/routine/paths'
import {
  allGroups,
  routineFile,
  type TeacherQuery,
} from '@bidyaloy/shared/features/routine/routine'
import {
  allRoutinesPath,
  routinePath,
  teacherPath,
  teachersPath,
} from '@bidyaloy/shared/features/routine/week'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import type { ServerFeature } from '../../feature.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { importHandler } from '../records/import-records.ts'
import { listRecords } from '../records/record-commands.ts'
import { recordHandlers } from '../records/record-routes.ts'
import { routineExamples } from './examples.ts'
import { makeRoutineFile } from './routine-file.ts'
import { getRoutine, getTeacherRoutine, routineIndex, routineModel } from './routine-queries.ts'

/** The reads of public pages at a time. */
export const routineReads = (read: EntityManager, now: Date) => ({
  listRoutines: () => listRecords(read, routineModel),
  getRoutineIndex: () => routineIndex(read, now),
  getRoutine: ({ params }: { params: GroupKey }) => getRoutine(read, params),
  getTeacherRoutine: ({ query }: { query?: z.input<typeof TeacherQuery> }) =>
    getTeacherRoutine(read, query?.name ?? ''),
})

function routineRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  const routines = recordHandlers(deps, routineModel)
  const reads = () => routineReads(db.read, clock())
  route(router, deps, 'listRoutines', routines.list)
  route(router, deps, 'getRoutineIndex', () => reads().getRoutineIndex())
  route(router, deps, 'getTeacherRoutine', (call) => reads().getTeacherRoutine(call))
  route(router, deps, 'getRoutine', (call) => reads().getRoutine(call))
  route(router, deps, 'createRoutine', routines.create)
  route(router, deps, 'updateRoutine', routines.update)
  route(router, deps, 'deleteRoutine', routines.remove)
  route(router, deps, 'importRoutines', importHandler(deps, routineModel))
}

/** Names that are one folder of a static copy. */
const isFolderName = (name: string) => !/[\\/]|^\.+$/.test(name)

async function copyData(api: ReadApi): Promise<Record<string, unknown>> {
  const { groups, ...more } = await api.getRoutineIndex({})
  const data: Record<string, unknown> = { 'routines/index': { groups, ...more } }
  for (const group of groups) {
    const { className, shift, section } = group
    data[`routines/${className}/${shift}/${section}`] = await api.getRoutine({ params: group })
  }
  const teachers = more.teachers.map((name) => api.getTeacherRoutine({ query: { name } }))
  return { ...data, 'routines/teachers': await Promise.all(teachers) }
}

async function copyPages(api: ReadApi): Promise<string[]> {
  const { groups, teachers } = await api.getRoutineIndex({})
  const ofTeachers = teachers.filter(isFolderName).map(teacherPath)
  return [allRoutinesPath, teachersPath, ...groups.map(routinePath), ...ofTeachers]
}

/** The weeks of the classes. */
export const routine: ServerFeature = {
  model: routineModel,
  routes: routineRoutes,
  copyData,
  copyPages,
  examples: routineExamples,
  documents: allGroups.map((group) => [routineFile(group), makeRoutineFile(group)] as const),
  searchPages: [
    {
      path: pages.routine,
      title: routineCopy['routine.title'],
      words:
        'শ্রেণি রুটিন, সময়সূচি, ক্লাসের সময়, পিরিয়ড, শিক্ষকের রুটিন, পরীক্ষার সূচি, পরীক্ষার রুটিন, routine',
    },
  ],
}
