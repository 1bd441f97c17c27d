import type { AwayFault } from '@bidyaloy/shared/school/backup'
import type { ListedFile } from './file-store.ts'

/** Ending of the names of encrypted backups. */
export const AGE_SUFFIX = '.age'

/** A place for copies of the backups of a school, on another disk or machine. All functions may throw AwayError. */
export interface AwayPlace {
  /** Address or path, without a secret. */
  readonly address: string
  /** Returns its files; null where the key may only write. */
  list(): Promise<ListedFile[] | null>
  /** Stores a file durably: as a whole, or not at all. */
  put(name: string, content: AwayContent, signal: AbortSignal): Promise<void>
  /** Runs `work` with the path of a file. @throws Error `ENOENT` if there is none */
  use<T>(name: string, work: (file: string) => Promise<T>): Promise<T>
  /** @returns false where the key may not */
  remove(name: string): Promise<boolean>
}

/** A file to store. */
export interface AwayContent {
  file: string
  /** Writes it encrypted to a new file; undefined: it is stored as it is. */
  encrypt: ((to: string) => Promise<void>) | undefined
}

/** A place that cannot be used now. The message is for the log and the command line. */
export class AwayError extends Error {
  readonly fault: AwayFault
  constructor(fault: AwayFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
