import type { Told } from './backup-tasks.ts'

/** A nightly backup that failed, or the copies of the backups elsewhere. */
export interface BackupFailure {
  what: 'backup' | 'copy'
  /** ISO time of the first failure. */
  since: string
}

/** Tells of a failure those who were not told yet. @returns who was told */
export type TellOfFailure = (failure: BackupFailure & { told: Told }) => Promise<Told>

/**
 * Tells admins once, and a receiver until it accepts the message: it is sent again with the next failure.
 * @param admins tells the admins, in the background
 * @param receiver sends to the webhook; undefined if there is none. @returns whether it was accepted
 */
export function createTellOfFailure({
  admins,
  receiver,
}: {
  admins(failure: BackupFailure): void
  receiver: ((failure: BackupFailure) => Promise<boolean>) | undefined
}): TellOfFailure {
  return async ({ told, ...failure }) => {
    if (told === 'all') return told
    if (told === 'nobody') admins(failure)
    return !receiver || (await receiver(failure)) ? 'all' : 'admins'
  }
}
