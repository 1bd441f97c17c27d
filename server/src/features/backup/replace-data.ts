import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { DATABASE_FILE } from '../../data-folder.ts'
import { takeLock } from '../../db/folder-lock.ts'
import { fsync } from '../../lib/atomic-move.ts'
import { isNodeError } from '../../lib/node-error.ts'
import { UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import type { BackupPaths } from './backup-format.ts'

/*
 * A restore replaces the database and two folders, which no file system can do atomically. A journal
 * is written first. From then on the replacement only goes forward: if it is interrupted, the next
 * start completes it.
 */

type ReplacePaths = Pick<BackupPaths, 'root' | 'restore'>

/** Names of the folders below `restore`: where the new data comes from and the old data goes. */
const Journal = z.object({
  incoming: z.enum(['new', 'old']),
  outgoing: z.enum(['old', 'rejected']),
  /** Name of the folder below `root` that the old data is moved to at last; else it is removed. */
  aside: z.string().optional(),
})
type Journal = z.infer<typeof Journal>

const JOURNAL = 'swap.json'
/** Files of a database that was not closed; they go with it. */
const WAL_FILES = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`]
const PARTS = [DATABASE_FILE, ...UPLOAD_FOLDERS]

/** Returns the folder of the new data. */
export function incomingFolder({ restore }: ReplacePaths): string {
  return path.join(restore, 'new')
}

/** Returns the folder of the replaced data. */
export function outgoingFolder({ restore }: ReplacePaths): string {
  return path.join(restore, 'old')
}

/**
 * Replaces the data by that in the incoming folder. The database must be closed. If that fails, the
 * former data is put back.
 * @param aside name of a folder below the data folder that gets the former data, unless there is none
 */
export async function replaceData(paths: ReplacePaths, aside?: string): Promise<void> {
  try {
    await writeJournal(paths, { incoming: 'new', outgoing: 'old', ...(aside && { aside }) })
    await finishReplace(paths)
  } catch (error) {
    await undoReplace(paths)
    throw error
  }
}

/** Puts the data back that `replaceData` replaced. */
export async function undoReplace(paths: ReplacePaths): Promise<void> {
  // Nothing was moved yet.
  if (!(await exists(outgoingFolder(paths)))) {
    return fs.rm(path.join(paths.restore, JOURNAL), { force: true })
  }
  await writeJournal(paths, { incoming: 'old', outgoing: 'rejected' })
  await finishReplace(paths)
}

/** Removes the files of a restore, unless the next start has to complete it. */
export async function clearRestore({ restore }: Pick<ReplacePaths, 'restore'>): Promise<void> {
  if (await exists(path.join(restore, JOURNAL))) return
  await fs.rm(restore, { recursive: true, force: true })
}

/**
 * Completes an interrupted restore, or removes its files if nothing was replaced yet. Call it before
 * the database is opened.
 * @returns whether a restore was completed
 */
export async function finishInterruptedRestore(
  paths: ReplacePaths & Pick<BackupPaths, 'backupLock'>,
): Promise<boolean> {
  const finished = await finishReplace(paths)
  // With PostgreSQL, a command may be restoring beside the servers.
  const unlock = (await exists(paths.restore)) ? takeLock(paths.backupLock) : null
  if (unlock) await clearRestore(paths).finally(unlock)
  return finished
}

/** Completes the replacement in the journal. @returns whether there was one */
async function finishReplace(paths: ReplacePaths): Promise<boolean> {
  const { root, restore } = paths
  const journal = await readJournal(paths)
  if (!journal) return false
  const incoming = path.join(restore, journal.incoming)
  const outgoing = path.join(restore, journal.outgoing)
  await fs.mkdir(outgoing, { recursive: true, mode: 0o700 })
  if (await exists(path.join(incoming, DATABASE_FILE))) {
    for (const name of WAL_FILES) await move(path.join(root, name), path.join(outgoing, name))
  }
  for (const name of PARTS) {
    const from = path.join(incoming, name)
    const here = path.join(root, name)
    if (!(await exists(from))) continue
    // After an interruption, the start has created an empty folder in its place.
    if (await exists(path.join(outgoing, name))) await removeEmpty(here)
    else await move(here, path.join(outgoing, name))
    await fs.rename(from, here)
  }
  for (const name of WAL_FILES) await move(path.join(incoming, name), path.join(root, name))
  for (const folder of [incoming, outgoing, root]) await fsync(folder, 'r')
  if (journal.aside !== undefined && (await hasContent(outgoing))) {
    await fs.rename(outgoing, path.join(root, journal.aside))
    await fsync(root, 'r')
  }
  await fs.rm(path.join(restore, JOURNAL))
  await fsync(restore, 'r')
  return true
}

async function writeJournal({ restore }: ReplacePaths, journal: Journal): Promise<void> {
  const file = path.join(restore, JOURNAL)
  await fs.writeFile(`${file}.partial`, JSON.stringify(journal), { mode: 0o600, flush: true })
  await fs.rename(`${file}.partial`, file)
  await fsync(restore, 'r')
}

async function readJournal({ restore }: ReplacePaths): Promise<Journal | null> {
  try {
    return Journal.parse(JSON.parse(await fs.readFile(path.join(restore, JOURNAL), 'utf8')))
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return null
    throw error
  }
}

async function removeEmpty(folder: string): Promise<void> {
  if (await exists(folder)) await fs.rmdir(folder)
}

async function move(from: string, to: string): Promise<void> {
  if (await exists(from)) await fs.rename(from, to)
}

/** Whether a folder has a file, or a folder that is not empty. */
async function hasContent(folder: string): Promise<boolean> {
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    if (entry.isFile()) return true
    if ((await fs.readdir(path.join(folder, entry.name))).length > 0) return true
  }
  return false
}

async function exists(file: string): Promise<boolean> {
  return (await fs.lstat(file).catch(() => null)) !== null
}
