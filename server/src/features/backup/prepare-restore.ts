// Apart from restore-stopped.ts, which loads the image library; the server must not load it.
import fs from 'node:fs/promises'
import path from 'node:path'
import { DATABASE_FILE } from '../../data-folder.ts'
import { carryOver } from '../../engines/sqlite/snapshot.ts'
import { openDatabase } from '../../engines/sqlite/sqlite-database.ts'
import { UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import type { BackupPaths } from './backup-format.ts'
import { clearRestore, incomingFolder } from './replace-data.ts'

/** Creates an empty folder for the restored data; that of an earlier restore is removed. */
export async function prepareIncoming(paths: BackupPaths): Promise<string> {
  await clearRestore(paths)
  const incoming = incomingFolder(paths)
  await fs.mkdir(paths.restore, { recursive: true, mode: 0o700 })
  // Fails if an earlier restore is not complete.
  await fs.mkdir(incoming, { mode: 0o700 })
  return incoming
}

interface AdoptOptions {
  context: ActionContext
  /** Id of the session that stays valid; all others end. */
  session: string | null
  /** File name of the backup. */
  name: string
  /** Path of the current database; null if it cannot be read. */
  currentFile: string | null
}

/**
 * Migrates the database of a backup and gives it the current accounts and activity: a restore must
 * not bring back old passwords or disabled admins. Records the restore.
 */
export async function adoptDatabase(
  paths: BackupPaths,
  { context, session, name, currentFile }: AdoptOptions,
): Promise<void> {
  const file = await migrateIncoming(paths)
  if (currentFile !== null) carryOver(currentFile, file, session)
  const database = await openDatabase(file)
  try {
    await database.writePrivate((tx) =>
      recordActivity(tx, context, { action: 'backupRestored', subject: 'backup', title: name }),
    )
  } finally {
    await database.close()
  }
}

/** Migrates the database of a backup. @returns its path */
export async function migrateIncoming(paths: BackupPaths): Promise<string> {
  const file = path.join(incomingFolder(paths), DATABASE_FILE)
  await (await openDatabase(file)).close()
  return file
}

/** Returns the size of the current database and uploads in bytes. */
export async function sizeOfData({
  root,
  databaseFile,
}: Pick<BackupPaths, 'root' | 'databaseFile'>): Promise<number> {
  const sizeOf = async (file: string) => (await fs.stat(file).catch(() => null))?.size ?? 0
  let bytes = await sizeOf(databaseFile)
  for (const place of UPLOAD_FOLDERS) {
    const folder = path.join(root, place)
    for (const name of await fs.readdir(folder).catch((): string[] => [])) {
      bytes += await sizeOf(path.join(folder, name))
    }
  }
  return bytes
}
