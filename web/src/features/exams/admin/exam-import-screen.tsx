import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { examAdminCopy } from '@bidyaloy/shared/features/exams/admin-copy'
import { MAX_SITTINGS } from '@bidyaloy/shared/features/exams/exam'
import { exams as type } from '@bidyaloy/shared/features/exams/record'
import { examPath } from '@bidyaloy/shared/features/routine/week'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { Link } from 'react-router-dom'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { drafts } from '../../../admin/form/drafts.ts'
import { ImportDone } from '../../../admin/sheet-import/import-done.tsx'
import { SheetImport } from '../../../admin/sheet-import/sheet-import.tsx'
import { SheetSource } from '../../../admin/sheet-import/sheet-source.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ExamPreview } from './exam-preview.tsx'
import type { ExamReading } from './parse-exam-sheet.ts'

const t = withCopy(sheetCopy, examAdminCopy)

/** Name of the draft of pasted text. */
const PASTE_DRAFT = 'examPaste'

/** Id of the examination, or that it waits in the outbox. */
type Done = { id: string } | 'queued'

/** Reads the table of an examination; its days go to the calendar in the same step. */
export function ExamImportScreen() {
  return (
    <>
      <ScreenHead title={t('examImport.title')}>{t('examImport.lead')}</ScreenHead>
      <p>
        <Link className="btn btn--small" to={`${HOME_PATH}/${type.screen}`}>
          <Icon name="left" /> {t('examImport.back')}
        </Link>
      </p>
      <SheetImport<ExamReading, Done>
        source={(stage) => (
          <SheetSource
            {...stage}
            label={t('examImport.title')}
            draft={PASTE_DRAFT}
            read={async (source) =>
              (await import('./parse-exam-sheet.ts')).readExam(source, {
                today: dhakaTime(new Date()).iso,
              })
            }
            problemText={(problem) =>
              t(`examImport.problem.${problem}`, { max: toBengaliDigits(MAX_SITTINGS) })
            }
            rules={(['columns', 'classes', 'empty'] as const).map((rule) =>
              t(`examImport.rules.${rule}`),
            )}
          />
        )}
        preview={(reading, { onBack, onDone }) => (
          <ExamPreview
            reading={reading}
            onBack={onBack}
            onDone={(id, queued) => {
              drafts.forget(PASTE_DRAFT)
              onDone(queued ? 'queued' : { id })
            }}
          />
        )}
        done={(done) => (
          <ImportDone
            isQueued={done === 'queued'}
            title={t('examImport.done')}
            screen={type.screen}
            back={t('examImport.back')}
            href={done === 'queued' ? '' : examPath(done.id)}
          >
            {t('examImport.done.text')}
          </ImportDone>
        )}
      />
    </>
  )
}
