import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { recordEndpoints, recordImport } from '../../api/record-endpoints.ts'
import { GroupKey } from '../../school/group-key.ts'
import { paths } from './paths.ts'
import {
  NewRoutine,
  Routine,
  RoutineChange,
  RoutineImport,
  RoutineIndex,
  TeacherQuery,
  TeacherRoutine,
} from './routine.ts'

const tag = 'routines'
/** A week of lessons with their teachers takes about 5 kB. */
const maxJsonBytes = 1_000_000
const { list, create, update, remove } = recordEndpoints({
  name: 'routines',
  tag,
  created: NewRoutine,
  changed: RoutineChange,
  stored: Routine,
})
const read = { tag, access: 'public', status: 200 } as const

export const routineEndpoints = {
  listRoutines: {
    ...paths.listRoutines,
    summary: 'List routines by class, shift and section',
    ...list,
  },
  getRoutineIndex: {
    ...paths.getRoutineIndex,
    summary: 'Which classes have a routine, which teachers have lessons, and the examinations',
    ...read,
    response: RoutineIndex,
  },
  getRoutine: {
    ...paths.getRoutine,
    summary: 'The routine of one class, shift and section',
    ...read,
    params: GroupKey,
    response: Routine,
    problems: ['not_found', 'validation_failed'],
  },
  getTeacherRoutine: {
    ...paths.getTeacherRoutine,
    summary: 'The lessons of a teacher in all classes',
    ...read,
    query: TeacherQuery,
    response: TeacherRoutine,
    problems: ['not_found'],
  },
  createRoutine: {
    ...paths.createRoutine,
    summary: 'Create the routine of a class, shift and section',
    ...create,
  },
  updateRoutine: {
    ...paths.updateRoutine,
    summary: 'Update a routine; omitted fields are unchanged',
    ...update,
  },
  importRoutines: {
    ...paths.importRoutines,
    summary: 'Create and update many routines, all or none; rejected if one has changed meanwhile',
    ...recordImport({ name: 'routines', tag, body: RoutineImport }),
    maxJsonBytes,
  },
  deleteRoutine: { ...paths.deleteRoutine, summary: 'Move a routine to the trash', ...remove },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const routineSchemas = { NewRoutine, Routine, RoutineChange, RoutineImport, TeacherRoutine }
