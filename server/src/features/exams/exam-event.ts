import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { fill } from '@bidyaloy/shared/copy/translate'
import { examAdminCopy } from '@bidyaloy/shared/features/exams/admin-copy'
import type { NewExam } from '@bidyaloy/shared/features/exams/exam'
import { examClasses, examDays } from '@bidyaloy/shared/features/exams/exam-days'
import { examPath } from '@bidyaloy/shared/features/routine/week'
import type { EntityManager } from 'typeorm'
import { EntryRow } from '../../db/entities.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import { insertBlank } from '../collections/entry-commands.ts'
import { changedState, stateOf, writeState } from '../collections/entry-state.ts'
import { getSettings } from '../settings/settings-commands.ts'

/** Returns the id of the calendar's entry of an examination, which no other entry has. */
const eventId = (examId: string) => `${examId}e`

/** Writes the days of an examination to the calendar, or moves them to the trash with it. */
export async function followExam(
  tx: EntityManager,
  { id, after: exam }: { id: string; after: NewExam | null },
  context: ActionContext,
): Promise<void> {
  const event = { id: eventId(id), collection: 'events' } as const
  const present = await tx.findOneBy(EntryRow, event)
  if (!exam) {
    const deleted = { deletedAt: context.now.toISOString(), deletedBy: context.by }
    if (present && present.deletedAt === null) await tx.update(EntryRow, event, deleted)
    return
  }
  if (present) await tx.update(EntryRow, event, { deletedAt: null, deletedBy: null })
  else await insertBlank(tx, event, context)
  const row = await tx.findOneByOrFail(EntryRow, event)
  const before = await stateOf(tx, row)
  const after = await changedState(tx, {
    collection: event.collection,
    before,
    fields: await eventFields(tx, id, exam),
    added: [],
    now: context.now,
    isDraft: false,
  })
  await writeState(tx, row, { before, after, context })
}

async function eventFields(tx: EntityManager, id: string, { title, note, sittings }: NewExam) {
  // The school may have another list of kinds.
  const kinds = kindsOf('events', await getSettings(tx))
  const link = fill(examAdminCopy['examAdmin.event'], { address: examPath(id) })
  return {
    title,
    kind: kinds.some((kind) => kind.id === 'exam') ? 'exam' : null,
    classes: examClasses(sittings),
    ...examDays(sittings),
    body: [link, note].filter(Boolean).join('\n\n'),
  }
}
