import { dhakaTime } from '@bidyaloy/shared/bengali/dates'
import type { BackupKind } from '@bidyaloy/shared/school/backup'
import type { WrittenBackup } from './backup-names.ts'

/** Of how many days one nightly backup is kept, and of how many weeks before them. */
export const KEPT_DAYS = 7
export const KEPT_WEEKS = 4
/** How many of the others are kept. */
const KEPT_OTHERS: Readonly<Record<Exclude<BackupKind, 'nightly'>, number>> = {
  manual: 10,
  'before-restore': 3,
  uploaded: 3,
}

/** Which backups have had their time. @param backups newest first */
export function outdated(backups: readonly WrittenBackup[]): WrittenBackup[] {
  const old = nightlyOutdated(backups.filter(({ kind }) => kind === 'nightly'))
  for (const [kind, kept] of Object.entries(KEPT_OTHERS)) {
    const alike = backups.filter((backup) => backup.kind === kind)
    // Somebody who brings an old one wants just that one.
    if (kind === 'uploaded') alike.sort((a, b) => b.written - a.written)
    old.push(...alike.slice(kept))
  }
  return old
}

function nightlyOutdated(backups: readonly WrittenBackup[]): WrittenBackup[] {
  const days = new Set<number>()
  const weeks = new Set<number>()
  return backups.filter(({ at }) => {
    const day = Date.parse(dhakaTime(at).iso) / 86_400_000
    if (days.has(day)) return true
    if (days.size < KEPT_DAYS) {
      days.add(day)
      return false
    }
    const week = Math.floor(day / 7)
    if (weeks.has(week) || weeks.size === KEPT_WEEKS) return true
    weeks.add(week)
    return false
  })
}
