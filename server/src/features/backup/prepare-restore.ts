// Apart from restore-stopped.ts: the server loads this file, and must not load the image library with it.
import fs from 'node:fs/promises'
import path from 'node:path'
import { DATABASE_FILE } from '../../data-folder.ts'
import { openDatabase } from '../../db/database.ts'
import { carryOver } from '../../db/snapshot.ts'
import { type ActionContext, recordActivity } from '../activity/activity-commands.ts'
import type { BackupPaths } from './backup-format.ts'
import { clearRestore, incomingFolder } from './replace-data.ts'

/** An empty folder for what is to come in; what an earlier restore has left goes. */
export async function clearedIncoming(paths: BackupPaths): Promise<string> {
  await clearRestore(paths)
  const incoming = incomingFolder(paths)
  await fs.mkdir(incoming, { recursive: true, mode: 0o700 })
  return incoming
}

interface Restored {
  /** Who restores, and when. */
  doing: ActionContext
  /** The sign-in that goes on; all others end. */
  session: string | null
  /** Name of the backup. */
  name: string
  /** Path of the present database; null where it cannot be read. */
  present: string | null
}

/**
 * Brings a backup's database to this program's schema and gives it the present accounts and
 * activity: a restore brings back what the school has published, not the password of last year,
 * nor the colleague who has left; and it leaves its trace.
 */
export async function adoptDatabase(
  paths: BackupPaths,
  { doing, session, name, present }: Restored,
): Promise<void> {
  const file = path.join(incomingFolder(paths), DATABASE_FILE)
  // Migrates it; the copy that is made before is thrown away with the folder.
  await (await openDatabase(file, paths.restore)).close()
  if (present !== null) carryOver(present, file, session)
  const database = await openDatabase(file, paths.restore)
  try {
    await database.writeUnseen((tx) =>
      recordActivity(tx, doing, { action: 'backupRestored', subject: 'backup', title: name }),
    )
  } finally {
    await database.close()
  }
}

/** Bytes that the present state takes on the disk. */
export async function presentBytes({
  root,
  databaseFile,
}: Pick<BackupPaths, 'root' | 'databaseFile'>): Promise<number> {
  let bytes = (await fs.stat(databaseFile).catch(() => null))?.size ?? 0
  for (const place of ['uploads', 'gallery-uploads']) {
    const folder = path.join(root, place)
    for (const name of await fs.readdir(folder).catch((): string[] => [])) {
      bytes += (await fs.stat(path.join(folder, name)).catch(() => null))?.size ?? 0
    }
  }
  return bytes
}
