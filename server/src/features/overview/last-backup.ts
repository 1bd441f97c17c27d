import fs from 'node:fs/promises'
import path from 'node:path'
import type { OfficeOverview } from '@bidyaloy/shared/school/office-overview'

/** The newest copy in the folder of backups, whoever made it; null where there is none. */
export async function findLastBackup(backups: string): Promise<OfficeOverview['lastBackup']> {
  const entries = await fs.readdir(backups, { withFileTypes: true })
  const copies = await Promise.all(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ name }) => fs.stat(path.join(backups, name))),
  )
  const [newest] = copies.sort((a, b) => b.mtimeMs - a.mtimeMs)
  return newest ? { at: newest.mtime.toISOString(), size: newest.size } : null
}
