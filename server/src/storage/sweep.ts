import fs from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { DataFolder } from '../data-folder.ts'
import type { Database } from '../db/database.ts'
import { compareFiles, type Differences } from './compare-files.ts'
import { directoryOf } from './directories.ts'
import { referencedFiles } from './referenced-files.ts'

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
