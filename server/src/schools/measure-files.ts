import { type FileStore, UPLOAD_FOLDERS } from '../storage/file-store.ts'

/** Returns the number of the stored files of a school, with copies of pictures, and their bytes. */
export async function measureFiles(
  store: Pick<FileStore, 'list'>,
): Promise<{ files: number; bytes: number }> {
  const files = (await Promise.all(UPLOAD_FOLDERS.map((folder) => store.list(folder)))).flat()
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}
