import type { Logger } from 'pino'
import { type EntityManager, In, IsNull, Not } from 'typeorm'
import { startBacklog } from '../../db/backlog.ts'
import type { Database } from '../../db/database.ts'
import { query, upsert } from '../../db/engine.ts'
import {
  EntryChangeRow,
  EntryRow,
  PublishedFileRow,
  type StoredFile,
  VersionRow,
} from '../../db/entities.ts'
import { filesOfRow } from '../../db/entry-content.ts'
import { isNodeError } from '../../lib/node-error.ts'
import { sha256OfFile } from '../../lib/sha256.ts'
import { fileName, resizedName } from '../../storage/file-names.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { PENDING } from './published-files.ts'

interface HashFilesDeps {
  db: Database
  files: FileStore
  log: Logger
}

/**
 * Hashes published files without a hash in the background, one entry at a time: those of backups and
 * drafts made before hashes were stored. Hashes what is served; the uploaded original is not stored.
 * @returns a function that stops it
 */
export function startHashingFiles({ db, files, log }: HashFilesDeps): () => Promise<void> {
  /** Entries with a file that has no row; undefined before the first query. */
  let unrecorded: Set<number> | undefined
  let hasNews = false

  /** Expires cached responses, once for all hashes that were found. */
  const showFound = async () => {
    if (!hasNews) return
    hasNews = false
    await db.write(async () => undefined)
  }

  const backlog = startBacklog(
    { db, log },
    {
      name: 'hashing the files',
      async waiting(count) {
        const found = await findPending(db.read, count)
        unrecorded ??= new Set(await findUnrecorded(db.read))
        if (found.length < count && unrecorded.size > 0) {
          const seqs = [...unrecorded].slice(0, count)
          const rows = await db.read.find(EntryRow, { where: { seq: In(seqs) } })
          for (const seq of seqs) if (!rows.some((row) => row.seq === seq)) unrecorded.delete(seq)
          found.push(...rows.filter(({ seq }) => !found.some((row) => row.seq === seq)))
        }
        if (found.length === 0) await showFound()
        return found
      },
      async run(row) {
        await db.writePrivate((tx) => recordUnrecorded(tx, row.seq))
        unrecorded?.delete(row.seq)
        const pending = await db.read.findBy(PublishedFileRow, { entryId: row.id, sha256: PENDING })
        const all = await filesEver(db.read, row)
        for (const { stem } of pending) {
          const file = all.get(stem)
          const digests = file ? await digestsOf(files, file) : []
          if (backlog.isStopped) return
          await db.writePrivate((tx) => storeDigests(tx, stem, digests))
          hasNews ||= digests.length > 0
        }
      },
    },
  )
  return () => backlog.stop()
}

/** Returns at most `count` entries with a pending hash. */
async function findPending(read: EntityManager, count: number): Promise<EntryRow[]> {
  const rows = await query<{ id: string }>(
    read,
    `SELECT DISTINCT entry.id FROM published_file JOIN entry ON entry.id = published_file.entry_id
      WHERE published_file.sha256 = '' AND published_file.from_at IS NOT NULL LIMIT ${count}`,
  )
  return rows.length === 0 ? [] : read.findBy(EntryRow, { id: In(rows.map(({ id }) => id)) })
}

/**
 * Returns the sequence numbers of the published entries whose files have no row, newest first. All files
 * of an entry get their rows at once.
 */
async function findUnrecorded(read: EntityManager): Promise<number[]> {
  const rows = await query<{ seq: number }>(
    read,
    `SELECT seq FROM entry WHERE file_stem IS NOT NULL AND draft IS NULL
      AND NOT EXISTS (SELECT 1 FROM published_file WHERE stem = entry.file_stem)
      ORDER BY seq DESC`,
  )
  return rows.map(({ seq }) => seq)
}

/** Inserts pending rows for the files of a published entry that have none. */
async function recordUnrecorded(tx: EntityManager, seq: number): Promise<void> {
  const row = await tx.findOneBy(EntryRow, { seq })
  if (!row || row.draft) return
  const { id: entryId, appearedAt } = row
  const known = new Set((await tx.findBy(PublishedFileRow, { entryId })).map(({ stem }) => stem))
  const files = filesOfRow(row).filter(({ stem }) => !known.has(stem))
  const rows = files.flatMap(({ stem, digests = [PENDING] }) =>
    digests.map((sha256) => ({
      ...{ stem, sha256, entryId, fromAt: appearedAt },
      ...{ untilAt: null, ended: null },
    })),
  )
  if (rows.length > 0) await upsert(tx, PublishedFileRow, rows, ['stem', 'sha256'])
}

/** Returns the files that an entry, its change and its former versions have. */
async function filesEver(
  read: EntityManager,
  row: EntryRow,
): Promise<ReadonlyMap<string, StoredFile>> {
  const versions = await read.findBy(VersionRow, { recordId: row.id, files: Not(IsNull()) })
  const changes = await read.findBy(EntryChangeRow, { entrySeq: row.seq })
  const former = [...versions, ...changes].flatMap(({ files }) => files ?? [])
  return new Map([...former, ...filesOfRow(row)].map((file) => [file.stem, file]))
}

/** Returns the hashes of a file in all sizes. Missing files are left out. */
async function digestsOf(files: FileStore, file: StoredFile): Promise<string[]> {
  const names = [fileName(file), ...(file.sizes ?? []).map(({ width }) => resizedName(file, width))]
  const digests = new Set<string>()
  for (const name of names) {
    try {
      digests.add(await files.use(file.folder, name, sha256OfFile))
    } catch (error) {
      if (!isNodeError(error, 'ENOENT')) throw error
    }
  }
  return [...digests]
}

/** Replaces the pending row of a file by its hashes. */
async function storeDigests(
  tx: EntityManager,
  stem: string,
  digests: readonly string[],
): Promise<void> {
  const waiting = await tx.findOneBy(PublishedFileRow, { stem, sha256: PENDING })
  if (!waiting) return
  await tx.delete(PublishedFileRow, { stem, sha256: PENDING })
  const rows = digests.map((sha256) => ({ ...waiting, sha256 }))
  if (rows.length > 0) await upsert(tx, PublishedFileRow, rows, ['stem', 'sha256'])
}
