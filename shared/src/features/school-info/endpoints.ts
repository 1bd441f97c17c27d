import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { paths } from './paths.ts'
import { NewSchoolInfo, SchoolInfo, SchoolInfoChange } from './school-info.ts'

export const schoolInfoEndpoints = {
  getSchoolInfo: {
    ...paths.getSchoolInfo,
    summary: 'School information',
    tag: 'school',
    access: 'public',
    status: 200,
    response: SchoolInfo,
    problems: ['not_found'],
  },
  createSchoolInfo: {
    ...paths.createSchoolInfo,
    summary: 'Create the school information',
    tag: 'school',
    access: 'admin',
    right: 'publish',
    records: { actions: ['created'] },
    body: NewSchoolInfo,
    idempotent: true,
    offline: { record: 'schoolInfo', creates: true },
    status: 201,
    response: SchoolInfo,
    problems: ['conflict'],
  },
  updateSchoolInfo: {
    ...paths.updateSchoolInfo,
    summary: 'Update the school information',
    tag: 'school',
    access: 'admin',
    right: 'publish',
    records: { actions: ['changed'] },
    params: z.object({ id: z.string() }),
    body: SchoolInfoChange,
    idempotent: true,
    offline: { record: 'schoolInfo' },
    status: 200,
    response: SchoolInfo,
    problems: ['not_found', 'conflict'],
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const schoolInfoSchemas = { NewSchoolInfo, SchoolInfo, SchoolInfoChange }
