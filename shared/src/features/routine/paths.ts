import type { Paths, ReadPaths } from '../../feature.ts'

/* Addresses of the class routines. Free of zod: the public site's bundle imports them. */

export const reads = {
  listRoutines: { method: 'GET', path: '/api/routines' },
  getRoutineIndex: { method: 'GET', path: '/api/routines/index' },
  getRoutine: { method: 'GET', path: '/api/routines/:className/:shift/:section' },
  getTeacherRoutine: { method: 'GET', path: '/api/routines/teacher' },
} as const satisfies ReadPaths

export const paths = {
  ...reads,
  createRoutine: { method: 'POST', path: '/api/routines' },
  updateRoutine: { method: 'PUT', path: '/api/routines/:id' },
  importRoutines: { method: 'POST', path: '/api/routines/import' },
  deleteRoutine: { method: 'DELETE', path: '/api/routines/:id' },
} as const satisfies Paths

export const pages = { routine: '/routine' } as const

/** In the navigation of every page, unlike the other texts. */
export const routineTitle = 'ক্লাস রুটিন'
