import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { DATABASE_FILE } from '../../data-folder.ts'
import { isNodeError } from '../../node-error.ts'
import { fsync } from '../../storage/atomic-move.ts'
import type { BackupPaths } from './backup-format.ts'

/*
 * A restore changes three names in the data folder: the database and the two folders of files. No
 * file system changes three names at once, so what is going to happen is written down first. From
 * then on it only goes forward: whoever finds the note, after a power cut too, carries it through.
 */

type ReplacePaths = Pick<BackupPaths, 'root' | 'restore'>

/** Folders below `restore` between which the data folder's parts change places. */
const Note = z.object({
  incoming: z.enum(['new', 'old']),
  outgoing: z.enum(['old', 'rejected']),
})
type Note = z.infer<typeof Note>

const NOTE = 'swap.json'
/** What SQLite keeps beside a database that was not closed: it belongs to the one that goes. */
const SIDE_FILES = [`${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`]
const PARTS = [DATABASE_FILE, 'uploads', 'gallery-uploads']

/** Where the parts are laid that are to come in. */
export function incomingFolder({ restore }: ReplacePaths): string {
  return path.join(restore, 'new')
}

/** Where the parts lie that went out. */
export function outgoingFolder({ restore }: ReplacePaths): string {
  return path.join(restore, 'old')
}

/** Puts what lies ready in the place of what is there. The database must be closed. */
export async function replaceData(paths: ReplacePaths): Promise<void> {
  await writeNote(paths, { incoming: 'new', outgoing: 'old' })
  await finishReplace(paths)
}

/** Puts back what `replaceData` took out. */
export async function undoReplace(paths: ReplacePaths): Promise<void> {
  await writeNote(paths, { incoming: 'old', outgoing: 'rejected' })
  await finishReplace(paths)
}

/** Removes what a restore has left, whether it was carried through or not. */
export async function clearRestore({ restore }: Pick<ReplacePaths, 'restore'>): Promise<void> {
  await fs.rm(restore, { recursive: true, force: true })
}

/**
 * Carries a restore through that a power cut interrupted, or clears it away where nothing had been
 * changed yet. To be called before the database is opened.
 * @returns whether one was carried through
 */
export async function settleReplace(paths: ReplacePaths): Promise<boolean> {
  const finished = await finishReplace(paths)
  await clearRestore(paths)
  return finished
}

/**
 * Carries a swap through that was begun.
 * @returns whether there was one
 */
async function finishReplace(paths: ReplacePaths): Promise<boolean> {
  const { root, restore } = paths
  const note = await readNote(paths)
  if (!note) return false
  const incoming = path.join(restore, note.incoming)
  const outgoing = path.join(restore, note.outgoing)
  await fs.mkdir(outgoing, { recursive: true, mode: 0o700 })
  if (await exists(path.join(incoming, DATABASE_FILE))) {
    for (const name of SIDE_FILES) await move(path.join(root, name), path.join(outgoing, name))
  }
  for (const name of PARTS) {
    const from = path.join(incoming, name)
    const here = path.join(root, name)
    if (!(await exists(from))) continue
    if (await exists(path.join(outgoing, name))) await removeEmpty(here)
    else await move(here, path.join(outgoing, name))
    await fs.rename(from, here)
  }
  for (const folder of [incoming, outgoing, root]) await fsync(folder, 'r')
  await fs.rm(path.join(restore, NOTE))
  await fsync(restore, 'r')
  return true
}

async function writeNote({ restore }: ReplacePaths, note: Note): Promise<void> {
  const file = path.join(restore, NOTE)
  await fs.writeFile(`${file}.partial`, JSON.stringify(note), { mode: 0o600, flush: true })
  await fs.rename(`${file}.partial`, file)
  await fsync(restore, 'r')
}

async function readNote({ restore }: ReplacePaths): Promise<Note | null> {
  try {
    return Note.parse(JSON.parse(await fs.readFile(path.join(restore, NOTE), 'utf8')))
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return null
    throw error
  }
}

/** A start that found a folder missing has made it anew. */
async function removeEmpty(folder: string): Promise<void> {
  if (await exists(folder)) await fs.rmdir(folder)
}

async function move(from: string, to: string): Promise<void> {
  if (await exists(from)) await fs.rename(from, to)
}

async function exists(file: string): Promise<boolean> {
  return (await fs.lstat(file).catch(() => null)) !== null
}
