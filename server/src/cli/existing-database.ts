import fs from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { DATABASE_FILE, openDataFolder } from '../data-folder.ts'
import { type Database, openDatabase } from '../db/database.ts'

/** Opens the server's database beside it. @throws with one line to read where there is none */
export async function openExistingDatabase({
  dataDir,
}: Pick<Config, 'dataDir'>): Promise<Database> {
  // Looked for first: with a mistyped DATA_DIR an empty database would be made and changed.
  const found = await fs.stat(path.join(dataDir, DATABASE_FILE)).catch(() => null)
  if (!found?.isFile()) {
    throw new Error(
      `DATA_DIR: there is no database in ${dataDir}. Start the server once, or set DATA_DIR to its folder.`,
    )
  }
  const folder = await openDataFolder(dataDir)
  return openDatabase(folder.databaseFile, folder.backups)
}
