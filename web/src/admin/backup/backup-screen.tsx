import type { Backup } from '@bidyaloy/shared/school/backup'
import { useRef, useState } from 'react'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { BackupNeedsLine } from '../desktop-state/desktop-only.tsx'
import { useBackups } from './backup-query.ts'
import { BackupTable } from './backup-table.tsx'
import { backupText } from './backup-text.ts'
import { NowCard } from './now-card.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { UploadCard } from './upload-card.tsx'

/** Making, checking, fetching and putting back backups. */
export function BackupScreen() {
  const query = useBackups()
  const [chosen, setChosen] = useState<Backup | null>(null)
  const progress = useRef<HTMLDivElement>(null)
  return (
    <>
      <ScreenHead title={backupText('backup.title')}>{backupText('backup.lead')}</ScreenHead>
      <BackupNeedsLine />
      <QueryState
        query={query}
        texts={{
          loading: backupText('backup.loading'),
          error: backupText('backup.error'),
          empty: '',
        }}
        isEmpty={() => false}
      >
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
