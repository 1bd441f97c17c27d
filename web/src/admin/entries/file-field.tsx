import { validationText } from '@bidyaloy/shared/api/issue-text'
import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { FieldError } from '../../ui/field.tsx'
import { collectionScreens } from '../components/screens.ts'
import { withCopy } from '../t.ts'
import {
  fileHint,
  fileWarning,
  pickerAccept,
  useMaxUploadBytes,
} from '../uploads/accepted-files.ts'
import { ChosenFile } from '../uploads/chosen-file.tsx'
import { usePastedFiles } from '../uploads/use-pasted-files.ts'
import type { UploadProgress } from '../uploads/use-upload.ts'

const t = withCopy(entriesCopy)

interface FileFieldProps {
  id: string
  collection: CollectionName
  file: File | null
  onChange: (file: File | null) => void
  error: string | undefined
  /** While it goes up; null otherwise. */
  progress: UploadProgress | null
  onCancel: () => void
}

/** The one file of an entry: chosen, dropped or pasted, named, followed on its way up. */
export function FileField({
  id,
  collection,
  file,
  onChange,
  error,
  progress,
  onCancel,
}: FileFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const [several, setSeveral] = useState(false)
  const wrong = several ? validationText('valid.file.single').bn : error
  const maxBytes = useMaxUploadBytes()
  const warning = file && !wrong ? fileWarning(collection, file) : null
  const choose = (chosen: File | null) => {
    setSeveral(false)
    onChange(chosen)
  }
  usePastedFiles(field, progress ? null : ([first]) => first && choose(first))
  return (
    <div className="field" ref={field}>
      <span className="label">{t(`${collectionScreens[collection].kind}.file`)}</span>
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
