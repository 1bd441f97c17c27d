import { type CollectionName, collections } from '@bidyaloy/shared/collections/registry'
import { type ReactNode, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Dropzone } from '../../ui/dropzone.tsx'
import { FieldError } from '../../ui/field.tsx'
import { adminText } from '../admin-text.tsx'
import { usePastedFiles } from '../photos/use-pasted-files.ts'
import { entriesText, workText } from './entries-text.tsx'
import { fileHint, officeCollections, pickerAccept, useMaxUploadBytes } from './entry-collection.ts'

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
  const { kind } = officeCollections[collection]
  return (
    <div className="field" ref={field}>
      <span className="label">
        {entriesText(`${kind}.file`)}
        {!collections[collection].fileRequired && (
          <span className="optional"> ({adminText('form.optional')})</span>
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
          {adminText('form.file.drop.lead')} <u>{adminText('form.file.drop.pick')}</u>
        </span>
        <span className="hint">{fileHint(collection, maxBytes)}</span>
        <span className="hint">{workText('upload.many')}</span>
      </Dropzone>
      {missingFiles.length > 0 && (
        <Alert tone="warn">
          {workText('upload.leftBehind', { names: missingFiles.join(', ') })}
        </Alert>
      )}
      {children}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
