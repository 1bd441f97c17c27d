import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField } from '@bidyaloy/shared/api/problem'
import {
  type CollectionName,
  type CollectionRow,
  collections,
  hasPapers,
  takes,
} from '@bidyaloy/shared/collections/registry'
import type { EntityManager } from 'typeorm'
import { type EntryRow, VersionRow } from '../../db/entities.ts'
import { filesOfRow } from '../../db/entry-content.ts'
import { propertiesIn } from './entry-properties.ts'

/**
 * Returns the row of a draft as one of another collection: without the properties that this one lacks.
 * Its former versions move with it.
 * @throws Problem `validation_failed` on `collection` if it is published, or the collection cannot take
 *   its files or its video
 */
export async function moveDraft(
  tx: EntityManager,
  row: EntryRow,
  collection: CollectionName = row.collection,
): Promise<EntryRow> {
  if (collection === row.collection) return row
  const { accepts, takesVideo }: CollectionRow = collections[collection]
  if (!row.draft || (row.videoId !== null && !takesVideo)) {
    throw invalidField('collection', validationText('valid.choice'))
  }
  const files = filesOfRow(row)
  if (files.some(({ extension }) => !accepts.some((accepted) => accepted === extension))) {
    throw invalidField(
      'collection',
      validationText('valid.file.type', { types: accepts.join(', ').toUpperCase() }),
    )
  }
  const versions = { recordType: row.collection, recordId: row.id }
  await tx.update(VersionRow, versions, { recordType: collection })
  const isUnread = hasPapers(collection) && !hasPapers(row.collection) && files.length > 0
  return {
    ...row,
    ...propertiesIn(collection, row),
    // The kinds of each collection are its own.
    kind: null,
    draft: { ...row.draft, slug: takes(collection, 'slug') ? (row.draft.slug ?? null) : null },
    ...(isUnread && { reading: 'soon' as const }),
    collection,
  }
}
