import fs from 'node:fs/promises'
import path from 'node:path'

/** Where everything that the server keeps lies. Nothing is ever written outside `root`. */
export interface DataFolder {
  root: string
  databaseFile: string
  /** What sessions are signed with; nobody but the owner may read it. */
  secretFile: string
  /** By which desktop programs know this server again; nobody but the owner may read it. */
  serverKeyFile: string
  /** What the receiver of the webhook was told; no part of a backup. */
  webhookFile: string
  /** Locked while a server is using the folder. */
  lockFile: string
  backups: string
  /** What a backup is gathered or read in; emptied by the next one. */
  backupWork: string
  /** Locked while a backup is made, read or put back, by the server or from the command line. */
  backupLock: string
  /** What is about to be put in the place of everything, and what stood there until then. */
  restore: string
  /** Uploads on their way in; emptied at start. */
  staging: string
  /** Files that no record names, moved here by the sweep instead of being deleted. */
  orphans: string
  /** What can be made again at any time; may be emptied while the server stands still. */
  cache: string
  /** Pages of documents while they are drawn; emptied at start. */
  drawing: string
  /** Share cards that were drawn already. */
  cards: string
  uploads: string
  galleryUploads: string
}

/** Name of the database's file in the data folder. */
export const DATABASE_FILE = 'bidyaloy.sqlite'

/** What is where in the data folder at `root`; touches nothing. */
export function dataFolderAt(root: string): DataFolder {
  return {
    root,
    databaseFile: path.join(root, DATABASE_FILE),
    secretFile: path.join(root, 'signing-secret'),
    serverKeyFile: path.join(root, 'server-key'),
    webhookFile: path.join(root, 'webhook.sqlite'),
    lockFile: path.join(root, 'server.lock'),
    backups: path.join(root, 'backups'),
    backupWork: path.join(root, 'cache', 'backup'),
    backupLock: path.join(root, 'backup.lock'),
    restore: path.join(root, 'restore'),
    staging: path.join(root, 'staging'),
    orphans: path.join(root, 'orphans'),
    cache: path.join(root, 'cache'),
    drawing: path.join(root, 'cache', 'drawing'),
    cards: path.join(root, 'cache', 'share'),
    uploads: path.join(root, 'uploads'),
    galleryUploads: path.join(root, 'gallery-uploads'),
  }
}

/** Makes the data folder and what belongs in it, readable by its owner alone. */
export async function openDataFolder(root: string): Promise<DataFolder> {
  const folder = dataFolderAt(root)
  const { backups, staging, orphans, cache, drawing, cards, uploads, galleryUploads } = folder
  const work = [backups, staging, orphans, cache, drawing, cards]
  for (const dir of [root, ...work, uploads, galleryUploads]) {
    await fs.mkdir(dir, { recursive: true, mode: 0o700 })
  }
  return folder
}

/** Permission bits of anyone but the owner. */
const OTHERS = 0o077

/**
 * Takes the data folder, and what was made in it with other permissions, away from everyone but
 * its owner.
 * @returns whether the folder itself is private now: one of another user, or on a disk without
 *   permissions, stays as it is. Always true on Windows, which has access lists instead
 */
export async function makePrivate(folder: DataFolder): Promise<boolean> {
  if (process.platform === 'win32') return true
  const { root, databaseFile, webhookFile, secretFile, serverKeyFile } = folder
  const databases = [databaseFile, webhookFile].flatMap((file) => [
    file,
    `${file}-wal`,
    `${file}-shm`,
  ])
  for (const file of [...databases, secretFile, serverKeyFile]) await restrict(file, 0o600)
  return restrict(root, 0o700)
}

/** Whether a place is private to its owner; what is not there is. */
export async function isPrivate(place: string): Promise<boolean> {
  const found = await fs.stat(place).catch(() => null)
  return found === null || (found.mode & OTHERS) === 0
}

async function restrict(place: string, mode: number): Promise<boolean> {
  if (await isPrivate(place)) return true
  await fs.chmod(place, mode).catch(() => undefined)
  return isPrivate(place)
}

/**
 * Refuses a folder that holds the files of a school but no database: an empty one would be made,
 * and every file put aside as belonging to nothing.
 * @throws with one line to read
 */
export async function assertDatabasePresent({
  databaseFile,
  uploads,
  galleryUploads,
}: DataFolder): Promise<void> {
  const database = await fs.stat(databaseFile).catch(() => null)
  if (database && database.size > 0) return
  const files = [...(await fs.readdir(uploads)), ...(await fs.readdir(galleryUploads))]
  if (files.length === 0) return
  throw new Error(
    `${databaseFile}: the database is ${database ? 'empty' : 'missing'}, but there are ${files.length} files that belong to it. Nothing was touched. Bring back the newest good backup: npm run admin -- restore`,
  )
}
