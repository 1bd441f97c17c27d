import * as calendar from './features/calendar/paths.ts'
import * as people from './features/people/paths.ts'
import * as studentCounts from './features/student-counts/paths.ts'

/* The addresses of the features: all that the public site's first script has of them. */

/** Reads of public pages. */
export const featureReads = { ...studentCounts.reads } as const
export const featurePaths = { ...studentCounts.paths } as const
/** Paths of public pages. */
export const featurePages = { ...calendar.pages, ...people.pages, ...studentCounts.pages } as const
