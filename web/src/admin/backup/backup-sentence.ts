import { formatDateTime } from '@bidyaloy/shared/bengali/dates'
import { formatFileSize, formatNumber } from '@bidyaloy/shared/bengali/digits'
import { backupFaultCopy } from '@bidyaloy/shared/copy/backup-copy'
import type { BackupContents, BackupOutcome } from '@bidyaloy/shared/school/backup'
import { backupText } from './backup-text.ts'

/** How a task ended, in a few sentences: what was done, and what the backup holds. */
export function outcomeSentence({ task, fault, contents, at }: BackupOutcome): string {
  if (fault !== null) return `${backupText(`backup.failed.${task}`)} ${backupFaultCopy[fault].bn}`
  const done = backupText(`backup.done.${task}`, { moment: formatDateTime(contents?.at ?? at) })
  return contents ? `${done} ${contentsSentence(contents)}` : done
}

function contentsSentence(contents: BackupContents): string {
  const { entries, studentCounts, files, bytes, unreadable, missing } = contents
  const holds = backupText('backup.done.holds', {
    entries: formatNumber(entries),
    counts: formatNumber(studentCounts),
    files: formatNumber(files),
    size: formatFileSize(bytes),
  })
  const remarks = [
    unreadable > 0 && backupText('backup.done.unreadable', { n: formatNumber(unreadable) }),
    missing > 0 && backupText('backup.done.missing', { n: formatNumber(missing) }),
  ]
  return [holds, ...remarks].filter(Boolean).join(' ')
}
