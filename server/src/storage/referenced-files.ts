import fs from 'node:fs/promises'
import path from 'node:path'
import type Sqlite from 'better-sqlite3'
import type { Logger } from 'pino'
import { type EntityManager, IsNull, Not } from 'typeorm'
import type { DataFolder } from '../data-folder.ts'
import type { Database } from '../db/database.ts'
import { EntryRow, SitePictureRow, type StoredFile } from '../db/entities.ts'
import { allFileNames, directoryOf } from './file-names.ts'

/** A kept file and what names it, for a log. */
export interface ReferencedFile {
  record: string
  file: StoredFile
}

/** Every file that a row names; what lies in the bin still names its own. */
export async function referencedFiles(reader: EntityManager): Promise<ReferencedFile[]> {
  const entries = await reader.find(EntryRow, {
    select: { id: true, file: true },
    where: { file: Not(IsNull()) },
  })
  const pictures = await reader.find(SitePictureRow)
  return [
    ...entries.flatMap(({ id, file }) => (file ? [{ record: id, file }] : [])),
    ...pictures.map(({ name, file }) => ({ record: name, file })),
  ]
}

/** The same from a connection of its own, for whoever looks at the database from outside. */
export function referencedFilesOf(connection: Sqlite.Database): ReferencedFile[] {
  const rows = connection
    .prepare<[], { record: string; file: string }>(
      `SELECT id AS record, file FROM entry WHERE file IS NOT NULL
       UNION ALL SELECT name, file FROM site_picture`,
    )
    .all()
  // Written by the server as just this.
  return rows.map(({ record, file }) => ({ record, file: JSON.parse(file) as StoredFile }))
}

/** The site's own picture whose file has that stem: everyone may see it. */
export async function sitePictureFile(
  reader: EntityManager,
  stem: string,
): Promise<StoredFile | null> {
  const picture = await reader.findOneBy(SitePictureRow, { fileStem: stem })
  return picture?.file ?? null
}

/** A file of which only one half is there. */
interface HalfFile {
  folder: StoredFile['folder']
  /** Name below the folder. */
  name: string
}

/** Where files and records do not agree. */
export interface Differences {
  /** Files that no record names. */
  unnamed: HalfFile[]
  /** Files that are not there, each with the id of the record that names it. */
  missing: (HalfFile & { record: string })[]
}

const FILE_FOLDERS = [
  'uploads',
  'gallery-uploads',
] as const satisfies readonly StoredFile['folder'][]

/** Holds the folders of files against the records that name them, both ways. */
export async function compareFiles(
  folder: Pick<DataFolder, 'uploads' | 'galleryUploads'>,
  named: readonly ReferencedFile[],
): Promise<Differences> {
  const differences: Differences = { unnamed: [], missing: [] }
  for (const one of FILE_FOLDERS) {
    const present = new Set(await filesIn(directoryOf(folder, one)))
    for (const { record, file } of named) {
      if (file.folder !== one) continue
      for (const name of allFileNames(file)) {
        if (!present.delete(name)) differences.missing.push({ folder: one, name, record })
      }
    }
    for (const name of present) differences.unnamed.push({ folder: one, name })
  }
  return differences
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await fs.readdir(directory, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

interface SweepOptions {
  folder: DataFolder
  db: Database
  log: Logger
}

/**
 * Puts files and rows in step after a crash, before anyone is served: half-sent uploads and
 * half-drawn pages go, files that no row names are put aside, rows without their file are reported.
 * Deletes nothing that was ever whole.
 * @returns the files that are missing
 */
export async function sweepStorage({
  folder,
  db,
  log,
}: SweepOptions): Promise<Differences['missing']> {
  for (const unfinished of [folder.staging, folder.drawing]) {
    for (const name of await fs.readdir(unfinished)) {
      await fs.rm(path.join(unfinished, name), { recursive: true, force: true })
    }
  }
  const { unnamed, missing } = await compareFiles(folder, await referencedFiles(db.read))
  for (const { folder: from, name } of unnamed) {
    await fs.rename(path.join(directoryOf(folder, from), name), path.join(folder.orphans, name))
  }
  if (unnamed.length > 0) {
    log.warn({ files: unnamed }, 'files without a record were put aside')
  }
  if (missing.length > 0) log.error({ missing }, 'records without their file')
  return missing
}
