import fs from 'node:fs/promises'
import path from 'node:path'
import { isNodeError } from '../node-error.ts'
import { atomicMove } from './atomic-move.ts'

/**
 * Reads a secret of the data folder; creates it at the first start, readable only by the owner.
 * @param make returns the text of a new secret
 */
export async function readOrMakeSecret(
  root: string,
  file: string,
  make: () => string,
): Promise<string> {
  try {
    return await fs.readFile(file, 'utf8')
  } catch (error) {
    if (!isNodeError(error, 'ENOENT')) throw error
  }
  const text = make()
  const fresh = `${file}.new`
  await fs.rm(fresh, { force: true })
  await fs.writeFile(fresh, text, { mode: 0o600, flag: 'wx' })
  // Moved atomically, so that an interrupted start leaves no half of it.
  await atomicMove(root, [{ from: fresh, to: path.basename(file) }])
  return text
}
