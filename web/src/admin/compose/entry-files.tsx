import { validationText } from '@bidyaloy/shared/api/issue-text'
import type { EntryFile } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { type EntriesTextKey, entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { FieldError } from '../../ui/field.tsx'
import { failedFields, failureText } from '../api/failure-text.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import type { SessionView } from '../session/entry-session.ts'
import { withCopy } from '../t.ts'
import {
  fileHint,
  fileWarning,
  pickerAccept,
  refusedText,
  useMaxUploadBytes,
} from '../uploads/accepted-files.ts'
import { ChosenFile } from '../uploads/chosen-file.tsx'
import type { UploadProgress } from '../uploads/upload-file.ts'
import { usePastedFiles } from '../uploads/use-pasted-files.ts'
import './entry-files.css'

const t = withCopy(entriesCopy)

/** Returns the progress of a file on its way, else null. */
export function progressOf({
  phase,
  sent,
  total,
}: {
  phase: string
  sent: number
  total: number
}): UploadProgress | null {
  if (phase === 'preparing' || phase === 'sending') return { phase, sent, total }
  return phase === 'carried' && sent > 0 ? { phase: 'sending', sent, total } : null
}

interface FileNoteProps {
  collection: CollectionName
  file: File | EntryFile
  /** Why it cannot be sent, if it was tried. */
  error?: unknown
}

/** Why a file is not to be sent, or what speaks against it, if anything. */
export function FileNote({ collection, file, error }: FileNoteProps) {
  const maxBytes = useMaxUploadBytes()
  const refused = file instanceof File ? refusedText(collection, file, maxBytes) : null
  const text = failedFields(error).file ?? refused
  if (text) return <FieldError text={text} />
  const name = file instanceof File ? file.name : file.fileName
  const warning = fileWarning(collection, { name })
  return warning && <Alert tone="warn">{warning}</Alert>
}

interface UploadSummaryProps {
  total: number
  done: number
  failed: number
}

/** The progress of several uploads. Screen readers announce each that is done. */
export function UploadSummary({ total, done, failed }: UploadSummaryProps) {
  const n = formatNumber(total)
  return (
    <div>
      {done > 0 && (
        <progress
          className="progress"
          max={total}
          value={done}
          aria-label={t('upload.chosen', { n })}
        />
      )}
      <p role="status">
        {done + failed === 0
          ? t('upload.chosen', { n })
          : t('upload.doneCount', { total: n, done: formatNumber(done) })}
        {failed > 0 && ` ${t('upload.failedCount', { n: formatNumber(failed) })}`}
      </p>
    </div>
  )
}

interface UploadFailureProps {
  summary: EntriesTextKey
  views: readonly SessionView[]
  /** Whether the error summary names the reason. */
  isExplained: boolean
}

/** Which entries were not published and why. */
export function UploadFailure({ summary, views, isExplained }: UploadFailureProps) {
  const failed = views.filter(({ publishFailed }) => publishFailed)
  const last = failed.at(-1)
  if (!last) return null
  const waiting = views.filter(
    ({ publishFailed, state }) => !publishFailed && state !== 'finished',
  ).length
  return (
    <>
      <p>
        <b>
          <Bilingual {...t.pair(summary)} />
        </b>{' '}
        {!isExplained && `${failureText(last.error)} `}
        {t('admin.failed.kept')}
      </p>
      {views.length > 1 && (
        <p>
          {t('upload.someFailed', { n: formatNumber(failed.length) })}
          {waiting > 0 && ` ${t('upload.stopped', { n: formatNumber(waiting) })}`}
        </p>
      )}
    </>
  )
}

interface FileFieldProps {
  id: string
  collection: CollectionName
  file: File | null
  onChange: (file: File | null) => void
  error: string | undefined
  /** Null when no upload is running. */
  progress: UploadProgress | null
  onCancel: () => void
}

/** A field for the one file of an entry, with the progress of its upload. */
export function FileField({
  id,
  collection,
  file,
  onChange,
  error,
  progress,
  onCancel,
}: FileFieldProps) {
  const [several, setSeveral] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const maxBytes = useMaxUploadBytes()
  const disabled = progress !== null
  const refused = file && refusedText(collection, file, maxBytes)
  const wrong = several ? validationText('valid.file.single').bn : (error ?? refused ?? undefined)
  const warning = file && !wrong ? fileWarning(collection, file) : null
  const choose = (chosen: File | null) => {
    setSeveral(false)
    onChange(chosen)
  }
  usePastedFiles(field, disabled ? null : ([first]) => first && choose(first))
  return (
    <div className="field" ref={field}>
      <span className="label">{t(`${collectionScreens[collection].textPrefix}.file`)}</span>
      <Dropzone
        control={{
          id,
          'aria-describedby': wrong ? `${id}-error` : undefined,
          'aria-invalid': wrong ? true : undefined,
        }}
        accept={pickerAccept(collections[collection])}
        disabled={disabled}
        onFile={choose}
        onSeveral={() => setSeveral(true)}
      >
        <span>
          {t('form.file.drop.lead')} <u>{t('form.file.drop.pick')}</u>
        </span>
        <span className="hint">{fileHint(collection, maxBytes)}</span>
        <span className="hint">{t('upload.one')}</span>
      </Dropzone>
      {file && (
        <ChosenFile
          file={file}
          progress={progress}
          onRemove={() => {
            choose(null)
            document.getElementById(id)?.focus()
          }}
          onCancel={onCancel}
        />
      )}
      {warning && <Alert tone="warn">{warning}</Alert>}
      <FieldError id={`${id}-error`} text={wrong} />
    </div>
  )
}
