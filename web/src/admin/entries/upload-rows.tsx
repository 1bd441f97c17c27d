import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { adminText } from '../admin-text.tsx'
import { failureText } from '../api/failure-text.ts'
import { BengaliTextField } from '../form/bengali-field.tsx'
import { ChosenFile } from './chosen-file.tsx'
import { workText } from './entries-text.tsx'
import { fileWarning, tooLargeText, useMaxUploadBytes } from './entry-collection.ts'
import type { Upload } from './upload-queue.ts'
import type { UploadProgress } from './use-upload.ts'

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
                      {adminText('form.title')}
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
        <Icon name="check" /> {workText('upload.done')}
      </span>
    )
  }
  return phase === 'waiting' && isRunning ? workText('upload.waiting') : null
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
          aria-label={workText('upload.chosen', { n: formatNumber(uploads.length) })}
        />
      )}
      <p role="status">
        {done + failed === 0
          ? workText('upload.chosen', { n: formatNumber(uploads.length) })
          : workText('upload.doneCount', {
              total: formatNumber(uploads.length),
              done: formatNumber(done),
            })}
        {failed > 0 && ` ${workText('upload.failedCount', { n: formatNumber(failed) })}`}
      </p>
    </div>
  )
}
