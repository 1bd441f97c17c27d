import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { DataFolder } from '../../data-folder.ts'
import { isNodeError } from '../../node-error.ts'
import { atomicMove } from '../../storage/atomic-move.ts'

type Folder = Pick<DataFolder, 'root' | 'secretFile'>

/** What sessions are signed with: 32 random bytes as hex. */
export interface SigningSecret {
  /** The secret as it is now: the command line may give the folder another one at any time. */
  current(): Promise<string>
}

/**
 * Opens the secret of a data folder; makes it at the first start.
 * @throws with one line that says what to do
 */
export async function openSigningSecret(folder: Folder): Promise<SigningSecret> {
  const { secretFile: file } = folder
  if (!(await fs.stat(file).catch(unlessMissing))) await rotateSigningSecret(folder)
  let read = await readSecret(file)
  return {
    async current() {
      const seen = await fingerprint(file).catch(unlessMissing)
      // Gone while the server runs: nobody is signed out by that alone.
      if (seen !== null && seen !== read.seen) read = await readSecret(file)
      return read.secret
    },
  }
}

/** Gives the folder a new secret: whatever was signed with the old one is void. */
export async function rotateSigningSecret({ root, secretFile }: Folder): Promise<void> {
  const fresh = `${secretFile}.new`
  await fs.rm(fresh, { force: true })
  await fs.writeFile(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  // Renamed, so that nobody ever reads half a secret.
  await atomicMove(root, [{ from: fresh, to: path.basename(secretFile) }])
}

async function readSecret(file: string): Promise<{ secret: string; seen: string }> {
  const seen = await fingerprint(file)
  const secret = (await fs.readFile(file, 'utf8')).trim()
  if (/^[0-9a-f]{64}$/.test(secret)) return { secret, seen }
  throw new Error(
    `${file} does not hold a signing secret. Make a new one with: npm run admin -- rotate-secret`,
  )
}

/** Changes whenever the file is replaced or written. */
async function fingerprint(file: string): Promise<string> {
  const { ino, mtimeMs, size } = await fs.stat(file)
  return `${ino} ${mtimeMs} ${size}`
}

function unlessMissing(error: unknown): null {
  if (isNodeError(error, 'ENOENT')) return null
  throw error
}
