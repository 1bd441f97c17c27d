import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a file atomically and durably: to a temporary name, fsync, rename, then fsync of the
 * folder. A crash leaves the old content or the new, never a part.
 */
export async function atomicWrite(file: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`
  try {
    await fs.writeFile(unfinished, content, { flag: 'wx', mode: 0o600, flush: true })
    await fs.rename(unfinished, file)
  } catch (error) {
    await fs.rm(unfinished, { force: true })
    throw error
  }
  await fsyncFolder(path.dirname(file))
}

/** Removes files durably. Missing files are ignored. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await fs.rm(path.join(folder, name), { force: true })
  await fsyncFolder(folder)
}

/** Extension of a file whose write was interrupted. */
export const UNFINISHED = '.unfinished'

/** No-op on Windows, which flushes folder entries with the file and cannot open a folder. */
async function fsyncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
