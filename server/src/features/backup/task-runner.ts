import { Problem } from '@bidyaloy/shared/api/problem'
import { backupMessages } from '@bidyaloy/shared/copy/server-copy'
import type { BackupOutcome, BackupTask } from '@bidyaloy/shared/school/backup'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { faultOf } from './backup-error.ts'
import type { BackupRecords } from './backup-records.ts'
import type { ReportProgress } from './backup-stream.ts'
import type { TaskStore } from './backup-tasks.ts'

/** The backup of a task that is done, and what was read of it. */
export type TaskResult = Pick<BackupOutcome, 'backupId' | 'contents'>

interface NewTask {
  name: BackupTask['task']
  /** Id of the backup that is read; null for one that is made. */
  backupId: string | null
  work(report: ReportProgress): Promise<TaskResult>
}

/** Runs tasks in this process, one at a time of all processes, and records their outcomes. */
export interface TaskRunner {
  /** Whether a task of this process runs. */
  readonly isBusy: boolean
  /** Whether no task may begin any more. */
  readonly isClosed: boolean
  /**
   * Begins a task. @returns its outcome, as soon as it has ended; a failure is an outcome too
   * @throws Problem `conflict` during another task, and when closed
   */
  begin(task: NewTask): Promise<{ ended: Promise<BackupOutcome> }>
  /** Waits for the current task. */
  settled(): Promise<void>
  /** Lets no task begin any more. */
  close(): void
}

interface TaskRunnerDeps {
  records: Pick<BackupRecords, 'lock' | 'tasks'>
  clock: Clock
  log: Logger
}

export function createTaskRunner({ records, clock, log }: TaskRunnerDeps): TaskRunner {
  const { tasks } = records
  let task: BackupTask | null = null
  let closed = false
  const limit = pLimit(1)

  /** Runs the work. @returns its outcome, whether it fails or not */
  const outcomeOf = async (
    { name, backupId, work }: NewTask,
    report: ReportProgress,
  ): Promise<BackupOutcome> => {
    const ended = { task: name, backupId, contents: null }
    try {
      const result = await work(report)
      log.info({ task: name, backup: result.backupId }, 'backup task done')
      return { ...ended, ...result, at: clock().toISOString(), fault: null }
    } catch (error) {
      log.error({ err: error, task: name, backup: backupId }, 'backup task failed')
      return { ...ended, at: clock().toISOString(), fault: faultOf(error) }
    }
  }

  return {
    get isBusy() {
      return task !== null
    },
    get isClosed() {
      return closed
    },
    async begin(next) {
      const isBusy = new Problem('conflict', { sentence: backupMessages.busy })
      if (task || closed) throw isBusy
      const { name, backupId } = next
      const running = { task: name, backupId, startedAt: clock().toISOString(), progress: 0 }
      task = running
      const end = async () => {
        task = null
        await unlock?.()
      }
      const unlock = await records.lock().catch((error: unknown) => {
        task = null
        throw error
      })
      if (!unlock || closed) {
        await end()
        throw isBusy
      }
      const report = showProgress(tasks, running)
      const run = async () => {
        const outcome = await outcomeOf(next, report)
        await tasks
          .write({ task: null, outcome })
          .finally(end)
          .catch((error: unknown) => log.warn({ err: error }, 'ending the task failed'))
        return outcome
      }
      try {
        await tasks.write({ task: running })
      } catch (error) {
        await end()
        throw error
      }
      return { ended: limit(run) }
    },
    settled: () => limit(() => undefined),
    close() {
      closed = true
    },
  }
}

/** Shows the progress of a task, at most one write at a time. */
function showProgress(tasks: TaskStore, running: BackupTask): ReportProgress {
  let isWriting = false
  return (progress) => {
    running.progress = progress
    if (isWriting) return
    isWriting = true
    tasks
      .write({ task: running })
      .catch(() => undefined)
      .finally(() => {
        isWriting = false
      })
  }
}
