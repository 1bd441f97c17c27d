import fs from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
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

/** Adds a command with a description and examples, which its help shows. */
export function addCommand(
  program: Command,
  name: string,
  { description, examples }: { description: string; examples: readonly string[] },
): Command {
  const lines = ['\nExamples:', ...examples.map((line) => `  $ npm run admin -- ${line}`)]
  return program.command(name).description(description).addHelpText('after', lines.join('\n'))
}

/** Prints the result of a command as JSON or as text. */
export function print(
  { stdout }: Pick<CliContext, 'stdout'>,
  { json, result, text }: { json: boolean | undefined; result: object; text: string },
): void {
  stdout.write(`${json ? JSON.stringify(result) : text}\n`)
}

/**
 * Returns the admin with that name, or the only enabled one.
 * @param option command line option with the name, for messages
 * @throws Error whose message is a single line for the operator
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
    throw new Error(`${option}: unknown admin ${username}. Admins: ${names || 'none'}.`)
  }
  const [only, ...others] = admins.filter(({ disabledAt }) => disabledAt === null)
  if (!only) throw new Error('No admin exists yet. The first start of the server creates one.')
  if (others.length > 0) throw new Error(`Choose an admin with ${option}: ${names}.`)
  return only
}

/**
 * Opens the data folder of a school.
 * @throws Error with a one-line message if it has no database: with a mistyped DATA_DIR an empty one
 *   would be created
 */
export async function openExistingFolder({
  dataDir,
}: Pick<Config, 'dataDir'>): Promise<DataFolder> {
  const found = await fs.stat(path.join(dataDir, DATABASE_FILE)).catch(() => null)
  if (found?.isFile()) return openDataFolder(dataDir)
  throw new Error(
    `DATA_DIR: there is no database in ${dataDir}. Start the server once, or set DATA_DIR to its folder.`,
  )
}

/** Runs work on the database of a school, also beside a running server. @throws as `openExistingFolder` */
export async function withDatabase<T>(
  config: Pick<Config, 'dataDir'>,
  work: (db: Database, folder: DataFolder) => Promise<T>,
): Promise<T> {
  const folder = await openExistingFolder(config)
  const db = await openDatabase(folder.databaseFile, folder.backups)
  try {
    return await work(db, folder)
  } finally {
    await db.close()
  }
}

/** Runs work while no server uses the data folder. @throws Error with `hint` if one does */
export function withServerStopped<T>(
  { lockFile, root }: Pick<DataFolder, 'lockFile' | 'root'>,
  work: () => Promise<T>,
  hint = 'Stop it and try again.',
): Promise<T> {
  return withLock(lockFile, `The server is running on ${root}. ${hint}`, work)
}

/** Runs work with a lock file. @throws Error with `message` if another process holds the lock */
export async function withLock<T>(
  file: string,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  const unlock = takeLock(file)
  if (!unlock) throw new Error(message)
  try {
    return await work()
  } finally {
    unlock()
  }
}
