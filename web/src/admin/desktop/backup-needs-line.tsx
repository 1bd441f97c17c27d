import { Alert } from '../../ui/alert.tsx'
import { backupText } from '../backup/backup-text.ts'
import { useDesktopState } from './use-desktop-state.ts'

/** In the program without a line: nothing of a backup can wait on this computer. */
export function BackupNeedsLine() {
  const state = useDesktopState()
  if (!state || state.serverAnswers) return null
  return <Alert tone="warn">{backupText('backup.offline')}</Alert>
}
