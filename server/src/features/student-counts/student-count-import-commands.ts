import { Problem } from '@bidyaloy/shared/api/problem'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import type {
  GroupKey,
  StudentCountImport,
  StudentCountsImported,
} from '@bidyaloy/shared/school/student-count'
import { type EntityManager, IsNull } from 'typeorm'
import type * as z from 'zod'
import { StudentCountRow } from '../../db/entities.ts'
import { createStudentCount, groupTitle, updateStudentCount } from './student-count-commands.ts'

/**
 * Adds and changes many counts. Each row must find what it was compared with: its group without a
 * record, or with a record of that version.
 * @throws Problem `conflict` naming the first group that was changed meanwhile
 */
export async function importStudentCounts(
  tx: EntityManager,
  rows: z.output<typeof StudentCountImport>['rows'],
  now: Date,
): Promise<StudentCountsImported> {
  const done = { created: 0, updated: 0 }
  for (const { __v, className, shift, section, ...counts } of rows) {
    const group = { className, shift, section }
    const present = await tx.findOneBy(StudentCountRow, { ...group, deletedAt: IsNull() })
    if ((present?.version ?? null) !== __v) throw changedMeanwhile(group)
    if (present) {
      await updateStudentCount(tx, present.id, counts, now)
      done.updated += 1
    } else {
      await createStudentCount(tx, { ...group, ...counts }, now)
      done.created += 1
    }
  }
  return done
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
