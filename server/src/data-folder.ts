import fs from 'node:fs/promises'
import path from 'node:path'

/** Name of the database's file in the data folder. */
export const DATABASE_FILE = 'bidyaloy.sqlite'

/** Returns the paths of all data of the server; creates nothing. Nothing is written outside `root`. */
export function dataFolderAt(root: string) {
  return {
    root,
    databaseFile: path.join(root, DATABASE_FILE),
    /** Signs session tokens; readable only by the owner. */
    secretFile: path.join(root, 'signing-secret'),
    /** Identifies this server to desktop apps; readable only by the owner. */
    serverKeyFile: path.join(root, 'server-key'),
    /** Signs messages to push services; readable only by the owner, not part of a backup. */
    pushKeyFile: path.join(root, 'push-key'),
    /** Notices that subscribers were notified of; not part of a backup. */
    pushFile: path.join(root, 'push.sqlite'),
    /** Delivered webhook messages; not part of a backup. */
    webhookFile: path.join(root, 'webhook.sqlite'),
    /** Address of the bucket that has the files, if the folders of uploads are only its cache. */
    bucketFile: path.join(root, 'bucket'),
    /** Id of the server that uses the folder, among those on the same PostgreSQL database. */
    serverIdFile: path.join(root, 'server-id'),
    /** Locked while a server uses the folder. */
    lockFile: path.join(root, 'server.lock'),
    backups: path.join(root, 'backups'),
    /** Working folder of backups; emptied by the next one. */
    backupWork: path.join(root, 'cache', 'backup'),
    /** Locked while a backup is created, verified or restored, by the server or the CLI. */
    backupLock: path.join(root, 'backup.lock'),
    /** Names the folder that has the copies of the backups. */
    awayFile: path.join(root, 'away'),
    /** Locked while a backup is copied there, by the server or the CLI. */
    awayLock: path.join(root, 'away.lock'),
    /** Data that a restore is about to put in place, and the data that it replaces. */
    restore: path.join(root, 'restore'),
    /** Incoming uploads; emptied at start, of what no command beside a server may have put there. */
    staging: path.join(root, 'staging'),
    /** Uploads that may go on after a lost connection or a restart; each is kept for a day. */
    unfinished: path.join(root, 'unfinished'),
    /** Files of moves from older sites, until the move is finished or forgotten. */
    moveIn: path.join(root, 'move-in'),
    /** Unreferenced files, moved here by the sweep instead of being deleted. */
    orphans: path.join(root, 'orphans'),
    /** Reproducible data; may be deleted while the server is stopped. */
    cache: path.join(root, 'cache'),
    /** Page pictures in progress; emptied likewise. */
    drawing: path.join(root, 'cache', 'drawing'),
    /** Rendered share cards. */
    cards: path.join(root, 'cache', 'share'),
    uploads: path.join(root, 'uploads'),
    galleryUploads: path.join(root, 'gallery-uploads'),
  }
}

/** Returns the path of the data folder of one of many schools. @param dataDir that of the server */
export function folderOfSchool(dataDir: string, name: string): string {
  return path.join(dataDir, 'schools', name)
}

export type DataFolder = ReturnType<typeof dataFolderAt>

/** Creates the data folder and its subfolders, readable only by the owner. */
export async function openDataFolder(root: string): Promise<DataFolder> {
  const folder = dataFolderAt(root)
  const { backups, staging, unfinished, moveIn, orphans, cache, drawing, cards } = folder
  const { uploads, galleryUploads } = folder
  const temporary = [staging, unfinished, moveIn, orphans, cache, drawing, cards]
  for (const dir of [root, backups, ...temporary, uploads, galleryUploads]) {
    await fs.mkdir(dir, { recursive: true, mode: 0o700 })
  }
  return folder
}

/** Returns the bytes that may still be written to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder)
  return bavail * bsize
}

/** Free bytes below which the disk of a data folder is almost full: a backup may not fit. */
export const LOW_BYTES = 1e9

/** Whether the disk of a folder is almost full; false where that cannot be found out. */
export async function isDiskLow(folder: string): Promise<boolean> {
  return (await freeBytes(folder).catch(() => LOW_BYTES)) < LOW_BYTES
}

/** Permission bits of group and others. */
const OTHERS = 0o077

/**
 * Removes the permissions of group and others from the data folder and its sensitive files.
 * @returns whether the folder is private now; false for a folder of another user or a file system
 *   without permissions. Always true on Windows, which uses access control lists
 */
export async function makePrivate(folder: DataFolder): Promise<boolean> {
  if (process.platform === 'win32') return true
  const { root, databaseFile, pushFile, webhookFile } = folder
  const { secretFile, serverKeyFile, pushKeyFile } = folder
  const databases = [databaseFile, pushFile, webhookFile].flatMap((file) =>
    ['', '-wal', '-shm'].map((suffix) => file + suffix),
  )
  for (const file of [...databases, secretFile, serverKeyFile, pushKeyFile])
    await restrict(file, 0o600)
  return restrict(root, 0o700)
}

/** Whether a file or folder is private to its owner; true if it does not exist. */
export async function isPrivate(file: string): Promise<boolean> {
  const found = await fs.stat(file).catch(() => null)
  return found === null || (found.mode & OTHERS) === 0
}

async function restrict(file: string, mode: number): Promise<boolean> {
  if (await isPrivate(file)) return true
  await fs.chmod(file, mode).catch(() => undefined)
  return isPrivate(file)
}

/**
 * Rejects a folder that contains uploads but no database: the server would create an empty one and
 * move every file to `orphans`.
 * @throws Error whose message is a single line for the operator
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
    `${databaseFile}: the database is ${database ? 'empty' : 'missing'}, but there are ${files.length} files that belong to it. Nothing was changed. Restore the newest good backup: npm run admin -- restore`,
  )
}
