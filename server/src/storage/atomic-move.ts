import fs from 'node:fs/promises'
import path from 'node:path'
import { fsync } from './fsync.ts'

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
