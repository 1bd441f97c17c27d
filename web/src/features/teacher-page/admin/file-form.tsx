import { type Api, ApiError } from '@bidyaloy/shared/api/api'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { teacherPageAdminCopy } from '@bidyaloy/shared/features/teacher-page/admin-copy'
import {
  MAX_TEACHER_HTML,
  type TeacherPage,
} from '@bidyaloy/shared/features/teacher-page/teacher-page'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failedFields, failureText, hasCode } from '../../../admin/api/failure-text.ts'
import { ConfirmDialog } from '../../../admin/components/dialogs.tsx'
import { focusOnMount } from '../../../admin/components/focus.ts'
import { useUnsavedWork } from '../../../admin/components/unsaved-work.tsx'
import { ConvertedNote } from '../../../admin/form/converted-note.tsx'
import { withCopy } from '../../../admin/t.ts'
import { focusSoon } from '../../../lib/focus-soon.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dropzone } from '../../../ui/dropzone.tsx'
import { useToasts } from '../../../ui/toast.tsx'
import { teacherPageQuery } from '../queries.ts'
import { PagePreview } from './page-preview.tsx'

const t = withCopy(teacherPageAdminCopy)

/** A page read from a file and not saved yet, sanitized by the server. */
interface FilePage {
  fileName: string
  html: string
  /** The page with its Bijoy text converted; null if it contains none. */
  unicode: string | null
}

/** Reads an HTML file, previews it, and saves it as the page. */
export function FileForm({ saved }: { saved: TeacherPage | null }) {
  const id = useId()
  const api = useAdminApi()
  const toasts = useToasts()
  const heading = useRef<HTMLHeadingElement>(null)
  const [page, setPage] = useState<FilePage | null>(null)
  const [isConverted, setConverted] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const html = (isConverted ? page?.unicode : page?.html) ?? ''
  useUnsavedWork(page !== null)
  const clear = () => {
    setPage(null)
    focusSoon(() => document.getElementById(id))
  }

  const save = useSavedPage(html, clear)
  const read = useMutation({
    mutationFn: (file: File) => readPage(file, api),
    onSuccess: (filePage) => {
      save.reset()
      setPage(filePage)
      setConverted(filePage.unicode !== null)
      focusSoon(() => heading.current)
    },
  })

  const failure = read.error ?? save.error
  return (
    <section className="card stack" aria-label={t('teachers.ownEditor')}>
      {failure && (
        <Alert tone={hasCode(failure, 'conflict') ? 'warn' : 'error'} ref={focusOnMount}>
          <b>{t(read.error ? 'teachers.file.preview.failed' : 'teachers.file.failed')}</b>{' '}
          {hasCode(failure, 'conflict')
            ? t('teachers.file.conflict')
            : (failedFields(failure).html ?? failureText(failure))}
        </Alert>
      )}
      {page ? (
        <>
          <div className="stack stack--3">
            <h2 tabIndex={-1} ref={heading}>
              {t('teachers.file.preview')}
            </h2>
            <p className="meta">
              <span>{page.fileName}</span>
            </p>
            <p>{t('teachers.file.preview.lead')}</p>
          </div>
          {page.unicode !== null && (
            <ConvertedNote isConverted={isConverted} onChange={setConverted} />
          )}
          <PagePreview html={html} label={t('teachers.file.preview')} />
          <div className="formfoot">
            <Button
              look="primary"
              icon="check"
              busy={save.isPending}
              onClick={() => (saved ? setConfirming(true) : save.mutate(saved))}
            >
              {t('teachers.file.put')}
            </Button>
            <Button
              look="quiet"
              icon="close"
              disabled={save.isPending}
              onClick={() => {
                save.reset()
                clear()
              }}
            >
              {t('teachers.file.drop')}
            </Button>
          </div>
        </>
      ) : (
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
            onSeveral={() =>
              toasts.show({ tone: 'error', text: validationText('valid.file.single').bn })
            }
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
      {isConfirming && (
        <ConfirmDialog
          title={t('teachers.replace.title')}
          yes={{ look: 'primary', label: t('teachers.replace.yes') }}
          onYes={() => {
            setConfirming(false)
            save.mutate(saved)
          }}
          onClose={() => setConfirming(false)}
        >
          <p>{t('teachers.replace.byFile')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** Saves the page. A message offers to put the former page back. */
function useSavedPage(html: string, onSaved: () => void) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { queryKey } = teacherPageQuery(api)
  const undo = useMutation({
    mutationFn: ({ before, after }: { before: TeacherPage; after: TeacherPage }) => {
      const { html, people } = before
      const source = people ? { people } : { html }
      return api.updateTeacherPage({ body: { ...source, __v: after.__v } })
    },
    onSuccess: (restored) => {
      queryClient.setQueryData(queryKey, restored)
      toasts.show({ tone: 'ok', text: t('teachers.undone'), records: ['teacherPage'] })
    },
    onError: (error) =>
      toasts.show({ tone: 'error', text: `${t('teachers.undo.failed')} ${failureText(error)}` }),
  })

  return useMutation({
    mutationFn: (before: TeacherPage | null) =>
      api.updateTeacherPage({ body: { html, __v: before?.__v ?? 0 } }),
    onSuccess: (after, before) => {
      queryClient.setQueryData(queryKey, after)
      const run = () => before && undo.mutate({ before, after })
      toasts.show({
        tone: 'ok',
        text: t('teachers.file.set'),
        records: ['teacherPage'],
        ...(before && { action: { label: t('toast.undo'), icon: 'undo', run } }),
      })
      onSaved()
    },
    onError: async (error) => {
      // Shows the other admin's page below; the next try replaces it.
      if (hasCode(error, 'conflict')) await queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** Reads a page from a file. @throws ApiError if it is no HTML, or too long */
async function readPage(file: File, api: Api): Promise<FilePage> {
  // Both load with the first file.
  const [{ decodeHtml }, { convertHtml }] = await Promise.all([
    import('../../../lib/decode-text.ts'),
    import('../../../lib/bijoy/convert-cells.ts'),
  ])
  const text = decodeHtml(await bytesOf(file))
  if (text === null) throw invalidFile(t('teachers.file.notHtml', { name: file.name }))
  if (text.length > MAX_TEACHER_HTML) throw invalidFile(t('teachers.file.long'))
  const preview = await api.previewTeacherPage({ body: { html: text } })
  return { fileName: file.name, html: preview.html, unicode: convertHtml(preview.html) }
}

/** @throws ApiError if the browser can no longer read the file: moved, changed, disconnected */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    throw invalidFile(t('form.file.gone'))
  }
}

const invalidFile = (sentence: string) => new ApiError(0, 'validation_failed', sentence)
