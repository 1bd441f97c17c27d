import fs from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { DataFolder } from '../data-folder.ts'
import type { Database } from '../db/database.ts'
import type { StoredFile } from '../db/entities.ts'
import { directoryOf } from './directories.ts'
import { allFileNames } from './file-names.ts'
import { namedFiles } from './named-files.ts'

interface SweepOptions {
  folder: DataFolder
  db: Database
  log: Logger
}

const FOLDERS = ['uploads', 'gallery-uploads'] as const satisfies StoredFile['folder'][]

/**
 * Puts files and rows in step after a crash, before anyone is served: half-sent uploads and
 * half-drawn pages go, files that no row names are put aside, rows without their file are reported.
 * Deletes nothing that was ever whole.
 */
export async function sweepStorage({ folder, db, log }: SweepOptions): Promise<void> {
  for (const unfinished of [folder.staging, folder.drawing]) {
    for (const name of await fs.readdir(unfinished)) {
      await fs.rm(path.join(unfinished, name), { recursive: true, force: true })
    }
  }
  const named = await namedFiles(db.read)
  for (const name of FOLDERS) {
    const directory = directoryOf(folder, name)
    const present = new Set(await filesIn(directory))
    const missing: { record: string; file: string }[] = []
    for (const { record, file } of named) {
      if (file.folder !== name) continue
      for (const expected of allFileNames(file)) {
        if (!present.delete(expected)) missing.push({ record, file: expected })
      }
    }
    for (const orphan of present) {
      await fs.rename(path.join(directory, orphan), path.join(folder.orphans, orphan))
    }
    if (present.size > 0) {
      log.warn({ folder: name, files: [...present] }, 'files without a record were put aside')
    }
    if (missing.length > 0) log.error({ folder: name, missing }, 'records without their file')
  }
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await fs.readdir(directory, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
