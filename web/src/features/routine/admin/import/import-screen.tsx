import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { routineAdminCopy } from '@bidyaloy/shared/features/routine/admin-copy'
import { pages } from '@bidyaloy/shared/features/routine/paths'
import { routines as type } from '@bidyaloy/shared/features/routine/record'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../../admin/api/admin-api.ts'
import { HOME_PATH } from '../../../../admin/api/return-path.ts'
import { ScreenHead } from '../../../../admin/components/screen-head.tsx'
import { drafts } from '../../../../admin/form/drafts.ts'
import { ImportDone } from '../../../../admin/sheet-import/import-done.tsx'
import { SheetImport } from '../../../../admin/sheet-import/sheet-import.tsx'
import { SheetSource } from '../../../../admin/sheet-import/sheet-source.tsx'
import { withCopy } from '../../../../admin/t.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { peopleQuery } from '../../../people/queries.ts'
import { MAX_SHEET_ROWS, type RoutineReading } from './parse-routine-sheet.ts'
import { RoutinePreview } from './routine-preview.tsx'

const t = withCopy(sheetCopy, routineAdminCopy)

/** Numbers of created and updated routines, or that the import waits in the outbox. */
type Done = { created: number; updated: number } | 'queued'

const NOTHING = { created: 0, updated: 0 }

/** Name of the draft of pasted text. */
const PASTE_DRAFT = 'routinePaste'

/** Imports the routines of all classes from a workbook, after a preview of the changes. */
export function ImportScreen() {
  const { data: people = [] } = useQuery(peopleQuery(useAdminApi()))
  const names = people.map(({ title }) => title)
  return (
    <>
      <ScreenHead title={t('routineImport.title')}>{t('routineImport.lead')}</ScreenHead>
      <p>
        <Link className="btn btn--small" to={`${HOME_PATH}/${type.screen}`}>
          <Icon name="left" /> {t('routineImport.back')}
        </Link>
      </p>
      <SheetImport<RoutineReading, Done>
        source={(stage) => (
          <SheetSource
            {...stage}
            label={t('routineImport.title')}
            draft={PASTE_DRAFT}
            read={async (source) =>
              (await import('./read-routines.ts')).readRoutines(source, names)
            }
            problemText={(problem) =>
              t(`routineImport.problem.${problem}`, { max: toBengaliDigits(MAX_SHEET_ROWS) })
            }
            rules={(['layout', 'group', 'cell', 'empty', 'missing'] as const).map((rule) =>
              t(`routineImport.rules.${rule}`),
            )}
          />
        )}
        preview={(reading, { onBack, onDone }) => (
          <RoutinePreview
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
      title={t('routineImport.done')}
      screen={type.screen}
      back={t('routineImport.back')}
      href={pages.routine}
    >
      {created > 0 && t('routineImport.done.created', { n: toBengaliDigits(created) })}{' '}
      {updated > 0 && t('routineImport.done.updated', { n: toBengaliDigits(updated) })}
    </ImportDone>
  )
}
