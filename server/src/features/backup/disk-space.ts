import fs from 'node:fs/promises'
import { BackupError } from './backup-error.ts'

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
