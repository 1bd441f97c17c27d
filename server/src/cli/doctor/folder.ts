import { constants } from 'node:fs'
import fs from 'node:fs/promises'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { type DataFolder, isPrivate } from '../../data-folder.ts'
import { findLastBackup } from '../../features/overview/overview-queries.ts'
import { isNodeError } from '../../lib/node-error.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { countOf, createFindings, type Finding, formatBytes } from './finding.ts'

/** Age at which a backup becomes a warning. */
const OLD_DAYS = 7

/** Checks that the data folder exists and everything in it can be read and written. */
export async function folderFinding(folder: DataFolder): Promise<Finding> {
  const access = createFindings('folder')
  const { root } = folder
  const found = await fs.stat(root).catch(() => null)
  if (!found) return access.bad(`${root} does not exist. Start the server once, or set DATA_DIR.`)
  if (!found.isDirectory()) return access.bad(`${root} is not a folder. Set DATA_DIR to one.`)
  const forbidden: string[] = []
  for (const place of Object.values<string>({ ...folder })) {
    if (!(await isUsable(place))) forbidden.push(place)
  }
  if (forbidden.length > 0) {
    return access.bad(
      `This user cannot read and write ${forbidden.join(', ')}. Give them to the user who runs the server: chown -R.`,
    )
  }
  return access.good(`${root} can be read and written.`)
}

/** Whether a file or folder can be read and written, or does not exist. */
async function isUsable(place: string): Promise<boolean> {
  const { R_OK, W_OK, X_OK } = constants
  try {
    const isFolder = (await fs.stat(place)).isDirectory()
    await fs.access(place, isFolder ? R_OK | W_OK | X_OK : R_OK | W_OK)
    return true
  } catch (error) {
    return isNodeError(error, 'ENOENT')
  }
}

/** Checks that only the server's user can read the data folder. */
export async function privacyFinding({ root }: DataFolder): Promise<Finding> {
  const privacy = createFindings('privacy')
  if (await isPrivate(root)) return privacy.good(`Only its owner can read ${root}.`)
  return privacy.warning(
    `Other users of this machine can read ${root}, with password hashes and hidden documents. The next start corrects this. If it cannot, run chmod 700 ${root}, or move the folder to a disk with permissions.`,
  )
}

/** Whether a text has the form of the secret that signs sessions. */
export const isSecret = (text: string) => /^[0-9a-f]{64}$/.test(text)

/** Checks that the secret is valid and private. */
export async function secretFinding({ secretFile }: DataFolder): Promise<Finding> {
  const secret = createFindings('secret')
  const found = await fs.stat(secretFile).catch(() => null)
  if (!found) return secret.good('The secret that signs sessions is created at the next start.')
  const text = (await fs.readFile(secretFile, 'utf8')).trim()
  if (!isSecret(text)) {
    return secret.bad(
      `${secretFile} is not a secret. Create a new one: npm run admin -- rotate-secret`,
    )
  }
  if (process.platform !== 'win32' && found.mode & 0o077) {
    return secret.bad(
      `Other users of this machine can read ${secretFile} and sign in as anyone. Make it private (chmod 600) and create a new one: npm run admin -- rotate-secret`,
    )
  }
  return secret.good('Only this user can read the secret that signs sessions.')
}

/** Checks the age of the newest backup. */
export async function backupFinding(files: Pick<FileStore, 'list'>, now: Date): Promise<Finding> {
  const backup = createFindings('backup')
  const last = await findLastBackup(files, now).catch(() => null)
  if (!last) return backup.warning('No backup exists yet. Make one: npm run admin -- backup')
  const days = Math.floor((now.getTime() - Date.parse(last.at)) / DAY_MS)
  const age = `The newest backup is ${countOf(Math.max(0, days), 'day')} old (${formatBytes(last.size)})`
  if (days < OLD_DAYS) return backup.good(`${age}.`)
  return backup.warning(`${age}. Make one: npm run admin -- backup`)
}
