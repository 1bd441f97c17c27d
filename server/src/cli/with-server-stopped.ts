import type { DataFolder } from '../data-folder.ts'
import { takeLock } from '../db/folder-lock.ts'

/**
 * Does work that a running server would not notice, while none runs on the folder.
 * @throws with one line to read where one does
 */
export async function withServerStopped<T>(
  { lockFile, root }: Pick<DataFolder, 'lockFile' | 'root'>,
  work: () => Promise<T>,
): Promise<T> {
  const unlock = takeLock(lockFile)
  if (!unlock) throw new Error(`The server is running on ${root}. Stop it and try again.`)
  try {
    return await work()
  } finally {
    unlock()
  }
}
