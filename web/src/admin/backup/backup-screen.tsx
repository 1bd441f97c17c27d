import { backupCopy } from '@bidyaloy/shared/copy/account-copy'
import type { Backup } from '@bidyaloy/shared/school/backup'
import { useRef, useState } from 'react'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { BackupOfflineNote } from '../desktop-state/desktop-only.tsx'
import { withCopy } from '../t.ts'
import { useBackups } from './backup-query.ts'
import { BackupTable } from './backup-table.tsx'
import { NowCard } from './now-card.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { UploadCard } from './upload-card.tsx'
import './backup.css'

const t = withCopy(backupCopy)

/** Makes, verifies, downloads, uploads and restores backups. */
export function BackupScreen() {
  const query = useBackups()
  const [chosen, setChosen] = useState<Backup | null>(null)
  const progress = useRef<HTMLDivElement>(null)
  return (
    <>
      <ScreenHead title={t('backup.title')}>{t('backup.lead')}</ScreenHead>
      <BackupOfflineNote />
      <QueryState query={query} texts={{ loading: t('backup.loading'), error: t('backup.error') }}>
        {(state) => (
          <>
            <NowCard state={state} onUndo={setChosen} ref={progress} />
            <BackupTable state={state} onRestore={setChosen} />
          </>
        )}
      </QueryState>
      <UploadCard />
      {chosen && (
        <RestoreDialog
          backup={chosen}
          onClose={() => setChosen(null)}
          onBegun={() => {
            setChosen(null)
            requestAnimationFrame(() => progress.current?.focus())
          }}
        />
      )}
    </>
  )
}
