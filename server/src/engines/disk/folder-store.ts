import fs from 'node:fs/promises'
import path from 'node:path'
import type { DataFolder } from '../../data-folder.ts'
import { atomicMove } from '../../lib/atomic-move.ts'
import { nullIfMissing } from '../../lib/node-error.ts'
import {
  directoryOf,
  type FileStore,
  type FolderName,
  type ListedFile,
} from '../../storage/file-store.ts'

/** Returns the names of the files in a directory. */
async function fileNamesIn(directory: string): Promise<string[]> {
  const entries = await fs.readdir(directory, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Returns the files of a directory; without those that are removed meanwhile. */
export async function filesIn(directory: string): Promise<ListedFile[]> {
  const files = await Promise.all(
    (await fileNamesIn(directory)).map(async (name) => {
      const found = await fs.stat(path.join(directory, name)).catch(nullIfMissing)
      return found && { name, size: found.size, at: found.mtimeMs }
    }),
  )
  return files.filter((file) => file !== null)
}

/** Keeps the files in the data folder. */
export function createFolderStore(
  data: Pick<DataFolder, 'uploads' | 'galleryUploads' | 'backups'>,
): FileStore {
  const fileAt = (folder: FolderName, name: string) => path.join(directoryOf(data, folder), name)
  return {
    isRemote: false,
    put: (folder, files) => atomicMove(directoryOf(data, folder), files),
    use: (folder, name, work) => work(fileAt(folder, name)),
    here: fileAt,
    async size(folder, name) {
      const found = await fs.stat(fileAt(folder, name)).catch(nullIfMissing)
      return found?.size ?? null
    },
    remove: (folder, name) => fs.rm(fileAt(folder, name), { force: true }),
    erase: (folder, name) => fs.rm(fileAt(folder, name), { force: true }),
    list: (folder) => filesIn(directoryOf(data, folder)),
    names: (folder) => fileNamesIn(directoryOf(data, folder)),
  }
}
