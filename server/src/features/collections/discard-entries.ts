import { Problem } from '@bidyaloy/shared/api/problem'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { In, IsNull } from 'typeorm'
import type { Clock } from '../../clock.ts'
import { EntryChangeRow, EntryRow, type StoredFile } from '../../db/entities.ts'
import type { IdempotentWrite } from '../../http/idempotency.ts'
import type { Storage } from '../../storage/storage.ts'
import { recordActivityOn } from '../activity/activity-commands.ts'
import { unreferencedFiles } from '../versions/version-commands.ts'
import { assertMayDecide, type Writer } from './approval.ts'

interface DeletionInput {
  collection: CollectionName
  ids: readonly string[]
  writer: Writer
  runOnce: IdempotentWrite
  /** Whether they were drafts just now; one that is published meanwhile stays. */
  onlyDrafts?: boolean
}

/**
 * Moves all given entries to the trash, or none. Their files stay until the trash is emptied.
 * @throws Problem `not_found` if one of them does not exist, `forbidden` if a writer who may not
 *   publish deletes more than drafts, or one who may not approve what another account has waiting,
 *   `conflict` if one of `onlyDrafts` is published
 */
export async function deleteEntries(
  { clock }: { clock: Clock },
  { collection, ids, writer, runOnce, onlyDrafts = false }: DeletionInput,
): Promise<void> {
  const different = [...new Set(ids)]
  await runOnce(async (tx) => {
    const now = clock()
    const undeleted = { id: In(different), collection, deletedAt: IsNull() }
    const rows = await tx.find(EntryRow, {
      select: { id: true, title: true, draft: true },
      where: undeleted,
    })
    if (rows.length < different.length) throw new Problem('not_found')
    const hasPublished = rows.some(({ draft }) => draft === null)
    if (hasPublished && onlyDrafts) throw new Problem('conflict')
    if (hasPublished && !writer.mayPublish) throw new Problem('forbidden')
    for (const { draft } of rows) assertMayDecide(draft, writer)
    const { by } = writer
    await tx.update(EntryRow, undeleted, {
      ...{ deletedAt: now.toISOString(), deletedBy: by },
      approved: null,
    })
    for (const action of ['deleted', 'discarded'] as const) {
      const done = rows.filter(({ draft }) => (draft === null) === (action === 'deleted'))
      const records = done.map(({ id, title }) => ({ recordId: id, title }))
      await recordActivityOn(tx, { by, now }, { action, subject: collection }, records)
    }
  })
}

/**
 * Discards the change of a published entry.
 * @throws Problem `not_found` if it has none, `forbidden` if it waits and another account sent it
 */
export async function discardChange(
  { storage }: { storage: Storage },
  { row, runOnce, writer }: { row: EntryRow; runOnce: IdempotentWrite; writer: Writer },
): Promise<void> {
  let unused: StoredFile[] = []
  await runOnce(async (tx) => {
    const change = await tx.findOneBy(EntryChangeRow, { entrySeq: row.seq })
    if (!change) throw new Problem('not_found')
    assertMayDecide(change.draft, writer)
    await tx.delete(EntryChangeRow, { entrySeq: row.seq })
    unused = await unreferencedFiles(tx, [row.id], change.files ?? [])
  })
  for (const file of unused) await storage.remove(file)
}
