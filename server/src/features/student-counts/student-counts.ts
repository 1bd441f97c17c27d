import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { files, pages } from '@bidyaloy/shared/features/student-counts/paths'
import type { EntityManager } from 'typeorm'
import type { ServerFeature } from '../../feature.ts'
import { listRecords } from '../records/record-commands.ts'
import { studentCountExamples } from './examples.ts'
import { studentCountModel } from './student-count-commands.ts'
import { studentCountRoutes } from './student-count-routes.ts'

/** The reads of public pages. */
export const studentCountReads = (read: EntityManager) => ({
  listStudentCounts: () => listRecords(read, studentCountModel),
})

/** The numbers of students by class, shift and section. */
export const studentCounts: ServerFeature = {
  model: studentCountModel,
  routes: studentCountRoutes,
  examples: studentCountExamples,
  // Imported on first use: the spreadsheet libraries take 14 MB of memory.
  documents: [
    [files.csv, async (context) => (await import('./count-sheets.ts')).makeCountsCsv(context)],
    [files.xlsx, async (context) => (await import('./count-sheets.ts')).makeCountsXlsx(context)],
  ],
  searchPages: [
    { path: pages.studentCount, title: siteCopy['nav.students.count'], words: 'কতজন, শাখা' },
    { path: pages.studentsAtAGlance, title: siteCopy['nav.students.glance'], words: '' },
  ],
}
