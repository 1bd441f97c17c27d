import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a file so that it is either whole on the disk or not there at all, whatever happens
 * meanwhile: beside its place, flushed, then renamed, then the folder flushed.
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

/** Removes files for good. Those that are not there are passed over. */
export async function removeFiles(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await fs.rm(path.join(folder, name), { force: true })
  await fsyncFolder(folder)
}

/** How a file ends that was not finished when the program was killed. */
export const UNFINISHED = '.unfinished'

/** Windows flushes folder entries with the file and refuses to open a folder. */
async function fsyncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
