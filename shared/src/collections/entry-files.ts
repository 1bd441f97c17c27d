// Free of zod, for the site's pages.
import type { Entry, EntryFile } from './entry.ts'

/** Returns all files of an entry in order. */
export function filesOf({
  files,
  filePath,
  fileName = '',
  mimeType = '',
  size = 0,
  ...rest
}: Entry): EntryFile[] {
  if (files) return files
  if (filePath === undefined) return []
  const { width, height, color, sizes, pages, pageCount } = rest
  const measured = { width, height, color, sizes, pages, pageCount }
  return [{ filePath, fileName, mimeType, size, ...measured }]
}

/** Returns how many files an entry has, also one of a list, which leaves out those of albums. */
export function fileCountOf(entry: Entry): number {
  return entry.fileCount ?? filesOf(entry).length
}

/** Returns the name of a file without folder and extension. @param filePath `uploads/4f1c….jpg` */
export function fileStemOf(filePath: string): string {
  return filePath.replace(/^.*\//, '').replace(/\..*$/, '')
}
