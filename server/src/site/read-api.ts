import type { ReadApi } from '@bidyaloy/shared/api/api'
import { ListQuery } from '@bidyaloy/shared/collections/entry'
import type { Database } from '../db/database.ts'
import { entryStats, getEntry, listEntries } from '../features/collections/collection-queries.ts'
import { contactRecord } from '../features/contact/contact-routes.ts'
import { schoolInfoRecord } from '../features/school-info/school-info-routes.ts'
import { getSettings } from '../features/settings/site-settings.ts'
import { getSingle } from '../features/single-records/single-records.ts'
import { listStudentCounts } from '../features/student-counts/student-counts.ts'
import { getTeacherPage } from '../features/teacher-page/teacher-page.ts'

/** The reads that pages make, answered in process: the second maker of `Api`. */
export function createReadApi({ read }: Database): ReadApi {
  return {
    listEntries: ({ params, query }) =>
      listEntries(read, params.collection, ListQuery.parse(query ?? {})),
    getEntry: ({ params }) => getEntry(read, params.collection, params.id),
    entryStats: ({ params, query }) => entryStats(read, params.collection, query ?? {}),
    getSchoolInfo: () => getSingle(read, schoolInfoRecord),
    getContact: () => getSingle(read, contactRecord),
    listStudentCounts: () => listStudentCounts(read),
    getSettings: () => getSettings(read),
    getTeacherPage: () => getTeacherPage(read),
  }
}
