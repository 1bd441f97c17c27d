import type { DataFolder } from '../data-folder.ts'
import type { StoredFile } from '../db/entities.ts'

/** The directory in which files of a collection lie. */
export function directoryOf(
  folder: Pick<DataFolder, 'uploads' | 'galleryUploads'>,
  name: StoredFile['folder'],
): string {
  return name === 'uploads' ? folder.uploads : folder.galleryUploads
}
