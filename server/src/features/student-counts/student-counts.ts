import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { files, pages } from '@bidyaloy/shared/features/student-counts/paths'
import { studentCounts as type } from '@bidyaloy/shared/features/student-counts/record'
import {
  NewStudentCount,
  StudentCountChange,
} from '@bidyaloy/shared/features/student-counts/student-count'
import { type EntityManager, IsNull, LessThanOrEqual, MoreThan } from 'typeorm'
import * as z from 'zod'
import { StudentCountRow } from '../../db/entities.ts'
import { isReadable } from '../../db/stored-values.ts'
import type { RecordStore, ServerFeature } from '../../feature.ts'
import {
  assertGroupFree,
  createStudentCount,
  findStudentCount,
  groupTitle,
  listStudentCounts,
  presentStudentCount,
  updateStudentCount,
} from './student-count-commands.ts'
import { studentCountRoutes } from './student-count-routes.ts'

/** The reads of public pages. */
export const studentCountReads = (read: EntityManager) => ({
  listStudentCounts: () => listStudentCounts(read),
})

const store: RecordStore = {
  exists: (read) => read.existsBy(StudentCountRow, { deletedAt: IsNull() }),
  find: async (read, id) => (await findStudentCount(read, id)).id,
  async restoreVersion(tx, id, data, context) {
    const count = await updateStudentCount(tx, id, StudentCountChange.parse(data), context)
    return { title: groupTitle(count) }
  },
  async listDeleted(read, since) {
    const rows = await read.findBy(StudentCountRow, { deletedAt: MoreThan(since) })
    return rows.filter(isReadable).map((row) => ({ ...row, title: groupTitle(row) }))
  },
  async restore(tx, id, since) {
    const row = await tx.findOneBy(StudentCountRow, { id, deletedAt: MoreThan(since) })
    if (!row) return null
    // Another record may have been created for the same group meanwhile.
    await assertGroupFree(tx, row)
    await tx.update(StudentCountRow, { id }, { deletedAt: null, deletedBy: null })
    return { record: presentStudentCount(row), title: groupTitle(row) }
  },
  async deleteOld(tx, until) {
    await tx.delete(StudentCountRow, { deletedAt: LessThanOrEqual(until) })
  },
}

/** The numbers of students by class, shift and section. */
export const studentCounts: ServerFeature = {
  name: type.name,
  store,
  routes: studentCountRoutes,
  // Imported on first use: the spreadsheet libraries take 14 MB of memory.
  documents: [
    [files.csv, async (context) => (await import('./count-sheets.ts')).makeCountsCsv(context)],
    [files.xlsx, async (context) => (await import('./count-sheets.ts')).makeCountsXlsx(context)],
  ],
  searchPages: [
    { path: pages.studentCount, title: siteCopy['nav.students.count'], words: 'কতজন, শাখা' },
    { path: pages.studentsAtAGlance, title: siteCopy['nav.students.glance'], words: '' },
  ],
  read: (api) => api.listStudentCounts(),
  async fillDemo(tx, records, now) {
    for (const count of z.array(NewStudentCount).parse(records)) {
      await createStudentCount(tx, count, now)
    }
  },
}
