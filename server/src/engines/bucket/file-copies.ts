import fs from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Logger } from 'pino'

/** A copy in use: it is fetched once for all users, and stays until the last of them ends. */
export interface UsedCopy {
  users: number
  ready: Promise<void>
}

/** The copies of files of a bucket on this machine, of all schools of the process. */
export interface FileCopies {
  /** Bytes of the copies together. */
  readonly maxBytes: number
  /** Sizes of the copies in bytes, by their path; the least recently used ones are deleted. */
  sizes: LRUCache<string, number>
  /** Copies in use, by their path. */
  used: Map<string, UsedCopy>
  /** Deletes a copy in the background. */
  remove(file: string): void
  /** Separate queues, so that downloads for visitors do not delay uploads. */
  uploads: LimitFunction
  downloads: LimitFunction
}

/** Transfers of each direction at the same time. */
const MAX_TRANSFERS = 16

export function createFileCopies(maxBytes: number, log: Pick<Logger, 'warn'>): FileCopies {
  const used = new Map<string, UsedCopy>()
  const remove = (file: string) => {
    fs.rm(file, { force: true }).catch((err: unknown) =>
      log.warn({ err }, 'deleting a copy failed'),
    )
  }
  return {
    maxBytes,
    used,
    remove,
    uploads: pLimit(MAX_TRANSFERS),
    downloads: pLimit(MAX_TRANSFERS),
    sizes: new LRUCache<string, number>({
      maxSize: maxBytes,
      sizeCalculation: (size) => Math.max(size, 1),
      dispose(_, file, reason) {
        if (reason === 'evict' && !used.has(file)) remove(file)
      },
    }),
  }
}
