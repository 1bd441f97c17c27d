import { BackupOutcome, BackupTask } from '@bidyaloy/shared/school/backup'
import pLimit from 'p-limit'
import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { query } from '../../db/engine.ts'

/** What every process shows of the tasks of a school. */
const TaskState = z.object({
  task: BackupTask.nullable(),
  /** Of the last task. */
  outcome: BackupOutcome.nullable(),
  /** Time of the last nightly backup that failed, until one succeeds. */
  nightlyFailedAt: z.string().nullable(),
})
export type TaskState = z.infer<typeof TaskState>

/** Keeps the state of the tasks. Only who has the lock of the tasks writes it. */
export interface TaskStore {
  read(): Promise<TaskState>
  write(change: Partial<TaskState>): Promise<void>
}

const NOTHING: TaskState = { task: null, outcome: null, nightlyFailedAt: null }

/** Keeps the state in memory, for the only process. */
export function createTaskStore(): TaskStore {
  let state = NOTHING
  return {
    read: async () => state,
    async write(change) {
      state = { ...state, ...change }
    },
  }
}

/** Name of the lease of the tasks. */
export const TASK_LEASE = 'backups'

/** The task of a process that was killed ends with its lease. */
const READ = `SELECT state, EXISTS (SELECT FROM lease
    WHERE name = present_school() || ' ${TASK_LEASE}' AND until > now()) AS held
  FROM backup_task`
const WRITE = `INSERT INTO backup_task (state) VALUES (?)
  ON CONFLICT (school) DO UPDATE SET state = excluded.state`

/** Keeps the state in a shared database, for all processes. */
export function createSharedTaskStore(db: () => Database): TaskStore {
  // In the order of the calls.
  const oneAtATime = pLimit(1)
  const read = async () => {
    const [row] = await query<{ state: string; held: boolean }>(db().read, READ)
    if (!row) return NOTHING
    const state = TaskState.parse(JSON.parse(row.state))
    return row.held ? state : { ...state, task: null }
  }
  return {
    read,
    write: (change) =>
      oneAtATime(async () => {
        const state = JSON.stringify({ ...(await read()), ...change })
        await db().writePrivate((tx) => query(tx, WRITE, [state]))
      }),
  }
}
