import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { type ReactNode, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { failureText } from '../api/failure-text.ts'
import { collectionScreens, type EntryKind } from '../components/screens.ts'
import { BengaliTextField } from '../form/fields.tsx'
import { withCopy } from '../t.ts'
import {
  fileHint,
  fileWarning,
  pickerAccept,
  tooLargeText,
  useMaxUploadBytes,
} from '../uploads/accepted-files.ts'
import { ChosenFile } from '../uploads/chosen-file.tsx'
import type { Upload } from '../uploads/upload-queue.ts'
import { usePastedFiles } from '../uploads/use-pasted-files.ts'
import type { UploadProgress } from '../uploads/use-upload.ts'

const t = withCopy(entriesCopy)

/** How far an upload is, while it is under way. */
export function progressOf({ phase, sent, total }: Upload): UploadProgress | null {
  return phase === 'preparing' || phase === 'sending' ? { phase, sent, total } : null
}

interface UploadRowsProps {
  collection: CollectionName
  uploads: readonly Upload[]
  idOfTitle: (upload: Upload) => string
  /** By the id of their upload. */
  wrongTitles: Readonly<Record<string, string>>
  isRunning: boolean
  onRetitle: (id: string, title: string) => void
  onRemove: (id: string) => void
  onStop: () => void
}

/** Many files on their way, each with its own title. */
export function UploadRows({
  collection,
  uploads,
  idOfTitle,
  wrongTitles,
  isRunning,
  onRetitle,
  onRemove,
  onStop,
}: UploadRowsProps) {
  const maxBytes = useMaxUploadBytes()
  return (
    <ul className="uprows">
      {uploads.map((upload) => {
        const { id, file, title, phase, error } = upload
        if (!file) return null
        const waits = phase === 'waiting'
        const tooLarge = waits ? tooLargeText(file, maxBytes) : null
        const warning = waits && !tooLarge ? fileWarning(collection, file) : null
        return (
          <li key={id}>
            <ChosenFile
              file={file}
              progress={progressOf(upload)}
              message={standing(upload, isRunning)}
              {...(phase !== 'done' && { onRemove: () => onRemove(id) })}
              onCancel={onStop}
            >
              {phase === 'done' ? (
                <p>{title}</p>
              ) : (
                <BengaliTextField
                  id={idOfTitle(upload)}
                  label={
                    <>
                      {t('form.title')}
                      <span className="vh">: {file.name}</span>
                    </>
                  }
                  error={wrongTitles[id]}
                  autoComplete="off"
                  required
                  readOnly={isRunning}
                  value={title}
                  onChange={({ target }) => onRetitle(id, target.value)}
                />
              )}
            </ChosenFile>
            {phase === 'failed' && <FieldError text={failureText(error)} />}
            {tooLarge && <FieldError text={tooLarge} />}
            {warning && <Alert tone="warn">{warning}</Alert>}
          </li>
        )
      })}
    </ul>
  )
}

function standing({ phase }: Upload, isRunning: boolean): ReactNode {
  if (phase === 'done') {
    return (
      <span className="updone">
        <Icon name="check" /> {t('upload.done')}
      </span>
    )
  }
  return phase === 'waiting' && isRunning ? t('upload.waiting') : null
}

/** How far all of them are, in one line; read out when another one is done. */
export function UploadSummary({ uploads }: { uploads: readonly Upload[] }) {
  const done = uploads.filter(({ phase }) => phase === 'done').length
  const failed = uploads.filter(({ phase }) => phase === 'failed').length
  return (
    <div>
      {done > 0 && (
        <progress
          className="progress"
          max={uploads.length}
          value={done}
          aria-label={t('upload.chosen', { n: formatNumber(uploads.length) })}
        />
      )}
      <p role="status">
        {done + failed === 0
          ? t('upload.chosen', { n: formatNumber(uploads.length) })
          : t('upload.doneCount', {
              total: formatNumber(uploads.length),
              done: formatNumber(done),
            })}
        {failed > 0 && ` ${t('upload.failedCount', { n: formatNumber(failed) })}`}
      </p>
    </div>
  )
}

interface UploadFailureProps {
  kind: EntryKind
  uploads: readonly Upload[]
  /** Whether the fields that are to blame are told beside it. */
  explained: boolean
}

/** What did not go up, why, and that nothing is lost. */
export function UploadFailure({ kind, uploads, explained }: UploadFailureProps) {
  const failed = uploads.filter(({ phase }) => phase === 'failed')
  const last = failed.at(-1)
  if (!last) return null
  const waiting = uploads.filter(({ phase }) => phase === 'waiting').length
  return (
    <>
      <p>
        <b>
          <Bilingual {...t.pair(`${kind}.createFailed`)} />
        </b>{' '}
        {!explained && `${failureText(last.error)} `}
        {t('admin.failed.kept')}
      </p>
      {uploads.length > 1 && (
        <p>
          {t('upload.someFailed', { n: formatNumber(failed.length) })}
          {waiting > 0 && ` ${t('upload.stopped', { n: formatNumber(waiting) })}`}
        </p>
      )}
    </>
  )
}

interface FilesFieldProps {
  id: string
  collection: CollectionName
  disabled: boolean
  error: string | undefined
  /** Names of files that were chosen before the page was loaded anew. */
  missingFiles: readonly string[]
  onFiles: (files: File[]) => void
  /** The files that were chosen. */
  children: ReactNode
}

/** Files to publish: chosen, dropped or pasted, one or many. */
export function FilesField({
  id,
  collection,
  disabled,
  error,
  missingFiles,
  onFiles,
  children,
}: FilesFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const maxBytes = useMaxUploadBytes()
  usePastedFiles(field, disabled ? null : onFiles)
  const { kind } = collectionScreens[collection]
  return (
    <div className="field" ref={field}>
      <span className="label">
        {t(`${kind}.file`)}
        {!collections[collection].fileRequired && (
          <span className="optional"> ({t('form.optional')})</span>
        )}
      </span>
      <Dropzone
        control={{
          id,
          'aria-describedby': error ? `${id}-error` : undefined,
          'aria-invalid': error ? true : undefined,
        }}
        accept={pickerAccept(collections[collection])}
        disabled={disabled}
        onFiles={onFiles}
      >
        <span>
          {t('form.file.drop.lead')} <u>{t('form.file.drop.pick')}</u>
        </span>
        <span className="hint">{fileHint(collection, maxBytes)}</span>
        <span className="hint">{t('upload.many')}</span>
      </Dropzone>
      {missingFiles.length > 0 && (
        <Alert tone="warn">{t('upload.leftBehind', { names: missingFiles.join(', ') })}</Alert>
      )}
      {children}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
