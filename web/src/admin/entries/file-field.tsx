import { validationText } from '@bidyaloy/shared/api/issue-text'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { formatFileSize } from '@bidyaloy/shared/bengali/file-size'
import { collections } from '@bidyaloy/shared/collections/registry'
import { type ReactNode, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { adminText } from '../admin-text.tsx'
import { type DocumentCollection, fileHint, fileWarning, pickerAccept } from './entry-collection.ts'
import type { UploadProgress } from './use-upload.ts'

interface FileFieldProps {
  id: string
  collection: DocumentCollection
  file: File | null
  onChange: (file: File | null) => void
  error: string | undefined
  /** While it goes up; null otherwise. */
  progress: UploadProgress | null
  onCancel: () => void
}

/** The file of an entry: chosen or dropped, named, followed on its way up. */
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
  const wrong = several ? validationText('valid.file.single').bn : error
  const warning = file && !wrong ? fileWarning(collections[collection], file) : null
  const choose = (chosen: File | null) => {
    setSeveral(false)
    onChange(chosen)
  }
  return (
    <div className="field">
      <span className="label">{adminText('form.file')}</span>
      <Dropzone
        control={{
          id,
          'aria-describedby': wrong ? `${id}-error` : undefined,
          'aria-invalid': wrong ? true : undefined,
        }}
        accept={pickerAccept(collections[collection])}
        disabled={progress !== null}
        onFile={choose}
        onSeveral={() => setSeveral(true)}
      >
        <span>
          {adminText('form.file.drop.lead')} <u>{adminText('form.file.drop.pick')}</u>
        </span>
        <span className="hint">{fileHint(collection)}</span>
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

interface ChosenFileProps {
  file: File
  progress: UploadProgress | null
  onRemove: () => void
  onCancel: () => void
}

function ChosenFile({ file, progress, onRemove, onCancel }: ChosenFileProps) {
  return (
    <div className="upfile">
      <Icon name={file.type.startsWith('image/') ? 'image' : 'file'} />
      <div className="upfile__b">
        <b>{file.name}</b>
        {progress ? <Progress {...progress} /> : <Meta>{formatFileSize(file.size)}</Meta>}
      </div>
      {progress ? (
        <Button look="quiet" small icon="close" onClick={onCancel}>
          {adminText('form.upload.cancel')}
        </Button>
      ) : (
        <Button look="quiet" small icon="close" onClick={onRemove}>
          {adminText('form.file.remove')}
          <span className="vh">: {file.name}</span>
        </Button>
      )}
    </div>
  )
}

function Meta({ children }: { children: ReactNode }) {
  return (
    <p className="meta">
      <span>{children}</span>
    </p>
  )
}

const ALL = 100

function Progress({ sent, total }: UploadProgress) {
  const percent = total > 0 ? Math.floor((sent / total) * ALL) : 0
  const said = toBengaliDigits(percent)
  return (
    <>
      <progress
        className="progress"
        max={ALL}
        value={percent}
        aria-label={adminText('form.upload.label', { percent: said })}
      />
      {percent < ALL ? (
        <p className="meta">
          <span>{adminText('form.upload.sent', { percent: said })}</span>
          <span>
            {adminText('form.upload.of', {
              total: formatFileSize(total),
              sent: formatFileSize(sent),
            })}
          </span>
        </p>
      ) : (
        <Meta>{adminText('form.upload.checking')}</Meta>
      )}
    </>
  )
}
