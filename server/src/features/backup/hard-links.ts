import fs from 'node:fs/promises'
import path from 'node:path'
import { inspectDatabase, snapshotDatabase } from '../../db/snapshot.ts'
import type { BackupPaths } from './backup-paths.ts'
import { DATABASE_NAME } from './manifest.ts'
import { pathsReferencedIn } from './referenced-paths.ts'

/** A state of the school that stands still: its database, and a second name for each of its files. */
export interface Collected {
  database: string
  inspected: ReturnType<typeof inspectDatabase>
  /** Paths below the data folder, and below `folder`. */
  files: { path: string; size: number }[]
  missing: string[]
  folder: string
}

/** Where the file system gives no second names, the file itself is copied. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'ENOSYS', 'EMLINK', 'EACCES'])
const MOST_TRIES = 10

/**
 * Takes a snapshot of the database, then gives every file that it names a second name, under which
 * it stays whatever is deleted meanwhile. A file that was deleted in between is not in the next
 * snapshot: so it begins anew until only such files are missing as were missing the time before.
 * @param work an empty folder on the disk of the data folder
 */
export async function collect(
  { root, databaseFile }: Pick<BackupPaths, 'root' | 'databaseFile'>,
  work: string,
): Promise<Collected> {
  const database = path.join(work, DATABASE_NAME)
  const folder = path.join(work, 'files')
  for (const place of ['uploads', 'gallery-uploads']) {
    await fs.mkdir(path.join(folder, place), { recursive: true, mode: 0o700 })
  }
  let before: ReadonlySet<string> = new Set()
  for (let tries = 1; ; tries += 1) {
    await fs.rm(database, { force: true })
    snapshotDatabase(databaseFile, database)
    const inspected = inspectDatabase(database)
    const files: Collected['files'] = []
    const missing: string[] = []
    for (const name of pathsReferencedIn(inspected.files)) {
      const size = await hold(path.join(root, name), path.join(folder, name))
      if (size === null) missing.push(name)
      else files.push({ path: name, size })
    }
    if (missing.every((name) => before.has(name)) || tries === MOST_TRIES) {
      return { database, inspected, files, missing, folder }
    }
    before = new Set(missing)
  }
}

/** @returns its size in bytes; null where there is no such file */
async function hold(file: string, second: string): Promise<number | null> {
  try {
    await fs.link(file, second)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') return null
    // From the try before this one.
    if (code !== 'EEXIST') {
      if (!NO_LINKS.has(code)) throw error
      await fs.copyFile(file, second)
    }
  }
  return (await fs.stat(second)).size
}
