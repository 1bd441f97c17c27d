import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { studentsCopy } from '@bidyaloy/shared/copy/students-copy'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Alert } from '../../../ui/alert.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { HOME_PATH } from '../../api/return-path.ts'
import { ScreenHead } from '../../components/screen-head.tsx'
import { useUnsavedWork } from '../../components/unsaved-work.tsx'
import { drafts } from '../../form/drafts.ts'
import { withCopy } from '../../t.ts'
import { ImportPreview } from './import-preview.tsx'
import { ImportSource, PASTE_DRAFT } from './import-source.tsx'
import type { SheetReading } from './read-count-sheet.ts'

const t = withCopy(studentsCopy)

type Stage =
  | { at: 'source' }
  | { at: 'preview'; reading: SheetReading }
  | { at: 'done'; created: number; updated: number }
  | { at: 'queued' }

/** Brings many student counts in at once: a sheet, a look at what it changes, a yes. */
export function ImportScreen() {
  const [stage, setStage] = useState<Stage>({ at: 'source' })
  useUnsavedWork(stage.at === 'preview', 'admin.unsaved.import')
  return (
    <>
      <ScreenHead title={t('import.title')}>{t('import.lead')}</ScreenHead>
      <p>
        <Link className="btn btn--small" to={`${HOME_PATH}/studentcount`}>
          <Icon name="left" /> {t('import.back')}
        </Link>
      </p>
      {stage.at === 'source' && (
        <ImportSource onRead={(reading) => setStage({ at: 'preview', reading })} />
      )}
      {stage.at === 'preview' && (
        <ImportPreview
          reading={stage.reading}
          onOther={() => setStage({ at: 'source' })}
          onDone={(counts, queued) => {
            drafts.forget(PASTE_DRAFT)
            setStage(queued ? { at: 'queued' } : { at: 'done', ...counts })
          }}
        />
      )}
      {stage.at === 'queued' && (
        <Alert tone="ok" ref={(box) => box?.focus()}>
          {t('import.queued')}
        </Alert>
      )}
      {stage.at === 'done' && (
        <Alert tone="ok" ref={(box) => box?.focus()}>
          <p>
            <b>{t('import.done.title')}</b>{' '}
            {t('import.done.text', {
              created: toBengaliDigits(stage.created),
              updated: toBengaliDigits(stage.updated),
            })}
          </p>
          <p className="row">
            <Link className="btn btn--small" to={`${HOME_PATH}/studentcount`}>
              {t('import.back')}
            </Link>
            <a className="btn btn--small" href="/studentcount">
              <Icon name="eye" /> {t('import.done.site')}
            </a>
          </p>
        </Alert>
      )}
    </>
  )
}
