import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../../admin/api/admin-api.ts'
import { HOME_PATH } from '../../../../admin/api/return-path.ts'
import { ScreenHead } from '../../../../admin/components/screen-head.tsx'
import { drafts } from '../../../../admin/form/drafts.ts'
import { MAX_GROUP_ROWS } from '../../../../admin/sheet-import/group-sheet.ts'
import { ImportDone } from '../../../../admin/sheet-import/import-done.tsx'
import { SheetImport } from '../../../../admin/sheet-import/sheet-import.tsx'
import { SheetSource } from '../../../../admin/sheet-import/sheet-source.tsx'
import { withCopy } from '../../../../admin/t.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { studentCountsQuery } from '../../queries.ts'
import { SheetButton } from '../sheet-button.tsx'
import { ImportPreview } from './import-preview.tsx'
import type { SheetReading } from './parse-count-sheet.ts'

const t = withCopy(studentsCopy, sheetCopy)

/** Numbers of created and updated records, or that the import waits in the outbox. */
type Done = { created: number; updated: number } | 'queued'

const NOTHING = { created: 0, updated: 0 }

/** Name of the draft of pasted text. */
const PASTE_DRAFT = 'studentCountPaste'

/** Imports many student counts from a sheet, after a preview of the changes. */
export function ImportScreen() {
  const { data: counts = [] } = useQuery(studentCountsQuery(useAdminApi()))
  return (
    <>
      <ScreenHead title={t('import.title')}>{t('import.lead')}</ScreenHead>
      <p>
        <Link className="btn btn--small" to={`${HOME_PATH}/studentcount`}>
          <Icon name="left" /> {t('import.back')}
        </Link>
      </p>
      <SheetImport<SheetReading, Done>
        source={(stage) => (
          <SheetSource
            {...stage}
            label={t('import.title')}
            draft={PASTE_DRAFT}
            read={async (source) => (await import('./read-table.ts')).readTable(source)}
            problemText={(problem) =>
              t(`import.problem.${problem}`, { max: toBengaliDigits(MAX_GROUP_ROWS) })
            }
            rules={(['head', 'words', 'blank', 'missing'] as const).map((rule) =>
              t(`import.rules.${rule}`),
            )}
            template={
              <SheetButton
                label={t('import.template')}
                format="xlsx"
                make={({ templateXlsx }) => templateXlsx(counts)}
              />
            }
          />
        )}
        preview={(reading, { onBack, onDone }) => (
          <ImportPreview
            reading={reading}
            onBack={onBack}
            onDone={(done, queued) => {
              drafts.forget(PASTE_DRAFT)
              onDone(queued ? 'queued' : done)
            }}
          />
        )}
        done={(done) => <DoneAlert done={done} />}
      />
    </>
  )
}

function DoneAlert({ done }: { done: Done }) {
  const { created, updated } = done === 'queued' ? NOTHING : done
  return (
    <ImportDone
      isQueued={done === 'queued'}
      title={t('import.done.title')}
      screen="studentcount"
      back={t('import.back')}
      href="/studentcount"
    >
      {t('import.done.text', {
        created: toBengaliDigits(created),
        updated: toBengaliDigits(updated),
      })}
    </ImportDone>
  )
}
