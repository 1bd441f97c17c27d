import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { TRASH_DAYS } from '@bidyaloy/shared/school/versions'
import { type EntityManager, MoreThan } from 'typeorm'
import { EntryRow } from '../../db/entities.ts'
import { readBody } from '../../db/entry-content.ts'
import { freeSlug, recordSlug } from '../collections/entry-properties.ts'
import { presentEntry } from '../collections/present-entry.ts'

/** Returns the time after which deleted records can still be restored. */
export function restorableSince(now: Date): string {
  return new Date(now.getTime() - TRASH_DAYS * DAY_MS).toISOString()
}

/** Restores an entry from the trash; null if it is not there. */
export async function restoreTrashedEntry(
  tx: EntityManager,
  id: string,
  now: Date,
): Promise<{ record: Entry; subject: CollectionName; title: string } | null> {
  const entry = await tx.findOneBy(EntryRow, { id, deletedAt: MoreThan(restorableSince(now)) })
  if (!entry) return null
  // Another page may have taken its address meanwhile.
  const slug = entry.draft ? null : await freeSlug(tx, entry)
  await tx.update(EntryRow, { id }, { deletedAt: null, deletedBy: null, slug })
  await recordSlug(tx, { ...entry, slug })
  const record = presentEntry({ ...entry, slug }, now, await readBody(tx, entry))
  return { record, subject: entry.collection, title: entry.title }
}
