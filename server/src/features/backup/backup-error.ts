import { BACKUP_FAULTS, type BackupFault } from '@bidyaloy/shared/school/backup'
import { freeBytes } from '../../data-folder.ts'
import { isNodeError } from '../../lib/node-error.ts'
import { JobError } from '../../lib/worker-entry.ts'

/** A backup that failed or is invalid. The message is for the log and the command line. */
export class BackupError extends JobError<BackupFault> {
  constructor(fault: BackupFault, message: string, cause?: unknown) {
    super(fault, new Error(message, { cause }))
  }
}

/** Creates the error of a zip with content that no backup has. */
export const unsafe = (message: string) => new BackupError('unsafe', message)

/** Creates the error of an incomplete or changed backup. */
export const damaged = (message: string, cause?: unknown) =>
  new BackupError('damaged', message, cause)

/** Creates the error of a backup that a newer version has made. @param made that version, and more of it */
export const newerThanThis = (made: string) =>
  new BackupError(
    'newer',
    `It was made by a newer version of Bidyaloy (${made}). Update Bidyaloy, then restore it; or go back to an older backup: npm run admin -- restore --before-upgrade`,
  )

/** Returns the fault of any error. */
export function faultOf(error: unknown): BackupFault {
  if (error instanceof JobError) return BACKUP_FAULTS.find((one) => one === error.fault) ?? 'failed'
  return isNodeError(error, 'SQLITE_FULL', 'ENOSPC', 'EDQUOT', '53100') ? 'no-room' : 'failed'
}

/** Returns what an operator reads of a full disk. */
const noRoom = (folder: string) =>
  `There is no room on the disk of ${folder}. Move old backups elsewhere, or use a larger disk.`

/** Names the folder and the remedy if the disk was full. @throws what `work` throws otherwise */
export async function namingDisk<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BackupError || faultOf(error) !== 'no-room') throw error
    throw new BackupError('no-room', noRoom(folder), error)
  }
}

/** Disk space in bytes that is left for other writes. */
const RESERVED_BYTES = 32 * 1024 * 1024

/**
 * Checks the disk space of a folder before anything is written.
 * @param bytes size of the planned write
 * @throws BackupError `no-room`
 */
export async function assertDiskSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder)
  const needed = Math.ceil(bytes * 1.01) + RESERVED_BYTES
  if (free >= needed) return
  const [available, required] = [free, needed].map((one) => `${Math.ceil(one / 1024 / 1024)} MB`)
  throw new BackupError(
    'no-room',
    `${noRoom(folder)} ${required} are needed, ${available} are free.`,
  )
}
