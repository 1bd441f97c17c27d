import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { pages } from '@bidyaloy/shared/features/school-info/paths'
import { schoolInfo as type } from '@bidyaloy/shared/features/school-info/record'
import { sampleSchoolInfo } from '@bidyaloy/shared/features/school-info/sample-school-info'
import { NewSchoolInfo, type SchoolInfo } from '@bidyaloy/shared/features/school-info/school-info'
import type { EntityManager } from 'typeorm'
import type { ServerFeature } from '../../feature.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { writeOnce } from '../activity/activity-commands.ts'
import {
  createSingle,
  getSingle,
  isSaved,
  updateSingle,
} from '../records/single-record-commands.ts'
import { getSettings } from '../settings/settings-commands.ts'

export const schoolInfoModel = {
  type,
  schema: NewSchoolInfo,
  instead: {
    morningShift: '',
    dayShift: '',
    withoutShift: '',
    boundaryWall: 'No',
    auditorium: 'No',
  },
} as const

/** The reads of public pages. */
export const schoolInfoReads = (read: EntityManager) => ({
  getSchoolInfo: () => getSingle(read, schoolInfoModel),
})

function schoolInfoRoutes(router: ApiRouter, deps: RouteDeps): void {
  const { db, clock } = deps
  const subject = type.name
  route(router, deps, 'getSchoolInfo', () => getSingle(db.read, schoolInfoModel))
  route(router, deps, 'createSchoolInfo', ({ body, ...call }) =>
    writeOnce({ ...call, clock }, { action: 'created', subject }, (tx, { now }) =>
      createSingle(tx, schoolInfoModel, body, now),
    ),
  )
  route(
    router,
    deps,
    'updateSchoolInfo',
    ({ params: { id }, body: { __v: version, ...facts }, ...call }) =>
      writeOnce({ ...call, clock }, { action: 'changed', subject }, (tx, context) =>
        updateSingle(tx, schoolInfoModel, facts, { id, version, ...context }),
      ),
  )
}

const saved: SchoolInfo = {
  ...sampleSchoolInfo,
  _id: '1',
  __v: 0,
  updatedAt: '2026-11-21T04:30:00.000Z',
}

/** The key facts of the school. */
export const schoolInfo: ServerFeature = {
  single: schoolInfoModel,
  routes: schoolInfoRoutes,
  setupSteps: { schoolInfo: (read) => isSaved(read, schoolInfoModel) },
  examples: {
    bodies: {
      createSchoolInfo: sampleSchoolInfo,
      updateSchoolInfo: { ...sampleSchoolInfo, __v: 0 },
    },
    responses: {
      getSchoolInfo: saved,
      createSchoolInfo: saved,
      updateSchoolInfo: { ...saved, __v: 1 },
    },
  },
  searchPages: [
    {
      path: pages.schoolInfo,
      title: siteCopy['nav.intro.glance'],
      words: 'বিদ্যালয়ের পরিচিতি, EIIN, কোড, জমি, ভবন, শ্রেণিকক্ষ, শিফট',
      async facts(read) {
        const { identity } = await getSettings(read)
        return [identity.eiin, identity.schoolCode, identity.established].join(' ')
      },
    },
  ],
}
