import { Problem } from '@bidyaloy/shared/api/problem'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import type { EntityManager } from 'typeorm'
import { upsert } from '../../db/engine.ts'
import { EntryChangeRow, type StoredFile, VersionRow } from '../../db/entities.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import { changeState, presentChange } from './entry-changes.ts'
import { stateOf, writeState } from './entry-state.ts'
import { findUndeleted } from './find-entry.ts'

/**
 * Takes the approval of an entry back: what was approved waits again, as its writer's, and visitors see
 * the former version, or nothing of what was new.
 * @param version of the entry, as it was seen
 * @returns what waits, and files that nothing references any more
 * @throws Problem `not_found`; `conflict` if anything has happened to the entry since the approval
 */
export async function takeApprovalBack(
  tx: EntityManager,
  { collection, id, version }: { collection: CollectionName; id: string; version: number },
  context: ActionContext,
): Promise<{ entry: Entry; unused: StoredFile[] }> {
  const row = await findUndeleted(tx, collection, id)
  const { approved, seq: entrySeq, title } = row
  const change = { entrySeq }
  const isLast = row.version === version && !(await tx.existsBy(EntryChangeRow, change))
  if (!approved || !isLast) throw happenedSince()
  const event = { action: 'approvalTakenBack', subject: collection, title, recordId: id } as const
  await recordActivity(tx, context, event)
  const before = await stateOf(tx, row)
  if (approved.version === undefined) {
    const { date, publishAt = null, slug = null } = approved
    const after = { ...before, date: date ?? '', publishAt, slug }
    const state = { before, after, context, draft: approved, storesVersion: false }
    return writeState(tx, row, state)
  }
  const former = { recordType: collection, recordId: id, n: version - 1 }
  const published = await tx.findOneBy(VersionRow, former)
  if (!published) throw happenedSince()
  const { files, ...data } = before
  const waiting = {
    ...change,
    // Nothing that was written upon the change before may overwrite it.
    draft: { ...approved, version: approved.version + 1 },
    baseVersion: version + 1,
    data,
    files: files.length ? files : null,
  }
  await upsert(tx, EntryChangeRow, waiting, ['entrySeq'])
  const after = changeState(row, published)
  const { unused } = await writeState(tx, row, { before, after, context })
  return { entry: presentChange(row, waiting, context.now), unused }
}

function happenedSince(): Problem {
  return new Problem('conflict', {
    sentence: {
      bn: 'অনুমোদনের পরে এতে আরও কিছু করা হয়েছে, তাই অনুমোদন আর ফিরিয়ে নেওয়া যায় না।',
      en: 'More has happened to this entry since its approval, which can no longer be taken back.',
    },
  })
}
