import fs from 'node:fs/promises'

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
