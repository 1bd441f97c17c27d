import type { TeacherPage } from '@bidyaloy/shared/school/teacher-page'
import { type ReactNode, useId, useMemo, useRef } from 'react'
import { stackTables } from '../../school/stacked-tables.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { focusSoon } from '../../ui/focus-soon.ts'
import { hasCode } from '../api/failure-text.ts'
import { useUnsavedWork } from '../components/unsaved-work.tsx'
import { fileFailure, useFileForm } from './use-file-form.ts'
import '../../styles/prose.css'
import { teachersCopy } from '@bidyaloy/shared/copy/teachers-copy'
import { Dialog } from '../../ui/dialog.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(teachersCopy)

/** Takes an HTML file, shows what would become of it, and only then sets it. */
export function FileForm({ saved }: { saved: TeacherPage | null }) {
  const id = useId()
  const head = useRef<HTMLHeadingElement>(null)
  const refusal = useRef<HTMLDivElement>(null)
  const state = useFileForm(saved, {
    onRead: () => focusSoon(() => head.current),
    onRefused: () => focusSoon(() => refusal.current),
    onEmptied: () => focusSoon(() => document.getElementById(id)),
  })
  const { read, put, page } = state
  useUnsavedWork(page !== null)
  const failed = read.error ?? put.error
  return (
    <section className="card stack" aria-label={t('teachers.way.file')}>
      {failed && (
        <Alert tone={hasCode(failed, 'conflict') ? 'warn' : 'error'} ref={refusal}>
          <b>{t(read.error ? 'teachers.file.preview.failed' : 'teachers.file.failed')}</b>{' '}
          {fileFailure(failed)}
        </Alert>
      )}
      {!page && (
        <div className="field">
          <span className="label">{t('teachers.file.label')}</span>
          <Dropzone
            control={{
              id,
              'aria-describedby': undefined,
              'aria-invalid': read.isError ? true : undefined,
            }}
            accept=".html,.htm,.xhtml"
            disabled={read.isPending}
            onFile={(file) => read.mutate(file)}
            onSeveral={state.several}
          >
            {read.isPending ? (
              <span role="status">
                <span className="spin" aria-hidden="true" /> {t('teachers.file.reading')}
              </span>
            ) : (
              <span>
                {t('form.file.drop.lead')} <u>{t('form.file.drop.pick')}</u>
              </span>
            )}
            <span className="hint">{t('teachers.file.hint')}</span>
          </Dropzone>
        </div>
      )}
      {page && (
        <>
          <div className="stack stack--3">
            <h2 tabIndex={-1} ref={head}>
              {t('teachers.file.preview')}
            </h2>
            <p className="meta">
              <span>{page.fileName}</span>
            </p>
            <p>{t('teachers.file.preview.lead')}</p>
          </div>
          {page.unicode !== null && (
            <Alert tone="warn">
              <p>{t(page.isConverted ? 'teachers.file.converted' : 'teachers.file.bijoy')}</p>
              <Button small icon={page.isConverted ? 'undo' : 'swap'} onClick={state.convert}>
                {t(page.isConverted ? 'teachers.file.unconvert' : 'teachers.file.convert')}
              </Button>
            </Alert>
          )}
          <PagePreview html={page.html} label={t('teachers.file.preview')} />
          <div className="formfoot">
            <Button look="primary" icon="check" busy={put.isPending} onClick={state.ask}>
              {t('teachers.file.put')}
            </Button>
            <Button look="quiet" icon="close" disabled={put.isPending} onClick={state.drop}>
              {t('teachers.file.drop')}
            </Button>
          </div>
        </>
      )}
      {state.isAsking && (
        <ReplaceDialog onNo={state.no} onYes={state.yes}>
          <p>{t('teachers.replace.byFile')}</p>
          {saved?.teachers && <p>{t('teachers.replace.listLost')}</p>}
        </ReplaceDialog>
      )}
    </section>
  )
}

interface PagePreviewProps {
  /** As the server hands it out: harmless. */
  html: string
  label: string
}

/** The page of officers and teachers as visitors see it. */
export function PagePreview({ html, label }: PagePreviewProps) {
  const stacked = useMemo(() => stackTables(html), [html])
  return (
    <div className="figures-wrap">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by key */}
      <section className="pagehtml teachers__paper" tabIndex={0} aria-label={label}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server hands it out harmless only */}
        <div dangerouslySetInnerHTML={{ __html: stacked.html }} />
      </section>
    </div>
  )
}

interface ReplaceDialogProps {
  children: ReactNode
  onNo: () => void
  onYes: () => void
}

/** Asks before a page is replaced. Focuses the cancel button. */
export function ReplaceDialog({ children, onNo, onYes }: ReplaceDialogProps) {
  const no = useRef<HTMLButtonElement>(null)
  return (
    <Dialog title={t('teachers.replace.title')} onClose={onNo} focus={no}>
      <div className="dialog__b">{children}</div>
      <div className="dialog__f">
        <Button onClick={onNo} ref={no}>
          {t('dialog.no')}
        </Button>
        <Button look="primary" onClick={onYes}>
          {t('teachers.replace.yes')}
        </Button>
      </div>
    </Dialog>
  )
}
