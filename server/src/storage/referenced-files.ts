import fs from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type Sqlite from 'better-sqlite3'
import type { Logger } from 'pino'
import { type EntityManager, IsNull, Not } from 'typeorm'
import type { DataFolder } from '../data-folder.ts'
import type { Database } from '../db/database.ts'
import {
  EntryChangeRow,
  EntryRow,
  SitePictureRow,
  type StoredFile,
  VersionRow,
} from '../db/entities.ts'
import { storedFilesOf } from '../db/entry-content.ts'
import { isReadable } from '../db/stored-values.ts'
import { nullIfMissing } from '../lib/node-error.ts'
import { allFileNames } from './file-names.ts'
import { directoryOf, type FileStore, UPLOAD_FOLDERS } from './file-store.ts'

/** A stored file and what references it. */
export interface ReferencedFile {
  /** Names the record in messages: its id, the name of a site picture, or `change of` an entry. */
  recordLabel: string
  file: StoredFile
}

/** Returns the files of all records, including those in the trash, of changes that are not
 * published yet, and of former versions. */
export async function referencedFiles(reader: EntityManager): Promise<ReferencedFile[]> {
  const entries = await reader.find(EntryRow, {
    select: { id: true, file: true, moreFiles: true, videoPicture: true },
    where: [{ file: Not(IsNull()) }, { videoPicture: Not(IsNull()) }],
  })
  const pictures = await reader.find(SitePictureRow)
  const versions = await reader.find(VersionRow, {
    select: { recordId: true, recordType: true, n: true, files: true },
    where: { files: Not(IsNull()) },
  })
  const changes = await reader.find(EntryChangeRow, { where: { files: Not(IsNull()) } })
  return [
    ...entries.flatMap((entry) =>
      storedFilesOf(entry).map((file) => ({ recordLabel: entry.id, file })),
    ),
    ...pictures.filter(isReadable).map(({ name, file }) => ({ recordLabel: name, file })),
    ...changes.flatMap(({ entrySeq, files }) =>
      (files ?? []).map((file) => ({ recordLabel: `change of ${entrySeq}`, file })),
    ),
    ...versions.flatMap(({ recordId, files }) =>
      (files ?? []).map((file) => ({ recordLabel: recordId, file })),
    ),
  ]
}

/** Returns the paths of the files of all records, as `<folder>/<name>`. */
export async function referencedPaths(reader: EntityManager): Promise<Set<string>> {
  const referenced = await referencedFiles(reader)
  return new Set(
    referenced.flatMap(({ file }) => allFileNames(file).map((name) => `${file.folder}/${name}`)),
  )
}

/** Returns the files of all records from a plain connection, for checks from outside the server. */
export function referencedFilesOf(connection: Sqlite.Database): ReferencedFile[] {
  const rows = connection
    .prepare<[], { recordLabel: string; file: string }>(
      `SELECT id AS recordLabel, file FROM entry WHERE file IS NOT NULL
       UNION ALL SELECT id, video_picture FROM entry WHERE video_picture IS NOT NULL
       UNION ALL SELECT entry.id, further.value FROM entry, json_each(entry.more_files) AS further
       UNION ALL SELECT entry.id, changed.value FROM entry_change
         JOIN entry ON entry.seq = entry_seq, json_each(entry_change.more_files) AS changed
       UNION ALL SELECT name, file FROM site_picture
       UNION ALL SELECT record_id, former.value FROM version, json_each(version.more_files) AS former`,
    )
    .all()
  // The server writes this column as JSON of `StoredFile`.
  return rows.map(({ recordLabel, file }) => ({
    recordLabel,
    file: JSON.parse(file) as StoredFile,
  }))
}

/** A file that no record references, or a reference to a missing file. */
interface UnmatchedFile {
  folder: StoredFile['folder']
  /** Name below the folder. */
  name: string
}

/** Mismatches between files and records. */
export interface Differences {
  /** Files that no record references. */
  unreferenced: UnmatchedFile[]
  /** Missing files, each with the label of a record that references it. */
  missing: (UnmatchedFile & { recordLabel: string })[]
}

/** Compares the folders of uploads with the records, in both directions. @throws StorageUnavailable */
export async function compareFiles(
  files: Pick<FileStore, 'names'>,
  referenced: readonly ReferencedFile[],
): Promise<Differences> {
  const differences: Differences = { unreferenced: [], missing: [] }
  for (const one of UPLOAD_FOLDERS) {
    const present = new Set(await files.names(one))
    const unreferenced = new Set(present)
    // Several versions of a record may have the same file.
    const missing = new Map<string, string>()
    for (const { recordLabel, file } of referenced) {
      if (file.folder !== one) continue
      for (const name of allFileNames(file)) {
        unreferenced.delete(name)
        if (!present.has(name)) missing.set(name, recordLabel)
      }
    }
    for (const name of unreferenced) differences.unreferenced.push({ folder: one, name })
    for (const [name, recordLabel] of missing) {
      differences.missing.push({ folder: one, name, recordLabel })
    }
  }
  return differences
}

/**
 * Reconciles files with records at start, after a possible crash. Removes incomplete uploads and
 * incomplete page pictures, moves unreferenced files to `orphans`, and logs missing files. Never deletes a
 * complete file. A bucket is compared by the daily check instead, so that no start waits for it.
 * @returns the missing files
 */
export async function sweepStorage({
  folder,
  files,
  db,
  log,
}: {
  folder: DataFolder
  files: FileStore
  db: Database
  log: Logger
}): Promise<Differences['missing']> {
  for (const unfinished of [folder.staging, folder.drawing]) {
    for (const name of await fs.readdir(unfinished)) {
      // A command may be about to store it.
      if (db.isShared && (await isRecent(path.join(unfinished, name)))) continue
      await fs.rm(path.join(unfinished, name), { recursive: true, force: true })
    }
  }
  if (files.isRemote) return []
  const { unreferenced, missing } = await compareFiles(files, await referencedFiles(db.read))
  for (const { folder: from, name } of unreferenced) {
    // Another process may be about to write its record.
    if (db.isShared && (await isRecent(path.join(directoryOf(folder, from), name)))) continue
    await fs.rename(path.join(directoryOf(folder, from), name), path.join(folder.orphans, name))
  }
  if (unreferenced.length > 0) {
    log.warn({ files: unreferenced }, 'files without a record were moved to orphans')
  }
  if (missing.length > 0) log.error({ missing }, 'records without their file')
  return missing
}

/** Whether a file was stored within a day, or has been removed just now. */
async function isRecent(file: string): Promise<boolean> {
  const found = await fs.stat(file).catch(nullIfMissing)
  return found === null || Date.now() - found.ctimeMs < DAY_MS
}
