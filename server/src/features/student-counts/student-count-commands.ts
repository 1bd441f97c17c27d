import { Problem } from '@bidyaloy/shared/api/problem'
import {
  NewStudentCount,
  type StudentCount,
} from '@bidyaloy/shared/features/student-counts/student-count'
import { compareGroups, groupKey } from '@bidyaloy/shared/school/class-groups'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { groupTitle } from '@bidyaloy/shared/school/group-title'
import type { EntityManager } from 'typeorm'
import type * as z from 'zod'
import { findRecordByKey, type RecordModel } from '../records/record-commands.ts'

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
