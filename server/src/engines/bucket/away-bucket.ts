import fs from 'node:fs/promises'
import path from 'node:path'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { newFileStem } from '../../ids.ts'
import { AwayError, type AwayPlace } from '../../storage/away-place.ts'
import { StorageUnavailable } from '../../storage/file-store.ts'
import { BucketRefusal, createBucket } from './bucket.ts'
import type { BucketSettings } from './bucket-settings.ts'

interface AwayBucketOptions {
  settings: BucketSettings
  /** First part of the keys, without a slash at the end; may be empty. */
  prefix: string
  /** Folder of files that are encrypted or fetched. */
  staging: string
}

/** After the last byte of a large file, a bucket may need that long to answer. */
const SILENCE_MS = MINUTE_MS

/** Keeps copies in a bucket, such as one of another provider. */
export function createAwayBucket({ settings, prefix, staging }: AwayBucketOptions): AwayPlace {
  const bucket = createBucket(settings, { silenceMs: SILENCE_MS })
  const below = prefix === '' ? '' : `${prefix}/`

  const withStaged = async <T>(work: (file: string) => Promise<T>): Promise<T> => {
    const file = path.join(staging, newFileStem())
    try {
      return await work(file)
    } finally {
      await fs.rm(file, { force: true })
    }
  }

  return {
    address: below === '' ? settings.url : `${settings.url}/${prefix}`,
    async list() {
      try {
        return await bucket.list(below)
      } catch (error) {
        if (isForbidden(error)) return null
        throw asAwayError(error)
      }
    },
    async put(name, { file, encrypt }, signal) {
      const send = (from: string) =>
        bucket.put(below + name, { file: from }, signal).catch((error: unknown) => {
          signal.throwIfAborted()
          throw asAwayError(error)
        })
      if (!encrypt) return void (await send(file))
      // A request is signed with the hash of its content.
      await withStaged(async (encrypted) => {
        await encrypt(encrypted)
        await send(encrypted)
      })
    },
    use: (name, work) =>
      withStaged(async (file) => {
        const size = await bucket.get(below + name, file).catch((error: unknown) => {
          throw asAwayError(error)
        })
        if (size !== null) return work(file)
        throw Object.assign(new Error(`${name} is not in the bucket`), { code: 'ENOENT' })
      }),
    async remove(name) {
      try {
        await bucket.remove(below + name)
        return true
      } catch (error) {
        if (isForbidden(error)) return false
        throw asAwayError(error)
      }
    },
  }
}

/** Whether the key is right, but lacks the right. */
function isForbidden(error: unknown): boolean {
  return error instanceof BucketRefusal && error.request.includes('AccessDenied')
}

function asAwayError(error: unknown): unknown {
  if (!(error instanceof StorageUnavailable)) return error
  const fault = error instanceof BucketRefusal ? 'refused' : 'unreachable'
  return new AwayError(fault, error.message, { cause: error })
}
