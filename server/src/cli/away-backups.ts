import fs from 'node:fs/promises'
import path from 'node:path'
import type { Backup } from '@bidyaloy/shared/school/backup'
import { systemClock } from '../clock.ts'
import { type Config, ConfigError } from '../config.ts'
import type { DataFolder } from '../data-folder.ts'
import { decryptFile, encryptFile } from '../features/backup/age-file.ts'
import { type AwayBackup, readAway } from '../features/backup/away-copies.ts'
import { copyWithLock } from '../features/backup/away-work.ts'
import { restorable } from '../features/backup/backup-format.ts'
import type { BackupSource } from '../features/backup/restore-stopped.ts'
import { assertAway, openAway } from '../find-away.ts'
import { newFileStem } from '../ids.ts'
import { AGE_SUFFIX, type AwayPlace } from '../storage/away-place.ts'
import { silent } from './cli-context.ts'
import type { OpenBackups } from './open-backups.ts'

/** Stands for the newest backup on the command line. */
export const NEWEST = 'newest'

type AwayConfig = Pick<Config, 'away' | 'bucket' | 'dataDir'>

/** Opens the place for copies. @throws ConfigError if none is set */
async function openPlace(
  config: AwayConfig,
  { folder, school }: { folder: Pick<DataFolder, 'staging' | 'awayFile'>; school: string },
): Promise<{ place: AwayPlace; recipient: string | undefined }> {
  await assertAway(config)
  const { away } = config
  if (!away) throw new ConfigError('BACKUP_URL: is missing; it says where the copies are')
  return { place: await openAway(away, { folder, school }), recipient: away.recipient }
}

/**
 * Copies the backups of a school to the other place.
 * @returns a sentence for the operator; null if there is no other place
 */
export async function copyNow(
  config: AwayConfig,
  { folder, files }: Pick<OpenBackups, 'folder' | 'files'>,
  school: string,
): Promise<string | null> {
  if (!config.away) return null
  const { place, recipient } = await openPlace(config, { folder, school })
  const target = {
    place,
    recipient,
    lockFile: folder.awayLock,
    encrypt: (file: string, to: string) => encryptFile(file, to, recipient ?? ''),
  }
  const { signal } = new AbortController()
  const now = systemClock()
  const copied = await copyWithLock(target, { files, newestKnown: null, now, signal, log: silent })
  return copied ? `Copied to ${place.address}` : 'The server is copying backups; this one is next.'
}

/** Lists the backups of the other place, newest first. @throws AwayError */
export async function listAway(
  config: AwayConfig,
  where: { folder: DataFolder; school: string },
): Promise<{ address: string; backups: AwayBackup[] }> {
  const { place } = await openPlace(config, where)
  const listed = await place.list()
  if (listed === null) throw new Error(`The key may not list ${place.address}.`)
  return { address: place.address, backups: readAway(listed) }
}

/** Returns the backups of the other place that are named, to be tried in this order. */
export async function sourcesAway(
  config: AwayConfig,
  {
    folder,
    school,
    identity,
  }: { folder: DataFolder; school: string; identity: string | undefined },
  which: string,
): Promise<[BackupSource, ...BackupSource[]]> {
  const { place } = await openPlace(config, { folder, school })
  const { address, backups } = await listAway(config, { folder, school })
  const isNamed = ({ _id, name, file }: Pick<Backup, '_id' | 'name'> & { file: string }) =>
    [_id, name, file].includes(which)
  const chosen = which === NEWEST ? restorable(backups, systemClock()) : backups.filter(isNamed)
  const [first, ...others] = chosen.map(({ file }): BackupSource => {
    return {
      file: `${address}/${file}`,
      use: (work) => place.use(file, (from) => decrypted({ file, from, folder, identity }, work)),
    }
  })
  if (first) return [first, ...others]
  throw new Error(
    which === NEWEST ? `No backup is in ${address}.` : `${which}: no such backup in ${address}.`,
  )
}

/** Runs work with a file, which is decrypted first if its name says so. */
export async function decrypted<T>(
  {
    file,
    from = file,
    folder,
    identity,
  }: {
    /** Name of the backup. */
    file: string
    /** Path of the file. */
    from?: string
    folder: Pick<DataFolder, 'staging'>
    /** File with the private key. */
    identity: string | undefined
  },
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (!file.endsWith(AGE_SUFFIX)) return work(from)
  if (identity === undefined) {
    throw new Error(`${file} is encrypted. Name the file with the private key: --identity key.txt`)
  }
  const plain = path.join(folder.staging, newFileStem())
  try {
    await decryptFile(from, plain, identity)
    return await work(plain)
  } finally {
    await fs.rm(plain, { force: true })
  }
}
