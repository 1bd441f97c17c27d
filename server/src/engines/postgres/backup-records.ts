import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { isDatabaseAway } from '../../db/database-error.ts'
import { takeLock } from '../../db/folder-lock.ts'
import { recordActivity } from '../../features/activity/activity-commands.ts'
import type { BackupPaths } from '../../features/backup/backup-format.ts'
import {
  type BackupRecords,
  putIncoming,
  type RunMakeJob,
  removeFiles,
} from '../../features/backup/backup-records.ts'
import { createSharedTaskStore, TASK_LEASE } from '../../features/backup/backup-tasks.ts'
import { clearWork, copyPath, emptyWork, MAX_ATTEMPTS } from '../../features/backup/make-backup.ts'
import { migrateIncoming } from '../../features/backup/prepare-restore.ts'
import { removeWithdrawn } from '../../features/take-down/erase-copies.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { referencedPaths } from '../../storage/referenced-files.ts'
import { copyToSqlite, replaceFromSqlite } from './copy-rows.ts'

interface PostgresRecordsDeps {
  /** Paths of this process's data folder. */
  paths: BackupPaths
  /** Returns the open database. */
  db(): Database
  /** Returns the open files. */
  files(): FileStore
  run: RunMakeJob
}

/**
 * Records in PostgreSQL: a backup begins with a copy of the rows, and a restore is one transaction, so
 * that nothing is closed and no other process has to know of it.
 */
export function postgresRecords({ paths, db, files, run }: PostgresRecordsDeps): BackupRecords {
  return {
    tasks: createSharedTaskStore(db),
    async lock() {
      // The working folder is this data folder's; the lease is that of all processes.
      const unlock = takeLock(paths.backupLock)
      if (!unlock) return null
      const lease = await db()
        .leases.take(TASK_LEASE)
        .catch((error: unknown) => {
          unlock()
          throw error
        })
      if (!lease) {
        unlock()
        return null
      }
      return async () => {
        unlock()
        await lease.release()
      }
    },
    async make(job, report) {
      let missing: readonly string[] | undefined = []
      for (let attempt = 1; missing; attempt += 1) {
        const missingBefore: readonly string[] | null = attempt < MAX_ATTEMPTS ? missing : null
        try {
          await emptyWork(paths)
          await copyToSqlite(db().read, copyPath(paths))
          const made = await run({ paths, ...job, copy: { missingBefore } }, report)
          missing = made.missing
        } finally {
          await clearWork(paths)
        }
      }
    },
    async replace({ context, session, name, stillAllowed, backUp }) {
      const incoming = await migrateIncoming(paths)
      await db().writePrivate(stillAllowed)
      const before = await writtenIn(db().read)
      await backUp()
      const referenced = await referencedPaths(db().read)
      const added = await putIncoming(paths, files(), referenced)
      const event = { action: 'backupRestored', subject: 'backup', title: name } as const
      try {
        const replaced = await db().write(async (tx) => {
          await stillAllowed(tx)
          const { revision, drafts } = await writtenIn(tx)
          const isSame = revision === before.revision + 1 && drafts === before.drafts
          // Something was written after the backup: it is made once more, while all writes wait.
          if (!isSame) await backUp()
          const replaceable = await referencedPaths(tx)
          // Files may have been removed since, which a bucket keeps for a day.
          if (!files().isRemote) added.push(...(await putIncoming(paths, files(), replaceable)))
          await replaceFromSqlite(tx, incoming, session)
          await removeWithdrawn(tx)
          await recordActivity(tx, context, event)
          const after = await referencedPaths(tx)
          return [...replaceable, ...added].filter((file) => !after.has(file))
        })
        // What is not removed now is found by the sweep.
        await removeFiles(files(), replaced).catch(() => undefined)
      } catch (error) {
        // The database may have been lost after the commit.
        if (!isDatabaseAway(error)) await removeFiles(files(), added)
        throw error
      }
    },
  }
}

const Written = z.tuple([z.object({ revision: z.number(), drafts: z.string() })])

/** The number of changes of the school's public data, and what tells whether a draft has changed, by all processes. */
async function writtenIn(manager: EntityManager) {
  const rows: unknown = await manager.query(
    `SELECT revision, concat_ws(' ',
        (SELECT concat_ws(' ', count(*), max(xmin::text::bigint)) FROM entry),
        (SELECT concat_ws(' ', count(*), max(xmin::text::bigint)) FROM entry_change)) AS drafts
      FROM school WHERE name = present_school()`,
  )
  return Written.parse(rows)[0]
}
