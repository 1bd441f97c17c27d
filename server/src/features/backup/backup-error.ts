import fs from 'node:fs/promises'
import { BACKUP_FAULTS, type BackupFault } from '@bidyaloy/shared/school/backup'
import { errorCode } from '../../node-error.ts'
import { JobError } from '../../storage/worker-entry.ts'

/** A backup that is not made, or is no good; the message is for the log and the command line. */
export class BackupError extends JobError<BackupFault> {
  constructor(fault: BackupFault, what: string, cause?: unknown) {
    super(fault, new Error(what, { cause }))
  }
}

const NO_SPACE_CODES = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])

/** What a failure is called: no room on the disk is told from all else. */
export function faultOf(error: unknown): BackupFault {
  if (error instanceof JobError) return BACKUP_FAULTS.find((one) => one === error.fault) ?? 'failed'
  const code = errorCode(error)
  return NO_SPACE_CODES.has(code) ? 'no-room' : 'failed'
}

/** Left free for whatever else is written meanwhile, in bytes. */
const SPARE = 32 * 1024 * 1024

/**
 * Makes sure that a folder's disk has room, before anything is written.
 * @param bytes how much is going to be written
 * @throws BackupError `no-room`
 */
export async function assertDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await fs.statfs(folder)
  const free = bavail * bsize
  const needed = Math.ceil(bytes * 1.01) + SPARE
  if (free >= needed) return
  const [available, required] = [free, needed].map((one) => `${Math.ceil(one / 1024 / 1024)} MB`)
  throw new BackupError(
    'no-room',
    `There is no room on the disk: ${required} are needed, ${available} are free`,
  )
}
