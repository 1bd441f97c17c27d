import fs from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import type { BucketStoreOptions } from './engines/bucket/open-bucket-store.ts'
import { createFolderStore } from './engines/disk/folder-store.ts'
import { nullIfMissing } from './lib/node-error.ts'
import type { FileStore } from './storage/file-store.ts'

export interface FileStoreOptions extends BucketStoreOptions {
  config: Pick<Config, 'bucket' | 'cacheBytes'>
}

/**
 * Opens the files of a school: in the data folder, or in a bucket, whose code is loaded only then. The
 * first time with a bucket, those of the data folder are put into it; from then on the folders of
 * uploads are a cache.
 * @throws Error with a one-line message if the files are in another bucket; StorageUnavailable
 */
export async function openFileStore(options: FileStoreOptions): Promise<FileStore> {
  const { config, folder, school } = options
  const { bucket: settings } = config
  const present = await bucketOf(folder)
  if (!settings) {
    if (present === null) return createFolderStore(folder)
    throw new Error(
      `STORAGE_URL: is missing, but the files are in ${present}. Set it, or copy uploads and gallery-uploads from there and delete ${folder.bucketFile}.`,
    )
  }
  const address = `${settings.url}/${school}`
  if (present !== null && present !== address) {
    throw new Error(
      `STORAGE_URL: is ${address}, but the files are in ${present}. If that bucket has all files too, delete ${folder.bucketFile}.`,
    )
  }
  const { openBucketStore } = await import('./engines/bucket/open-bucket-store.ts')
  return openBucketStore(settings, options, { isNew: present === null, address })
}

/** Opens the lists of a school's files; changes nothing. */
export async function openFileLists({
  config: { bucket: settings },
  folder,
  school,
}: Omit<FileStoreOptions, 'log'>): Promise<Pick<FileStore, 'isRemote' | 'list' | 'names'>> {
  if (!settings) return createFolderStore(folder)
  const { createBucket } = await import('./engines/bucket/bucket.ts')
  const { bucketFolders } = await import('./engines/bucket/bucket-store.ts')
  return bucketFolders(createBucket(settings), school)
}

/**
 * Tries the bucket, if there is one, so that a wrong key is known at the start and not by the first
 * upload. @throws ConfigError
 */
export async function tryFiles(
  { bucket: settings }: Pick<Config, 'bucket'>,
  options: { prefix: string; log: Logger },
): Promise<void> {
  if (!settings) return
  const { tryBucket } = await import('./engines/bucket/open-bucket-store.ts')
  await tryBucket(settings, options)
}

/** Returns the address of the bucket that has the files of a data folder, or null. */
async function bucketOf({ bucketFile }: DataFolder): Promise<string | null> {
  return (await fs.readFile(bucketFile, 'utf8').catch(nullIfMissing))?.trim() ?? null
}
