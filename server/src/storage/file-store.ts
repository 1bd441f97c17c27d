import type { DataFolder } from '../data-folder.ts'
import type { StoredFile } from '../db/entities.ts'

/** Folders of complete files. The name of a file is never used again for other content. */
export type FolderName = StoredFile['folder'] | 'backups'

/** The folders of uploads. */
export const UPLOAD_FOLDERS = [
  'uploads',
  'gallery-uploads',
] as const satisfies readonly StoredFile['folder'][]

/** A file of a folder. */
export interface ListedFile {
  name: string
  /** Bytes. */
  size: number
  /** Time at which it was stored, in milliseconds since 1970. */
  at: number
}

/** The limit of a school's uploads. */
export interface Quota {
  /** Bytes. */
  limit: number
  /** Returns the bytes of the stored files: as they were measured last, and what was added since. */
  used(): Promise<number>
  /** Counts bytes that were stored; negative ones were removed. */
  add(bytes: number): Promise<void>
}

/** Where the files of a school are: its data folder, or a bucket with copies in the data folder. */
export interface FileStore {
  /** Whether the data folder has only copies of the files. */
  readonly isRemote: boolean
  /** Absent without a limit. */
  readonly quota?: Quota
  /**
   * Moves complete files from this machine into a folder, durably. If one fails, the others are removed
   * again; from a bucket, the sweep removes uploads.
   * @param files paths of the data folder's disk, and names
   * @throws StorageUnavailable; system errors of the disk
   */
  put(folder: FolderName, files: readonly { from: string; to: string }[]): Promise<void>
  /**
   * Runs `work` with the path of a file, which stays until `work` has ended.
   * @throws Error `ENOENT` if there is no such file, here or when `work` opens it; StorageUnavailable
   */
  use<T>(folder: FolderName, name: string, work: (file: string) => Promise<T>): Promise<T>
  /** Returns the path of a file if no network is needed; it may not exist. Null otherwise. */
  here(folder: FolderName, name: string): string | null
  /** Returns the size of a file in bytes; null if there is none. @throws StorageUnavailable */
  size(folder: FolderName, name: string): Promise<number | null>
  /** Removes a file that no record references any more. From a bucket, the daily sweep removes it. */
  remove(folder: FolderName, name: string): Promise<void>
  /** Deletes a file and its copies at once, also from a bucket. @throws StorageUnavailable */
  erase(folder: FolderName, name: string): Promise<void>
  /** Returns all files of a folder. @throws StorageUnavailable */
  list(folder: FolderName): Promise<ListedFile[]>
  /** Returns the names of all files of a folder. @throws StorageUnavailable */
  names(folder: FolderName): Promise<string[]>
  /**
   * Removes uploads that no record references, if that was so at a sweep a day before too. Only of
   * a bucket: in the data folder every removal is immediate.
   * @param referenced returns the files of all records, as `<folder>/<name>`
   * @throws StorageUnavailable
   */
  sweep?(referenced: () => Promise<ReadonlySet<string>>, now: Date): Promise<void>
}

/** The bucket cannot be reached, or refuses; a later attempt may succeed. */
export class StorageUnavailable extends Error {}

/** Returns the path of a folder of files in the data folder. */
export function directoryOf(
  folder: Pick<DataFolder, 'uploads' | 'galleryUploads' | 'backups'>,
  name: FolderName,
): string {
  if (name === 'backups') return folder.backups
  return name === 'uploads' ? folder.uploads : folder.galleryUploads
}
