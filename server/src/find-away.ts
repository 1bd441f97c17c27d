import fs from 'node:fs/promises'
import path from 'node:path'
import type { AwaySettings } from './away-settings.ts'
import { type Config, ConfigError } from './config.ts'
import type { DataFolder } from './data-folder.ts'
import { createAwayFolder } from './engines/disk/away-folder.ts'
import { assertRecipient } from './features/backup/age-file.ts'
import { SCHOOL } from './find-records.ts'
import { messageOf } from './lib/node-error.ts'
import type { AwayPlace } from './storage/away-place.ts'

/**
 * Opens the place for copies of a school's backups: below its name where there are several schools.
 * Nothing is written or asked.
 */
export async function openAway(
  { place }: Pick<AwaySettings, 'place'>,
  { folder, school }: { folder: Pick<DataFolder, 'staging' | 'awayFile'>; school: string },
): Promise<AwayPlace> {
  const below = school === SCHOOL ? '' : school
  if ('folder' in place) {
    return createAwayFolder({ folder: place.folder, below, memory: folder.awayFile })
  }
  const { createAwayBucket } = await import('./engines/bucket/away-bucket.ts')
  const prefix = [place.prefix, below].filter(Boolean).join('/')
  return createAwayBucket({ settings: place.bucket, prefix, staging: folder.staging })
}

/** @throws ConfigError for a mistyped key, or a place that is that of the backups themselves */
export async function assertAway({
  away,
  bucket,
  dataDir,
}: Pick<Config, 'away' | 'bucket' | 'dataDir'>): Promise<void> {
  if (!away) return
  await assertRecipient(away.recipient).catch((error: unknown) => {
    throw new ConfigError(messageOf(error))
  })
  const { place } = away
  if ('bucket' in place) {
    if (place.bucket.url !== bucket?.url) return
    // They would be removed with the files of a school whose name is the first part of their keys.
    throw new ConfigError('BACKUP_URL: is the bucket of STORAGE_URL; copies belong in another one')
  }
  const [folder, data] = await Promise.all([place.folder, dataDir].map(withoutLinks))
  if (`${folder}${path.sep}`.startsWith(`${data}${path.sep}`)) {
    throw new ConfigError('BACKUP_URL: is within DATA_DIR; copies belong on another disk')
  }
}

/** Returns where symbolic links lead; the path itself if nothing is there. */
async function withoutLinks(folder: string): Promise<string> {
  return fs.realpath(folder).catch(() => path.resolve(folder))
}
