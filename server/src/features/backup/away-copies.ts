import { isOwnAndWhole } from '@bidyaloy/shared/school/backup'
import type { Logger } from 'pino'
import { AGE_SUFFIX, AwayError, type AwayPlace } from '../../storage/away-place.ts'
import type { FileStore, ListedFile } from '../../storage/file-store.ts'
import { encryptedSize } from './age-file.ts'
import { listBackups, readBackupName, restorable, type WrittenBackup } from './backup-format.ts'
import { expiredBackups } from './backup-schedule.ts'

/** A backup in another place. */
export interface AwayBackup extends WrittenBackup {
  /** Name of its file there, which has a suffix if it is encrypted. */
  file: string
}

export interface CopyAwayOptions {
  place: AwayPlace
  /** The backups of the school. */
  files: FileStore
  /** Public key of age, if the copies are encrypted. */
  recipient: string | undefined
  /** Encrypts a file for the recipient. @param to a new file */
  encrypt(file: string, to: string): Promise<void>
  /** State time of the newest backup that was copied before, where the place cannot be listed. */
  newestKnown: string | null
  now: Date
  signal: AbortSignal
  log: Pick<Logger, 'info' | 'warn'>
}

/**
 * Copies the backups that are missing in another place, the newest first: the newest one, and those
 * that are newer than the oldest there. Then removes those that are too old by the rule at home.
 * @returns the state time of the newest backup there; null without any
 * @throws AwayError; system errors of the disk
 */
export async function copyAway(options: CopyAwayOptions): Promise<string | null> {
  const { place, files, recipient, newestKnown, now, log } = options
  const home = (await listBackups(files)).filter(isOwnAndWhole)
  const [newest] = restorable(home, now)
  const before = await place.list()
  if (before === null) {
    // A key that may only write cannot see what is there.
    if (newest && newest.at !== newestKnown) await copy(newest, options)
    return newest?.at ?? newestKnown
  }
  const sizeOf = recipient === undefined ? (bytes: number) => bytes : await encryptedSize(recipient)
  const sizes = new Map(home.map(({ name, size }) => [fileOf(name, recipient), sizeOf(size)]))
  const isWhole = ({ file, size }: AwayBackup) => (sizes.get(file) ?? size) === size
  const missing = missingOf({ home, newest, recipient }, readAway(before).filter(isWhole))
  for (const backup of missing) await copy(backup, options)
  const there = readAway((await place.list()) ?? [])
  for (const { name } of missing) {
    const file = fileOf(name, recipient)
    const copied = there.find((one) => one.file === file)
    if (copied && isWhole(copied)) continue
    throw new Error(
      `${place.address}/${file} has ${copied?.size ?? 'no'} bytes after it was copied`,
    )
  }
  assertOwn(place, home, there)
  await removeExpired(place, there, log)
  return restorable(there.filter(isWhole), now)[0]?.at ?? null
}

/** Returns the backups of a list of files, newest first; of the same, the encrypted one first. */
export function readAway(listed: readonly ListedFile[]): AwayBackup[] {
  const backups = listed.flatMap(({ name: file, size, at: written }): AwayBackup[] => {
    const read = readBackupName(
      file.endsWith(AGE_SUFFIX) ? file.slice(0, -AGE_SUFFIX.length) : file,
    )
    return read ? [{ ...read, file, size, written }] : []
  })
  return backups.sort(newestFirst)
}

const newestFirst = (a: AwayBackup, b: AwayBackup) =>
  Date.parse(b.at) - Date.parse(a.at) || b.file.length - a.file.length

/** Returns the name of a copy. */
const fileOf = (name: string, recipient: string | undefined) =>
  recipient === undefined ? name : name + AGE_SUFFIX

/** Returns the backups to copy, newest first: none that would be removed there at once. */
function missingOf(
  {
    home,
    newest,
    recipient,
  }: {
    home: readonly WrittenBackup[]
    newest: WrittenBackup | undefined
    recipient: string | undefined
  },
  there: readonly AwayBackup[],
): AwayBackup[] {
  const copied = new Set(there.map(({ file }) => file))
  // Those there may all be of a time when the clock was ahead.
  const [oldest = ''] = [...there, newest].flatMap((one) => one?.at ?? []).sort()
  const missing = home
    .map((backup) => ({ ...backup, file: fileOf(backup.name, recipient) }))
    .filter(({ file, at }) => !copied.has(file) && at >= oldest)
  const expired = expiredCopies([...there, ...missing].sort(newestFirst))
  return missing.filter((one) => !expired.includes(one))
}

/**
 * Returns the copies to remove: those that are too old by the rule at home, and the second one of a backup
 * that is there encrypted and not.
 */
function expiredCopies(there: readonly AwayBackup[]): AwayBackup[] {
  const names = there.map(({ name }) => name)
  const expired = expiredBackups(there.filter(({ name }, at) => names.indexOf(name) === at))
  return there.filter((one, at) => names.indexOf(one.name) < at || expired.includes(one))
}

/**
 * Two servers with the same place would remove each other's copies, as one has a backup a day.
 * @throws AwayError if copies that this server has not made take the place of its own
 */
function assertOwn(
  { address }: AwayPlace,
  home: readonly WrittenBackup[],
  there: readonly AwayBackup[],
): void {
  const stay = home.filter((backup) => !expiredBackups(home).includes(backup))
  // Also before BACKUP_RECIPIENT was set, or was removed.
  const copied = new Set(there.map(({ name }) => name))
  const oldest = there.at(-1)?.at ?? ''
  const lost = stay.find(({ name, at }) => at >= oldest && !copied.has(name))
  if (!lost) return
  throw new AwayError(
    'failed',
    `${address} has newer backups in place of ${lost.name}: does another server copy there, too? Give each its own BACKUP_URL`,
  )
}

async function copy(
  { name, size }: WrittenBackup,
  { place, files, recipient, encrypt, signal, log }: CopyAwayOptions,
): Promise<void> {
  const started = performance.now()
  await files.use('backups', name, (file) => {
    const content = {
      file,
      encrypt: recipient === undefined ? undefined : (to: string) => encrypt(file, to),
    }
    return place.put(fileOf(name, recipient), content, signal)
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  log.info({ backup: name, to: place.address, size, seconds }, 'backup copied')
}

async function removeExpired(
  place: AwayPlace,
  there: readonly AwayBackup[],
  log: CopyAwayOptions['log'],
): Promise<void> {
  try {
    for (const { file } of expiredCopies(there)) {
      // A key that may only write leaves them to the rules of the bucket.
      if (!(await place.remove(file))) return
    }
  } catch (error) {
    // The next copy tries again.
    log.warn({ err: error }, 'removing old copies of backups failed')
  }
}
