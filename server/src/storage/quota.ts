import fs from 'node:fs/promises'
import { Problem } from '@bidyaloy/shared/api/problem'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import type { FileStore, FolderName, Quota } from './file-store.ts'

/**
 * Counts what is stored and removed in the folders of uploads. Refuses nothing: that is done where a
 * person can be told, before there is anything to store.
 */
export function withQuota(files: FileStore, quota: Quota): FileStore {
  /** Removes a file from the disk, whose bytes are free at once. */
  const freeing = async (folder: FolderName, name: string, remove: () => Promise<void>) => {
    const size = folder === 'backups' ? null : await files.size(folder, name)
    await remove()
    if (size) await quota.add(-size)
  }
  return {
    ...files,
    quota,
    async put(folder, parts) {
      if (folder === 'backups') return files.put(folder, parts)
      const sizes = await Promise.all(parts.map(async ({ from }) => (await fs.stat(from)).size))
      await files.put(folder, parts)
      await quota.add(sizes.reduce((sum, size) => sum + size, 0))
    },
    remove: (folder, name) =>
      // A bucket keeps it until a later sweep; the next measurement tells.
      files.isRemote
        ? files.remove(folder, name)
        : freeing(folder, name, () => files.remove(folder, name)),
    erase: (folder, name) => freeing(folder, name, () => files.erase(folder, name)),
  }
}

/** Whether some more bytes are within the quota of a school, if it has one. */
export async function hasRoom(
  { quota }: Pick<FileStore, 'quota'>,
  bytes: number,
): Promise<boolean> {
  return !quota || (await quota.used()) + bytes <= quota.limit
}

/** @throws Problem `storage_full` if some more bytes are beyond the quota of the school */
export async function assertRoom(files: Pick<FileStore, 'quota'>, bytes: number): Promise<void> {
  if (await hasRoom(files, bytes)) return
  throw new Problem('storage_full', { sentence: siteMessages['schools.quotaFull'] })
}
