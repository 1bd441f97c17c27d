import { type Language, Problem } from '@bidyaloy/shared/api/problem'
import { pageCopy } from '@bidyaloy/shared/copy/page-copy'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import {
  type GroupKey,
  NewStudentCount,
  type StudentCount,
  type StudentCountImport,
  type StudentCountsImported,
} from '@bidyaloy/shared/features/student-counts/student-count'
import { compareGroups } from '@bidyaloy/shared/features/student-counts/student-groups'
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

function groupKey({ className, shift, section }: GroupKey): string {
  return `${className} ${shift} ${section}`
}

/** Returns the title of a group: «ষষ্ঠ শ্রেণি, প্রভাতী, ক শাখা», or “Class Six, Morning, Section A”. */
export function groupTitle(
  { className, shift, section }: GroupKey,
  language: Language = 'bn',
): string {
  if (language === 'en') return `Class ${className}, ${shift}, Section ${section}`
  return [
    fill(siteCopy['enum.class.suffix'], { class: siteCopy[`enum.class.${className}`].bn }),
    pageCopy[`enum.shift.${shift}`].bn,
    fill(pageCopy['enum.section.suffix'], { section: pageCopy[`enum.section.${section}`].bn }),
  ].join(', ')
}

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
