import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../../admin/api/admin-api.ts'
import { HOME_PATH } from '../../../../admin/api/return-path.ts'
import { focusOnMount } from '../../../../admin/components/focus.ts'
import { ScreenHead } from '../../../../admin/components/screen-head.tsx'
import { useUnsavedWork } from '../../../../admin/components/unsaved-work.tsx'
import { drafts } from '../../../../admin/form/drafts.ts'
import { withCopy } from '../../../../admin/t.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dropzone } from '../../../../ui/dropzone.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { studentCountsQuery } from '../../queries.ts'
import { SheetButton } from '../sheet-button.tsx'
import { ImportPreview } from './import-preview.tsx'
import { MAX_SHEET_ROWS, type SheetReading } from './parse-count-sheet.ts'
import type { TableReading } from './read-table.ts'

const t = withCopy(studentsCopy, sheetCopy)

type Stage =
  | { at: 'source'; again?: boolean }
  | { at: 'preview'; reading: SheetReading }
  | { at: 'done'; created: number; updated: number }
  | { at: 'queued' }

/** Imports many student counts from a sheet, after a preview of the changes. */
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
        <ImportSource
          again={stage.again}
          onRead={(reading) => setStage({ at: 'preview', reading })}
        />
      )}
      {stage.at === 'preview' && (
        <ImportPreview
          reading={stage.reading}
          onBack={() => setStage({ at: 'source', again: true })}
          onDone={(counts, queued) => {
            drafts.forget(PASTE_DRAFT)
            setStage(queued ? { at: 'queued' } : { at: 'done', ...counts })
          }}
        />
      )}
      {stage.at === 'queued' && (
        <Alert tone="ok" ref={focusOnMount}>
          {t('import.queued')}
        </Alert>
      )}
      {stage.at === 'done' && (
        <Alert tone="ok" ref={focusOnMount}>
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

/** Name of the draft of pasted text. */
const PASTE_DRAFT = 'studentCountPaste'

interface ImportSourceProps {
  /** Whether another sheet was seen before; then the file field takes the focus. */
  again?: boolean | undefined
  onRead: (reading: SheetReading) => void
}

const focusFile = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** Takes a file or cells pasted from a spreadsheet. */
function ImportSource({ again, onRead }: ImportSourceProps) {
  const { data: counts = [] } = useQuery(studentCountsQuery(useAdminApi()))
  const [pasted, setPasted] = useState(() => drafts.read(PASTE_DRAFT).text ?? '')
  const [hasSeveral, setSeveral] = useState(false)
  const read = useMutation({
    mutationFn: async (source: Blob | string): Promise<TableReading> => {
      const { readTable } = await import('./read-table.ts')
      return readTable(source)
    },
    onMutate: () => setSeveral(false),
    onSuccess: (reading) => {
      if (!('problem' in reading)) onRead(reading)
    },
  })
  const problem = hasSeveral
    ? t('import.file.single')
    : read.isError
      ? t('import.problem.program')
      : read.data && 'problem' in read.data
        ? t(`import.problem.${read.data.problem}`, { max: toBengaliDigits(MAX_SHEET_ROWS) })
        : null
  return (
    <form
      className="card stack"
      ref={again ? focusFile : null}
      aria-label={t('import.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!read.isPending) read.mutate(pasted)
      }}
    >
      {problem !== null && (
        <Alert tone="error" key={problem} ref={focusOnMount}>
          <b>{t('import.problem.title')}</b> {problem}
        </Alert>
      )}
      <div className="grid2">
        <Field label={t('import.file')}>
          {(control) => (
            <Dropzone
              control={control}
              accept=".xlsx,.csv,.tsv,.txt"
              disabled={read.isPending}
              onFile={(file) => read.mutate(file)}
              onSeveral={() => setSeveral(true)}
            >
              <span>
                {t('import.file.lead')} <u>{t('import.file.pick')}</u>
              </span>
              <span className="hint">{t('import.file.limit')}</span>
            </Dropzone>
          )}
        </Field>
        <Field label={t('import.paste')} hint={t('import.paste.hint')}>
          {(control) => (
            <textarea
              {...control}
              className="input input--long"
              rows={5}
              spellCheck={false}
              value={pasted}
              readOnly={read.isPending}
              onChange={({ target: { value } }) => {
                setPasted(value)
                drafts.store(PASTE_DRAFT, { text: value })
              }}
            />
          )}
        </Field>
      </div>
      <div className="formfoot">
        <Button
          look="primary"
          type="submit"
          busy={read.isPending}
          disabled={pasted.trim() === '' && !read.isPending}
        >
          {t(read.isPending ? 'import.reading' : 'import.paste.read')}
        </Button>
        <SheetButton
          label={t('import.template')}
          format="xlsx"
          make={({ templateXlsx }) => templateXlsx(counts)}
        />
      </div>
      <details className="behind">
        <summary>{t('import.rules.title')}</summary>
        <ul className="rules">
          {(['head', 'words', 'blank', 'missing'] as const).map((rule) => (
            <li key={rule}>{t(`import.rules.${rule}`)}</li>
          ))}
        </ul>
      </details>
    </form>
  )
}
