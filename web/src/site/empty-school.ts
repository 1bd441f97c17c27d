import { ApiError, type ReadApi } from '@bidyaloy/shared/api/api'
import { featureReads } from '@bidyaloy/shared/feature-paths'
import { emptySiteSettings } from '@bidyaloy/shared/school/site-settings'

/** Rejects as for a record that does not exist. */
export const missing = () => Promise.reject(new ApiError(404, 'not_found', 'missing'))

type FeatureReads = Pick<ReadApi, keyof typeof featureReads>

/** Returns the reads of a school without records, for tests. @param reads replace some of them */
export function emptySchool(reads: Partial<ReadApi> = {}): ReadApi {
  const lists = Object.keys(featureReads).map((name) => [name, async () => []])
  return {
    listEntries: async () => [],
    getEntry: missing,
    getNeighbours: missing,
    getEntryText: async () => ({ pending: false, pages: [] }),
    entryStats: async () => ({ total: 0, years: [] }),
    search: async () => [],
    searchStats: async () => ({ total: 0, kinds: [], also: [], pages: [] }),
    getSchoolInfo: missing,
    getContact: missing,
    listClasses: async () => [],
    getSettings: async () => emptySiteSettings,
    getTeacherPage: missing,
    // Each is a list.
    ...(Object.fromEntries(lists) as FeatureReads),
    ...reads,
  }
}
