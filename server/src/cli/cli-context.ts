import fs from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { DATABASE_FILE, type DataFolder, openDataFolder } from '../data-folder.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { AdminRow } from '../db/entities.ts'
import { takeLock } from '../db/folder-lock.ts'
import { findAdmin } from '../features/auth/admin-commands.ts'

/** Environment and streams of the commands. */
export interface CliContext {
  env: NodeJS.ProcessEnv
  stdin: NodeJS.ReadableStream
  stdout: { write(text: string): unknown }
  /** Receives the exit code of a command that has several. */
  endWith?: ((code: number) => void) | undefined
}

/** Lines that show a command in use, as they stand below its help. */
export function helpExamples(...lines: string[]): string {
  return ['\nExamples:', ...lines.map((line) => `  $ npm run admin -- ${line}`)].join('\n')
}

/**
 * The admin of that name, or the only one who may sign in.
 * @param option the word on the command line that says whose
 * @throws with one line to read
 */
export async function chooseAdmin(
  db: Database,
  username: string | undefined,
  option: string,
): Promise<AdminRow> {
  const admins = await db.read.find(AdminRow, { order: { username: 'ASC' } })
  const names = admins
    .map(({ username: name, disabledAt }) => (disabledAt ? `${name} (disabled)` : name))
    .join(', ')
  if (username !== undefined) {
    const named = await findAdmin(db.read, username)
    if (named) return named
    throw new Error(
      `${option}: there is no admin called ${username}. There is: ${names || 'none'}.`,
    )
  }
  const [only, ...others] = admins.filter(({ disabledAt }) => disabledAt === null)
  if (!only) throw new Error('There is no admin yet: the first start of the server makes one.')
  if (others.length > 0) throw new Error(`Say whose with ${option}. There is: ${names}.`)
  return only
}

/** Opens the database beside a running server. @throws Error with a one-line message if it is missing */
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

/**
 * Does work that a running server would not notice, while none runs on the folder.
 * @throws with one line to read where one does
 */
export async function withServerStopped<T>(
  { lockFile, root }: Pick<DataFolder, 'lockFile' | 'root'>,
  work: () => Promise<T>,
): Promise<T> {
  const unlock = takeLock(lockFile)
  if (!unlock) throw new Error(`The server is running on ${root}. Stop it and try again.`)
  try {
    return await work()
  } finally {
    unlock()
  }
}
