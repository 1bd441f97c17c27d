import fs from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import pino from 'pino'
import type { Config } from '../config.ts'
import { DATABASE_FILE, type DataFolder, openDataFolder } from '../data-folder.ts'
import type { Database } from '../db/database.ts'
import { AdminRow } from '../db/entities.ts'
import { takeLock } from '../db/folder-lock.ts'
import { findAdmin } from '../features/auth/admin-commands.ts'
import { openFileStore } from '../find-files.ts'
import { findRecords, SCHOOL } from '../find-records.ts'
import { isNodeError } from '../lib/node-error.ts'
import type { FileStore } from '../storage/file-store.ts'

/** Environment and streams of the commands. */
export interface CliContext {
  env: NodeJS.ProcessEnv
  stdin: NodeJS.ReadableStream
  stdout: { write(text: string): unknown }
  /** Name of the school in a database or bucket with several. */
  school?: string | undefined
  /** Data folder of the server, where `DATA_DIR` is that of one of its schools. */
  serverDir?: string | undefined
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
 * Returns the absolute path of a file that was named on the command line. Commands run in the folder of
 * the program; npm and `bin/bidyaloy` say where they were called.
 */
export function givenPath(env: NodeJS.ProcessEnv, word: string): string {
  return path.resolve(env.INIT_CWD ?? '.', word)
}

/** Reads a file that was named on the command line. @throws Error with a one-line message */
export async function readGiven(env: NodeJS.ProcessEnv, word: string): Promise<Buffer> {
  const file = givenPath(env, word)
  return fs.readFile(file).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT')) throw new Error(`${file}: no such file.`)
    throw error
  })
}

/** The settings that say where a school's data are. */
export type Places = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'databaseOwnerUrl' | 'bucket' | 'cacheBytes'
>

/** The data of a school, opened for a command. */
export interface OpenedSchool {
  db: Database
  folder: DataFolder
  /** Opens its files. @throws StorageUnavailable */
  openFiles(): Promise<FileStore>
}

/** The log of parts that the commands share with the server. */
export const silent = pino({ level: 'silent' })

/**
 * Opens the data folder of a school.
 * @throws Error with a one-line message if it has no database: with a mistyped DATA_DIR an empty one
 *   would be created
 */
export async function openExistingFolder({
  dataDir,
  databaseUrl,
}: Pick<Places, 'dataDir' | 'databaseUrl'>): Promise<DataFolder> {
  if (databaseUrl !== undefined) return openDataFolder(dataDir)
  const found = await fs.stat(path.join(dataDir, DATABASE_FILE)).catch((error: unknown) => {
    if (!isNodeError(error, 'EACCES', 'EPERM')) return null
    throw new Error(
      `DATA_DIR: ${dataDir} cannot be read by this user. Run the command with sudo, or as the user who runs the server.`,
    )
  })
  if (found?.isFile()) return openDataFolder(dataDir)
  throw new Error(
    `DATA_DIR: there is no database in ${dataDir}. Start the server once, or set DATA_DIR to its folder.`,
  )
}

/** Runs work on the database of a school, also beside a running server. @throws as `openExistingFolder` */
export async function withDatabase<T>(
  config: Places,
  work: (opened: OpenedSchool) => Promise<T>,
  school = SCHOOL,
): Promise<T> {
  const folder = await openExistingFolder(config)
  return withRecords(config, { folder, school, founds: false }, work)
}

/** Like `withDatabase`, in any folder: creates SQLite's database, and if `founds` a school of PostgreSQL. */
export async function withRecords<T>(
  config: Places,
  {
    folder,
    school = SCHOOL,
    founds = true,
  }: { folder: DataFolder; school?: string | undefined; founds?: boolean },
  work: (opened: OpenedSchool) => Promise<T>,
): Promise<T> {
  const records = await findRecords({ config, log: silent, school, founds }, folder)
  try {
    const db = await records.open()
    const openFiles = () => openFileStore({ config, folder, school, log: silent })
    return await work({ db, folder, openFiles }).finally(() => db.close())
  } finally {
    await records.close()
  }
}

/**
 * Runs work while no server uses the data folder. With PostgreSQL also beside servers, which notice
 * what is written.
 * @throws Error with `hint` if one does
 */
export function withServerStopped<T>(
  { databaseUrl }: Pick<Places, 'databaseUrl'>,
  { lockFile, root }: Pick<DataFolder, 'lockFile' | 'root'>,
  work: () => Promise<T>,
  hint = 'Stop it and try again.',
): Promise<T> {
  if (databaseUrl !== undefined) return work()
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
