import type { EntityManager } from 'typeorm'
import { query, upsert } from '../../db/engine.ts'
import { type EntryRow, PublishedFileRow, type StoredFile } from '../../db/entities.ts'

/*
 * Hashes of the files that visitors could download, and when they could. Written in the transaction that
 * changes an entry. Trash, scheduling and expiry are not written here: lookups read them from the entry.
 * Rows have no end: without its row, a paper of years ago would be taken for a forged one.
 */

/** Stands for the hash of a file that is not computed yet. */
export const PENDING = ''

/** Leaves out the hashes of a file: those of published entries are in `published_file`. */
export function withoutDigests({ digests: _, ...file }: StoredFile): StoredFile {
  return file
}

interface EntryFiles {
  entryId: string
  /** All its files. */
  files: readonly StoredFile[]
  /** Time from which visitors see them; null for a draft. */
  shownFrom: string | null
  /** Time of the write. */
  at: string
}

/** Records the files of a written entry. Those of a draft are recorded only if they were published. */
export async function recordFiles(
  tx: EntityManager,
  { entryId, files, shownFrom, at }: EntryFiles,
): Promise<void> {
  const known = new Map<string, PublishedFileRow>()
  for (const row of await tx.findBy(PublishedFileRow, { entryId })) known.set(row.stem, row)
  const added = shownFrom === null ? [] : files.filter(({ stem }) => !known.has(stem))
  for (const { stem, digests = [PENDING] } of added) {
    const rows = [...new Set(digests)].map((sha256) => ({
      ...{ stem, sha256, entryId, fromAt: shownFrom },
      ...{ untilAt: null, ended: null },
    }))
    await upsert(tx, PublishedFileRow, rows, ['stem', 'sha256'])
  }
  const hasOther = files.some(({ stem }) => known.get(stem)?.ended !== null)
  const present = new Set(files.map(({ stem }) => stem))
  for (const [stem, row] of known) {
    const before = { fromAt: row.fromAt, untilAt: row.untilAt, ended: row.ended }
    const after = present.has(stem)
      ? stillThere(before, shownFrom, at)
      : takenOut(before, hasOther ? 'replaced' : 'withdrawn', at)
    const isChanged =
      after.fromAt !== before.fromAt ||
      after.untilAt !== before.untilAt ||
      after.ended !== before.ended
    if (isChanged) await tx.update(PublishedFileRow, { entryId, stem }, after)
  }
}

type Period = Pick<PublishedFileRow, 'fromAt' | 'untilAt' | 'ended'>

const wasShown = ({ fromAt }: Period, at: string): boolean => fromAt !== null && fromAt <= at

/** Returns the period of a file that the entry has. */
function stillThere(before: Period, shownFrom: string | null, at: string): Period {
  const isHidden = shownFrom === null || shownFrom > at
  if (!wasShown(before, at)) return { fromAt: shownFrom, untilAt: null, ended: null }
  return { ...before, untilAt: isHidden ? (before.untilAt ?? at) : null, ended: null }
}

/** Returns the period of a file that was removed from the entry. */
function takenOut(before: Period, ended: Period['ended'], at: string): Period {
  if (before.ended !== null) return before
  if (!wasShown(before, at)) return { fromAt: null, untilAt: null, ended }
  return { ...before, untilAt: before.untilAt ?? at, ended }
}

/** Backdates the files of an entry that was imported from an older site. */
export async function recordEarlier(
  tx: EntityManager,
  { entryId, at }: Pick<EntryFiles, 'entryId' | 'at'>,
): Promise<void> {
  await query(tx, 'UPDATE published_file SET from_at = ? WHERE entry_id = ? AND from_at > ?', [
    ...[at, entryId, at],
  ])
}

/** Records that files of an entry are deleted for good. Deletes the rows of those never shown. */
export async function recordTakenDown(
  tx: EntityManager,
  { entryId, stems, at }: Pick<EntryFiles, 'entryId' | 'at'> & { stems: ReadonlySet<string> },
): Promise<void> {
  for (const stem of stems) {
    for (const { sha256, ...row } of await tx.findBy(PublishedFileRow, { entryId, stem })) {
      const after = takenOut(row, 'withdrawn', at)
      // A pending hash cannot be computed any more.
      if (after.fromAt === null || sha256 === PENDING) {
        await tx.delete(PublishedFileRow, { stem, sha256 })
      } else await tx.update(PublishedFileRow, { stem, sha256 }, after)
    }
  }
}

/**
 * Records that entries are deleted for good, with the time since which visitors do not see them, and
 * deletes the rows of files never shown. Call it before the rows of the entries are deleted.
 * @param at for entries that are not in the trash
 */
export async function recordPurge(
  tx: EntityManager,
  entries: readonly Pick<EntryRow, 'id' | 'deletedAt' | 'expiresAt'>[],
  at: string,
): Promise<void> {
  for (const { id, deletedAt, expiresAt } of entries) {
    const end = [deletedAt ?? at, ...(expiresAt ? [expiresAt] : [])].sort()[0]
    await query(
      tx,
      `UPDATE published_file SET until_at = coalesce(until_at, ?), ended = 'withdrawn'
        WHERE entry_id = ?`,
      [end, id],
    )
    await query(
      tx,
      `DELETE FROM published_file
        WHERE entry_id = ? AND (from_at IS NULL OR from_at > until_at OR sha256 = '')`,
      [id],
    )
  }
}
