import { constants } from 'node:fs'
import fs from 'node:fs/promises'
import { DAY_MS } from '@bidyaloy/shared/durations'
import { type DataFolder, isPrivate } from '../../data-folder.ts'
import { findLastBackup } from '../../features/overview/overview-queries.ts'
import { isNodeError } from '../../node-error.ts'
import { type Finding, findingsAbout, inWords, some } from './finding.ts'

/** From this age on a backup is called old. */
const OLD_DAYS = 7

/** Whether the data folder is there and everything in it may be read and written. */
export async function folderFinding(folder: DataFolder): Promise<Finding> {
  const about = findingsAbout('folder')
  const { root } = folder
  const found = await fs.stat(root).catch(() => null)
  if (!found) return about.bad(`${root} is not there. Start the server once, or set DATA_DIR.`)
  if (!found.isDirectory()) return about.bad(`${root} is not a folder. Set DATA_DIR to one.`)
  const forbidden: string[] = []
  for (const place of Object.values<string>({ ...folder })) {
    if (!(await mayUse(place))) forbidden.push(place)
  }
  if (forbidden.length > 0) {
    return about.bad(
      `This user may not read and write ${forbidden.join(', ')}. Give them to the user who runs the server: chown -R.`,
    )
  }
  return about.good(`${root} may be read and written.`)
}

/** What is not there may be made. */
async function mayUse(place: string): Promise<boolean> {
  const { R_OK, W_OK, X_OK } = constants
  try {
    const isFolder = (await fs.stat(place)).isDirectory()
    await fs.access(place, isFolder ? R_OK | W_OK | X_OK : R_OK | W_OK)
    return true
  } catch (error) {
    return isNodeError(error, 'ENOENT')
  }
}

/** Whether anyone but the server's user may look into the data folder. */
export async function privacyFinding({ root }: DataFolder): Promise<Finding> {
  const privacy = findingsAbout('privacy')
  if (await isPrivate(root)) return privacy.good(`Only its owner may look into ${root}.`)
  return privacy.warning(
    `Others on this machine may look into ${root}: passwords' hashes and hidden papers. The next start takes it from them; where it cannot, do it by hand (chmod 700 ${root}), or move the folder to a disk that knows permissions.`,
  )
}

/** Whether the secret is there, is one, and is readable to this user alone. */
export async function secretFinding({ secretFile }: DataFolder): Promise<Finding> {
  const secret = findingsAbout('secret')
  const found = await fs.stat(secretFile).catch(() => null)
  if (!found) return secret.good('The secret that signs sessions is made at the next start.')
  const text = (await fs.readFile(secretFile, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/.test(text)) {
    return secret.bad(
      `${secretFile} does not hold a secret. Make a new one: npm run admin -- rotate-secret`,
    )
  }
  if (process.platform !== 'win32' && found.mode & 0o077) {
    return secret.bad(
      `Others on this machine may read ${secretFile} and sign in as anyone. Take it from them (chmod 600) and make a new one: npm run admin -- rotate-secret`,
    )
  }
  return secret.good('Nobody else may read the secret that signs sessions.')
}

/** Whether there is a backup, and how old the last one is. */
export async function backupFinding({ backups }: DataFolder, now: Date): Promise<Finding> {
  const backup = findingsAbout('backup')
  const last = await findLastBackup(backups).catch(() => null)
  if (!last) return backup.warning('There is no backup yet. Make one: npm run admin -- backup')
  const days = Math.floor((now.getTime() - Date.parse(last.at)) / DAY_MS)
  const age = `The newest backup is ${some(Math.max(0, days), 'day')} old (${inWords(last.size)})`
  if (days < OLD_DAYS) return backup.good(`${age}.`)
  return backup.warning(`${age}. Make one: npm run admin -- backup`)
}
