import fs from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../../config.ts'
import type { DataFolder } from '../../data-folder.ts'
import { newId } from '../../ids.ts'
import { atomicMove } from '../../lib/atomic-move.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { BucketRefusal, createBucket } from './bucket.ts'
import type { BucketSettings } from './bucket-settings.ts'
import { createBucketStore, putMissing } from './bucket-store.ts'
import { createFileCopies, type FileCopies } from './file-copies.ts'

export interface BucketStoreOptions {
  config: Pick<Config, 'cacheBytes'>
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
 * Opens the files of a school in a bucket.
 * @param isNew whether those of the data folder have to be put there first
 * @param address of the bucket and the school, which the data folder then names
 * @throws StorageUnavailable
 */
export async function openBucketStore(
  settings: BucketSettings,
  { config, folder, school, installation, log, copies }: BucketStoreOptions,
  { isNew, address }: { isNew: boolean; address: string },
): Promise<FileStore> {
  const bucket = createBucket(settings)
  if (isNew) {
    const count = await putMissing(bucket, school, folder)
    if (count > 0) log.info({ count }, 'the files of the data folder were put into the bucket')
    await writeDurably(folder, address)
  }
  return createBucketStore({
    bucket,
    school,
    installation,
    folder,
    copies: copies ?? createFileCopies(config.cacheBytes, log),
    log,
  })
}

async function writeDurably({ root, bucketFile }: DataFolder, address: string): Promise<void> {
  const from = `${bucketFile}.new`
  await fs.writeFile(from, `${address}\n`, { mode: 0o600 })
  await atomicMove(root, [{ from, to: path.basename(bucketFile) }])
}

/** Time after which a start goes on without a bucket that does not answer. */
const TRIAL_MS = 3000

/**
 * Stores, reads and removes an object. A bucket that is away may be back later.
 * @throws ConfigError for a wrong key, or one without these rights
 */
export async function tryBucket(
  settings: BucketSettings,
  { prefix, log }: { prefix: string; log: Logger },
): Promise<void> {
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
