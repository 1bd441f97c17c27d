import fs from 'node:fs/promises'
import path from 'node:path'
import type { BackupContents } from '@bidyaloy/shared/school/backup'
import type { DataFolder } from '../../data-folder.ts'
import { foreignPart, schemaAge } from '../../db/examine-database.ts'
import { inspectDatabase } from '../../db/snapshot.ts'
import type { ActionContext } from '../activity/activity-commands.ts'
import { BackupError } from './backup-error.ts'
import { newBackupName, wholeSecond } from './backup-format.ts'
import { makeBackup, type ReportProgress } from './make-backup.ts'
import { adoptDatabase, clearedIncoming, presentBytes } from './prepare-restore.ts'
import { readBackup } from './read-backup.ts'
import { clearRestore, outgoingFolder, replaceData } from './replace-data.ts'

interface RestoreStopped {
  folder: DataFolder
  /** Paths of backups: the first that is good is taken. */
  files: readonly string[]
  doing: ActionContext
  /** Version of this program. */
  program: string
  report: ReportProgress
}

interface RestoredStopped {
  /** Path of the backup that was taken. */
  file: string
  contents: BackupContents
  /** Those that were no good, and why. */
  passedOver: { file: string; reason: string }[]
  /** Path of the backup of what was there before; null where that could not be read. */
  before: string | null
  /** Where it was put aside then; null where there was nothing, or where it is in `before`. */
  putAside: string | null
}

/**
 * Puts a backup in the place of everything while no server runs on the folder; whoever calls holds
 * its lock and that of the backups.
 * @throws BackupError where none is good; nothing has changed then
 */
export async function restoreStopped(order: RestoreStopped): Promise<RestoredStopped> {
  const { folder, doing, program, report } = order
  const present = (await isIntact(folder.databaseFile)) ? folder.databaseFile : null
  try {
    const { file, contents, passedOver } = await unpackFirstGood(order, present !== null)
    let before: string | null = null
    if (present !== null) {
      const at = wholeSecond(doing.now)
      const name = newBackupName('before-restore', at)
      await makeBackup({ paths: folder, name, at: at.toISOString(), program }, report)
      before = path.join(folder.backups, name)
    }
    const restored = { doing, session: null, name: path.basename(file), present }
    await adoptDatabase(folder, restored)
    await replaceData(folder)
    const putAside = present === null ? await keepOutgoing(folder, doing.now) : null
    return { file, contents, passedOver, before, putAside }
  } finally {
    await clearRestore(folder)
  }
}

async function unpackFirstGood(
  { folder, files, report }: RestoreStopped,
  backsUp: boolean,
): Promise<Pick<RestoredStopped, 'file' | 'contents' | 'passedOver'>> {
  const passedOver: RestoredStopped['passedOver'] = []
  for (const file of files) {
    const into = await clearedIncoming(folder)
    const further = backsUp ? await presentBytes(folder) : 0
    try {
      const contents = await readBackup({ paths: folder, file, into, further }, report)
      return { file, contents, passedOver }
    } catch (error) {
      const other = error instanceof BackupError && error.fault !== 'no-room'
      if (!other || files.length === 1) throw error
      passedOver.push({ file, reason: error.message })
    }
  }
  throw new BackupError('no-backup', 'There is no good backup in the folder of backups')
}

/** Whether it can be read and nobody has changed its structure: else its accounts do not count. */
async function isIntact(databaseFile: string): Promise<boolean> {
  try {
    const { migrations, schema } = inspectDatabase(databaseFile)
    if (schemaAge(migrations) === 'newer') return true
    return migrations.length > 0 && (await foreignPart(schema, migrations)) === null
  } catch {
    return false
  }
}

/** What could not be backed up is not thrown away: somebody may still mend it. */
async function keepOutgoing(folder: DataFolder, now: Date): Promise<string | null> {
  const outgoing = outgoingFolder(folder)
  const parts = await fs.readdir(outgoing)
  const held = await Promise.all(
    parts.map(async (name) => {
      const part = path.join(outgoing, name)
      return (await fs.stat(part)).isFile() || (await fs.readdir(part)).length > 0
    }),
  )
  if (!held.includes(true)) return null
  const aside = path.join(folder.root, `damaged-${now.toISOString().replace(/[:.]/g, '-')}`)
  await fs.rename(outgoing, aside)
  return aside
}
