import type { StoredFile } from '../db/entities.ts'
import type { Storage } from './storage.ts'

/** Runs a write that names a kept file, and removes the file if it ends up unnamed. */
export async function removeUnlessCommitted<T>(
  storage: Storage,
  kept: StoredFile | null,
  write: () => Promise<{ result: T; used: boolean }>,
): Promise<T> {
  let used = false
  try {
    const written = await write()
    used = written.used
    return written.result
  } finally {
    if (kept && !used) await storage.remove(kept)
  }
}
