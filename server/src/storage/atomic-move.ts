import fs from 'node:fs/promises'
import path from 'node:path'

/**
 * Renames whole files into a directory: after it returns they survive a power cut. If one fails,
 * none stays.
 */
export async function atomicMove(
  directory: string,
  files: readonly { from: string; to: string }[],
): Promise<void> {
  const moved: string[] = []
  try {
    for (const { from, to } of files) {
      await fsync(from, 'r+')
      const target = path.join(directory, to)
      await fs.rename(from, target)
      moved.push(target)
    }
    await fsync(directory, 'r')
  } catch (error) {
    for (const target of moved) await fs.rm(target, { force: true })
    throw error
  }
}

/**
 * Makes sure that a file, or the names in a folder, survive a power cut.
 * @param flag `r+` for a file, `r` for a folder
 */
export async function fsync(fileOrFolder: string, flag: 'r' | 'r+'): Promise<void> {
  // Windows flushes no folders, and needs not: NTFS keeps a journal of them.
  if (flag === 'r' && process.platform === 'win32') return
  const handle = await fs.open(fileOrFolder, flag)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
