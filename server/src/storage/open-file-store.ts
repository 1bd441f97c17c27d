import fs from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../config.ts'
import type { DataFolder } from '../data-folder.ts'
import { newId } from '../ids.ts'
import { atomicMove } from '../lib/atomic-move.ts'
import { isNodeError } from '../lib/node-error.ts'
import { createFileCopies, type FileCopies } from './file-copies.ts'
import { createFolderStore, type FileStore } from './file-store.ts'

interface FileStoreOptions {
  config: Pick<Config, 'bucket' | 'cacheBytes'>
  folder: DataFolder
  /** First part of the keys in a bucket. */
  school: string
  /** Names the server among those that use a bucket; a command has none. */
  installation?: string
  log: Logger
  /** Shared by the schools of a process; by default the school's own. */
  copies?: FileCopies | undefined
}

/**
 * Opens the files of a school. The first time with a bucket, those of the data folder are put into
 * it; from then on the folders of uploads are a cache.
 * @throws Error with a one-line message if the files are in another bucket; StorageUnavailable
 */
export async function openFileStore({
  config,
  folder,
  school,
  installation,
  log,
  copies,
}: FileStoreOptions): Promise<FileStore> {
  const { bucket: settings, cacheBytes } = config
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
  // Loaded only if there is a bucket.
  const { createBucket } = await import('../engines/bucket/bucket.ts')
  const { createBucketStore, putMissing } = await import('../engines/bucket/bucket-store.ts')
  const bucket = createBucket(settings)
  if (present === null) {
    const count = await putMissing(bucket, school, folder)
    if (count > 0) log.info({ count }, 'the files of the data folder were put into the bucket')
    await writeDurably(folder, address)
  }
  return createBucketStore({
    bucket,
    school,
    installation,
    folder,
    copies: copies ?? createFileCopies(cacheBytes, log),
    log,
  })
}

/** Opens the lists of a school's files; changes nothing. */
export async function openFileLists({
  config: { bucket: settings },
  folder,
  school,
}: Omit<FileStoreOptions, 'log'>): Promise<Pick<FileStore, 'isRemote' | 'list' | 'names'>> {
  if (!settings) return createFolderStore(folder)
  const { createBucket } = await import('../engines/bucket/bucket.ts')
  const { bucketFolders } = await import('../engines/bucket/bucket-store.ts')
  return bucketFolders(createBucket(settings), school)
}

/** Time after which a start goes on without a bucket that does not answer. */
const TRIAL_MS = 3000

/**
 * Stores, reads and removes an object, so that a wrong key or one without these rights is known at the
 * start and not by the first upload. A bucket that is away may be back later.
 * @throws ConfigError
 */
export async function tryBucket(
  { bucket: settings }: Pick<Config, 'bucket'>,
  { prefix, log }: { prefix: string; log: Logger },
): Promise<void> {
  if (!settings) return
  const { BucketRefusal, createBucket } = await import('../engines/bucket/bucket.ts')
  const bucket = createBucket(settings, { silenceMs: TRIAL_MS })
  const key = `${prefix}start/${newId()}`
  try {
    await bucket.put(key, { text: 'An object that a start tries the bucket with.' })
    await bucket.getText(key)
    await bucket.remove(key)
  } catch (error) {
    if (!(error instanceof BucketRefusal)) {
      log.warn({ err: error }, 'the bucket cannot be reached at the start')
      return
    }
    throw new ConfigError(
      `STORAGE_URL: ${settings.url} refuses a ${error.request}. Check STORAGE_URL, STORAGE_KEY and STORAGE_SECRET, and that the key may put, get, delete and list objects.`,
    )
  }
}

/** Returns the address of the bucket that has the files of a data folder, or null. */
async function bucketOf({ bucketFile }: DataFolder): Promise<string | null> {
  try {
    return (await fs.readFile(bucketFile, 'utf8')).trim()
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return null
    throw error
  }
}

async function writeDurably({ root, bucketFile }: DataFolder, address: string): Promise<void> {
  const from = `${bucketFile}.new`
  await fs.writeFile(from, `${address}\n`, { mode: 0o600 })
  await atomicMove(root, [{ from, to: path.basename(bucketFile) }])
}
