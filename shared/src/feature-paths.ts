import * as studentCounts from './features/student-counts/paths.ts'

/* The addresses of the features. Free of zod: the public site's bundle imports them. */

export const featureReads = { ...studentCounts.reads } as const
export const featurePaths = { ...studentCounts.paths } as const
/** Paths of public pages. */
export const featurePages = { ...studentCounts.pages } as const
