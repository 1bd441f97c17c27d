import { type Language, Problem } from '@bidyaloy/shared/api/problem'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { siteCopy } from '@bidyaloy/shared/copy/site-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import {
  byCountField,
  type CountField,
  type GroupKey,
  type StudentCount,
  type StudentCountChange,
  type StudentCountImport,
  type StudentCountsImported,
} from '@bidyaloy/shared/features/student-counts/student-count'
import { compareGroups } from '@bidyaloy/shared/features/student-counts/student-groups'
import { type EntityManager, IsNull } from 'typeorm'
import type * as z from 'zod'
import { StudentCountRow } from '../../db/entities.ts'
import { isReadable } from '../../db/stored-values.ts'
import { assertVersion } from '../../http/optimistic-lock.ts'
import { newId } from '../../ids.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import { keepVersion } from '../versions/version-commands.ts'

/** Numbers of a request; missing ones are undefined. */
type SentCounts = Partial<Record<CountField, number | undefined>>

/** Lists all counts by class, shift and section. */
export async function listStudentCounts(reader: EntityManager): Promise<StudentCount[]> {
  const rows = await reader.findBy(StudentCountRow, { deletedAt: IsNull() })
  return rows.filter(isReadable).map(presentStudentCount).sort(compareGroups)
}

/** Returns the count of a group. @throws Problem `not_found` */
export async function getStudentCount(
  reader: EntityManager,
  { className, shift, section }: GroupKey,
): Promise<StudentCount> {
  const row = await reader.findOneBy(StudentCountRow, {
    className,
    shift,
    section,
    deletedAt: IsNull(),
  })
  if (!row || !isReadable(row)) throw new Problem('not_found')
  return presentStudentCount(row)
}

/**
 * Creates a count; missing numbers are 0.
 * @throws Problem `conflict` if the group has a count
 */
export async function createStudentCount(
  tx: EntityManager,
  fields: GroupKey & SentCounts,
  now: Date,
): Promise<StudentCount> {
  const { className, shift, section } = fields
  await assertGroupFree(tx, { className, shift, section })
  const row = {
    id: newId(),
    className,
    shift,
    section,
    counts: pickCounts(fields),
    version: 0,
    updatedAt: now.toISOString(),
    deletedAt: null,
    deletedBy: null,
  }
  await tx.insert(StudentCountRow, row)
  return presentStudentCount(row)
}

/** Changes the given fields, and keeps the former version. @throws Problem `not_found`, `conflict` */
export async function updateStudentCount(
  tx: EntityManager,
  id: string,
  { __v, className, shift, section, ...counts }: z.output<typeof StudentCountChange>,
  { by, now }: ActionContext,
): Promise<StudentCount> {
  const row = await findStudentCount(tx, id)
  assertVersion(row.version, __v)
  const group = {
    className: className ?? row.className,
    shift: shift ?? row.shift,
    section: section ?? row.section,
  }
  if (compareGroups(group, row) !== 0) await assertGroupFree(tx, group)
  const data = { ...pickGroup(row), ...pickCounts(row.counts) }
  await keepVersion(tx, { by, now }, { thing: 'studentCounts', recordId: id, n: row.version, data })
  const changed = {
    ...row,
    ...group,
    counts: pickCounts(counts, row.counts),
    version: row.version + 1,
    updatedAt: now.toISOString(),
  }
  await tx.update(StudentCountRow, { id }, changed)
  return presentStudentCount(changed)
}

/** Moves a count to the trash. @throws Problem `not_found` */
export async function deleteStudentCount(
  tx: EntityManager,
  id: string,
  { now, by }: ActionContext,
): Promise<StudentCount> {
  const row = await findStudentCount(tx, id)
  await tx.update(StudentCountRow, { id }, { deletedAt: now.toISOString(), deletedBy: by })
  return presentStudentCount(row)
}

/** Returns a count as the API shows it. */
export function presentStudentCount(
  row: Pick<
    StudentCountRow,
    'id' | 'className' | 'shift' | 'section' | 'counts' | 'version' | 'updatedAt'
  >,
): StudentCount {
  const { id, className, shift, section, counts, version, updatedAt } = row
  return { _id: id, className, shift, section, ...pickCounts(counts), __v: version, updatedAt }
}

/** @throws Problem `conflict` if the group has a count */
export async function assertGroupFree(tx: EntityManager, group: GroupKey): Promise<void> {
  const { className, shift, section } = group
  if (await tx.existsBy(StudentCountRow, { className, shift, section, deletedAt: IsNull() })) {
    throw new Problem('conflict', {
      sentence: {
        bn: 'এই শ্রেণি, শিফট ও শাখার তথ্য আগে থেকেই আছে।',
        en: 'Data of this class, shift and section exist already.',
      },
    })
  }
}

/** Returns a count outside the trash. @throws Problem `not_found` */
export async function findStudentCount(tx: EntityManager, id: string): Promise<StudentCountRow> {
  const row = await tx.findOneBy(StudentCountRow, { id, deletedAt: IsNull() })
  if (!row || !isReadable(row)) throw new Problem('not_found')
  return row
}

function pickGroup({ className, shift, section }: GroupKey): GroupKey {
  return { className, shift, section }
}

/** Returns all numbers of a count; missing ones are those of `before`, or 0. */
function pickCounts(sent: SentCounts, before: SentCounts = {}): Record<CountField, number> {
  return byCountField((field) => sent[field] ?? before[field] ?? 0)
}

/** Returns the title of a group: «ষষ্ঠ শ্রেণি, প্রভাতী, ক শাখা», or “Class Six, Morning, Section A”. */
export function groupTitle(
  { className, shift, section }: GroupKey,
  language: Language = 'bn',
): string {
  if (language === 'en') return `Class ${className}, ${shift}, Section ${section}`
  return [
    fill(siteCopy['enum.class.suffix'], { class: siteCopy[`enum.class.${className}`].bn }),
    siteCopy[`enum.shift.${shift}`].bn,
    fill(siteCopy['enum.section.suffix'], { section: siteCopy[`enum.section.${section}`].bn }),
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
  for (const { __v, className, shift, section, ...counts } of rows) {
    const group = { className, shift, section }
    const present = await tx.findOneBy(StudentCountRow, { ...group, deletedAt: IsNull() })
    if ((present?.version ?? null) !== __v) throw changedMeanwhile(group)
    if (present) {
      await updateStudentCount(tx, present.id, counts, context)
      result.updated += 1
    } else {
      await createStudentCount(tx, { ...group, ...counts }, context.now)
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
