import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { resultsAdminCopy } from '@bidyaloy/shared/features/results/admin-copy'
import type { ImportedResults } from '@bidyaloy/shared/features/results/results'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { Link } from 'react-router-dom'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { OnlineGate } from '../../../admin/desktop-state/desktop-only.tsx'
import { SheetImport } from '../../../admin/sheet-import/sheet-import.tsx'
import { SheetSource } from '../../../admin/sheet-import/sheet-source.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ImportPreview } from './import-preview.tsx'
import { MAX_SHEET_ROWS, type ResultReading } from './parse-result-sheet.ts'
import { Slips } from './slips.tsx'

const t = withCopy(resultsAdminCopy, sheetCopy)

/** Brings the results of a section from a sheet, which stays in this window, and shows the slips. */
export function ImportScreen() {
  return (
    <>
      <ScreenHead title={t('results.import.title')}>{t('results.import.lead')}</ScreenHead>
      <p className="row">
        <Link className="btn btn--small" to={`${HOME_PATH}/results`}>
          <Icon name="left" /> {t('results.admin.back')}
        </Link>
      </p>
      <OnlineGate offline={t('results.admin.offline')}>
        <SheetImport<ResultReading, ImportedResults>
          source={(stage) => (
            <SheetSource
              {...stage}
              label={t('results.import.title')}
              read={async (source) =>
                (await import('./read-result-sheet.ts')).readResultSheet(source)
              }
              problemText={(problem) =>
                t(`results.import.problem.${problem}`, { max: toBengaliDigits(MAX_SHEET_ROWS) })
              }
              rules={(['head', 'two', 'words', 'one'] as const).map((rule) =>
                t(`results.import.rule.${rule}`),
              )}
            />
          )}
          preview={(reading, stage) => <ImportPreview reading={reading} {...stage} />}
          done={({ sheet, slips }) => <Slips sheet={sheet} slips={slips} />}
        />
      </OnlineGate>
    </>
  )
}
