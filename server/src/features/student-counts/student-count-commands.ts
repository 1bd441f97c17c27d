import { Problem } from '@bidyaloy/shared/api/problem'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import {
  NewStudentCount,
  type StudentCount,
  type StudentCountImport,
  type StudentCountsImported,
} from '@bidyaloy/shared/features/student-counts/student-count'
import { compareGroups, groupKey } from '@bidyaloy/shared/school/class-groups'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { groupTitle } from '@bidyaloy/shared/school/group-title'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import type { ActionContext } from '../activity/activity-commands.ts'
import {
  createRecord,
  findRecordByKey,
  type RecordModel,
  updateRecord,
} from '../records/record-commands.ts'

/** The numbers of a class, shift and section. */
export const studentCountModel: RecordModel<z.output<typeof NewStudentCount>> = {
  name: 'studentCounts',
  schema: NewStudentCount,
  keyOf: groupKey,
  titleOf: groupTitle,
  compare: compareGroups,
  taken: {
    bn: 'এই শ্রেণি, শিফট ও শাখার তথ্য আগে থেকেই আছে।',
    en: 'Data of this class, shift and section exist already.',
  },
}

/** Returns the count of a group. @throws Problem `not_found` */
export async function getStudentCount(read: EntityManager, group: GroupKey): Promise<StudentCount> {
  const count = await findCount(read, group)
  if (!count) throw new Problem('not_found')
  return count
}

const findCount = (read: EntityManager, group: GroupKey) =>
  findRecordByKey(read, studentCountModel, groupKey(group))

/**
 * Creates and changes many counts. Each row has the version of its group's count, or null if the
 * group had none.
 * @throws Problem `conflict` naming the first group that has changed meanwhile
 */
export async function importStudentCounts(
  tx: EntityManager,
  rows: z.output<typeof StudentCountImport>['rows'],
  context: ActionContext,
): Promise<StudentCountsImported> {
  const result = { created: 0, updated: 0 }
  for (const { __v, ...row } of rows) {
    const present = await findCount(tx, row)
    if ((present?.__v ?? null) !== __v) throw changedMeanwhile(row)
    if (present) {
      await updateRecord(tx, studentCountModel, present._id, row, context)
      result.updated += 1
    } else {
      await createRecord(tx, studentCountModel, NewStudentCount.parse(row), context.now)
      result.created += 1
    }
  }
  return result
}

function changedMeanwhile(group: GroupKey): Problem {
  const { bn, en } = siteMessages['import.conflict']
  return new Problem('conflict', {
    sentence: {
      bn: fill(bn, { group: groupTitle(group) }),
      en: fill(en, { group: groupTitle(group, 'en') }),
    },
  })
}
