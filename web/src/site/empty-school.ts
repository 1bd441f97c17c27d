import { ApiError, type ReadApi } from '@bidyaloy/shared/api/api'
import { recordTypes, singleTypes } from '@bidyaloy/shared/features'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'

/** Rejects as for a record that does not exist. */
export const missing = () => Promise.reject(new ApiError(404, 'not_found', 'missing'))

/** Returns the reads of a school without records, for tests. @param reads replace some of them */
export function emptySchool(reads: Partial<ReadApi> = {}): ReadApi {
  return {
    listEntries: async () => [],
    getEntry: missing,
    getNeighbours: missing,
    getEntryText: async () => ({ pending: false, pages: [] }),
    entryStats: async () => ({ total: 0, years: [] }),
    search: async () => [],
    searchStats: async () => ({ total: 0, kinds: [], also: [], pages: [] }),
    listClasses: async () => [],
    getPrivacy: async () => ({
      isCopy: false,
      readerDays: 400,
      limitMinutes: 60,
      signInHours: 24,
      pushFailingDays: 60,
      isReading: true,
      hasVideoPictures: true,
      isInBucket: false,
      trashDays: 30,
      cacheHours: 24,
      versions: 20,
      versionDays: 365,
      activityDays: 400,
      sessionDays: 30,
      deviceDays: 365,
      nightlyBackups: { days: 7, weeks: 4 },
      manualBackups: 10,
    }),
    attendanceSummary: async ({ query } = {}) => ({
      today: null,
      latest: null,
      recent: [],
      month: query?.month ?? '',
      days: [],
      previous: null,
      next: null,
    }),
    attendanceToday: async () => ({ begun: false, today: null, latest: null }),
    listResults: async () => [],
    getRoutineIndex: async () => ({ groups: [], teachers: [], exams: [] }),
    getRoutine: missing,
    getTeacherRoutine: missing,
    getExam: missing,
    verifyFile: async () => ({ state: 'unknown' }),
    ...each(
      singleTypes.map(({ read }) => read),
      missing,
    ),
    getSettings: async () => emptySiteSettings,
    ...each(
      recordTypes.map(({ list }) => list),
      async () => [],
    ),
    ...reads,
  }
}

/** Returns an object with the same value for each key. */
const each = <K extends string, V>(keys: readonly K[], value: V) =>
  // Its keys are those given.
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>
