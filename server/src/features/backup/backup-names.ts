import fs from 'node:fs/promises'
import path from 'node:path'
import { BACKUP_KINDS, type Backup, type BackupKind } from '@bidyaloy/shared/school/backup'
import { customAlphabet } from 'nanoid'
import type { DataFolder } from '../../data-folder.ts'
import { isNodeError } from '../../node-error.ts'

/** The parts of the data folder that backups know. */
export type BackupPaths = Pick<
  DataFolder,
  'root' | 'databaseFile' | 'backups' | 'backupWork' | 'backupLock' | 'restore'
>

/*
 * A backup's name says all that a list tells of it, so that a file which was copied elsewhere and
 * back is still the same: bidyaloy-20261121t200000k3v9-nightly.zip
 */

const tail = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 4)
const NAME = /^bidyaloy-((\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)[0-9a-z]{4})-([a-z-]+)\.zip$/

/** The moment that a backup's name can tell: a whole second. */
export function wholeSecond(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / 1000) * 1000)
}

/** A name that no other backup has. */
export function newBackupName(kind: BackupKind, at: Date): string {
  const stamp = at.toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase()
  return `bidyaloy-${stamp}${tail()}-${kind}.zip`
}

/** What a name says; null where it is not that of a backup. */
export function readBackupName(name: string): Omit<Backup, 'size'> | null {
  const [, id, year, month, day, hour, minute, second, kind] = NAME.exec(name) ?? []
  const known = BACKUP_KINDS.find((one) => one === kind)
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (!id || !known || Number.isNaN(at.getTime())) return null
  return { _id: id, name, kind: known, at: at.toISOString() }
}

/** A backup, and when its file was written on this disk, in milliseconds. */
export type WrittenBackup = Backup & { written: number }

/** The backups in the folder, newest first. */
export async function listBackups(folder: string): Promise<WrittenBackup[]> {
  const backups: WrittenBackup[] = []
  for (const name of await fs.readdir(folder).catch(noFolder)) {
    const read = readBackupName(name)
    const stat = read && (await fs.stat(path.join(folder, name)).catch(() => null))
    if (read && stat?.isFile()) backups.push({ ...read, size: stat.size, written: stat.mtimeMs })
  }
  // Two of one second: the one that was written later holds more.
  return backups.sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.written - a.written)
}

function noFolder(error: unknown): string[] {
  if (isNodeError(error, 'ENOENT')) return []
  throw error
}
