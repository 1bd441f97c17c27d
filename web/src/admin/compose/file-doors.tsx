import {
  type CollectionName,
  type CollectionRow,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { composeCopy } from '@bidyaloy/shared/copy/compose-copy'
import { type DragEvent, type ReactNode, useRef } from 'react'
import { Dropzone } from '../../ui/dropzone.tsx'
import { FieldError } from '../../ui/field.tsx'
import { withCopy } from '../t.ts'
import { pickerAccept } from '../uploads/accepted-files.ts'
import { usePastedFiles } from '../uploads/use-pasted-files.ts'

const t = withCopy(composeCopy)

interface FileDoorsProps {
  /** Of the file field. */
  id: string
  collection: CollectionName
  disabled: boolean
  error: string | undefined
  /** Called with chosen, dropped and pasted files. */
  onFiles: (files: File[]) => void
  /** Other ways to a file, before the field. */
  children?: ReactNode
}

/** The ways to a file: camera, picker, and a zone that takes what is dropped or pasted. */
export function FileDoors({ id, collection, disabled, error, onFiles, children }: FileDoorsProps) {
  const box = useRef<HTMLDivElement>(null)
  usePastedFiles(box, disabled ? null : onFiles)
  const { accepts }: CollectionRow = collections[collection]
  const takesDocuments = accepts.includes('pdf')
  const hintId = `${id}-hint`
  return (
    <div className="filedoors" ref={box}>
      {children}
      <Dropzone
        control={{
          id,
          'aria-describedby': error ? `${id}-error ${hintId}` : hintId,
          'aria-invalid': error ? true : undefined,
        }}
        accept={pickerAccept(collections[collection])}
        disabled={disabled}
        onFiles={onFiles}
      >
        <span>{t('compose.file')}</span>
      </Dropzone>
      <p className="hint filedoors__hint" id={hintId}>
        {t(takesDocuments ? 'compose.drop' : 'compose.drop.photos')}
      </p>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

/** Handlers of the sheet around: it takes files that are dropped beside the zone. */
export function dropHandlers(take: ((files: File[]) => unknown) | null) {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (event.isDefaultPrevented() || !hasFiles(event)) return
      event.preventDefault()
      take?.(Array.from(event.dataTransfer.files))
    },
  }
}
