import os from 'node:os'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { Logger } from 'pino'
import type { Bucket } from './bucket.ts'

/** An installation that has neither stored nor swept files for this long is gone. */
const GONE_MS = 30 * DAY_MS

/** Says which installations use the files of a school: the objects `<school>/used-by/<installation>`. */
export interface BucketUsers {
  /** Says that this one does, once a day. @throws StorageUnavailable */
  mark(): Promise<void>
  /** Whether another one does too, which only the log tells. @throws StorageUnavailable */
  areSeveral(now: Date): Promise<boolean>
}

/** @param installation the same for all processes on one database; not part of a backup */
export function createBucketUsers({
  bucket,
  school,
  installation,
  log,
}: {
  bucket: Bucket
  school: string
  installation: string
  log: Pick<Logger, 'error'>
}): BucketUsers {
  const prefix = `${school}/used-by/`
  let markedAt = Number.NEGATIVE_INFINITY
  return {
    async mark() {
      if (performance.now() - markedAt < DAY_MS) return
      await bucket.put(prefix + installation, { text: os.hostname() })
      markedAt = performance.now()
    },
    async areSeveral(now) {
      const marks = await bucket.list(prefix)
      const others = marks.filter(
        ({ name, at }) => name !== installation && now.getTime() - at < GONE_MS,
      )
      for (const { name, at } of others) {
        log.error(
          { object: prefix + name, lastUse: new Date(at).toISOString() },
          'another installation uses the same files in the bucket: give each a bucket of its own. Until then no file is removed. If that one is gone, remove the object that names it',
        )
      }
      return others.length > 0
    },
  }
}
