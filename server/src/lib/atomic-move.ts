import fs from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { errorCode, isNodeError } from './node-error.ts'

/**
 * Moves complete files into a directory and flushes them to the disk. If one fails, none of them
 * stays there.
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
 * Flushes a file, or the entries of a folder, to the disk.
 * @param flag `r+` for a file, `r` for a folder
 */
export async function fsync(fileOrFolder: string, flag: 'r' | 'r+'): Promise<void> {
  // Windows cannot flush folders; NTFS journals them.
  if (flag === 'r' && process.platform === 'win32') return
  const handle = await fs.open(fileOrFolder, flag)
  try {
    await handle.sync()
  } catch (error) {
    // Some network file systems cannot flush folders either.
    if (flag !== 'r' || !isNodeError(error, 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP')) throw error
  } finally {
    await handle.close()
  }
}

/** Flushes a folder with all that is in it. */
export async function flushAll(folder: string): Promise<void> {
  const limit = pLimit(16)
  const found = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const flushed = found.map((one) =>
    limit(() => fsync(path.join(one.parentPath, one.name), one.isDirectory() ? 'r' : 'r+')),
  )
  await Promise.all(flushed)
  await fsync(folder, 'r')
}

const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'ENOSYS', 'EMLINK', 'EACCES']

/** Gives a file a second name, or copies it where the file system has no hard links. */
export async function linkOrCopy(file: string, target: string): Promise<void> {
  try {
    await fs.link(file, target)
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error))) throw error
    await fs.copyFile(file, target)
  }
}
