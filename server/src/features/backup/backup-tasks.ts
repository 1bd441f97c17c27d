import { AWAY_FAULTS, BackupOutcome, BackupTask } from '@bidyaloy/shared/school/backup'
import pLimit from 'p-limit'
import * as z from 'zod'
import type { Database } from '../../db/database.ts'
import { query } from '../../db/engine.ts'

/** Who was told of a failure, which is told once. */
const Told = z.enum(['nobody', 'admins', 'all'])
export type Told = z.infer<typeof Told>

/** The copies of the backups in another place. */
export const AwayState = z.object({
  /** State time of the newest one there; null: none, or not known yet. */
  newestAt: z.string().nullable(),
  /** Since when copying fails; null unless it does. */
  failedAt: z.string().nullable(),
  fault: z.enum(AWAY_FAULTS).nullable(),
  /** Number of failures since then. */
  attempts: z.int(),
  told: Told,
  /** Time from which the copies are looked after again. */
  dueAt: z.string(),
})
export type AwayState = z.infer<typeof AwayState>

/** What every process shows of the tasks of a school. */
const TaskState = z.object({
  task: BackupTask.nullable(),
  /** Of the last task. */
  outcome: BackupOutcome.nullable(),
  /** Time of the last nightly backup that failed, until one succeeds. */
  nightlyFailedAt: z.string().nullable(),
  /** That of the first one since the last success. */
  nightlyFailedSince: z.string().nullable().default(null),
  nightlyTold: Told.default('nobody'),
  /** Null until the first look. */
  away: AwayState.nullable().default(null),
})
export type TaskState = z.infer<typeof TaskState>

/** Keeps the state of the tasks. Only who has the lock of the tasks writes it, but for `away`. */
export interface TaskStore {
  read(): Promise<TaskState>
  write(change: Partial<TaskState>): Promise<void>
}

const NOTHING: TaskState = {
  task: null,
  outcome: null,
  nightlyFailedAt: null,
  nightlyFailedSince: null,
  nightlyTold: 'nobody',
  away: null,
}

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
/** Only changes what is given: the copies are looked after beside the tasks, by another process perhaps. */
const WRITE = `INSERT INTO backup_task (state) VALUES (?)
  ON CONFLICT (school) DO UPDATE SET state = (backup_task.state::jsonb || ?::jsonb)::text`

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
        const parameters = [{ ...NOTHING, ...change }, change].map((one) => JSON.stringify(one))
        await db().writePrivate((tx) => query(tx, WRITE, parameters))
      }),
  }
}
