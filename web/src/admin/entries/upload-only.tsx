import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { Alert } from '../../ui/alert.tsx'
import { FieldError } from '../../ui/field.tsx'
import { ChosenFile } from './chosen-file.tsx'
import { fileWarning, tooLargeText, useMaxUploadBytes } from './entry-collection.ts'
import type { Upload } from './upload-queue.ts'
import { progressOf } from './upload-rows.tsx'

interface UploadOnlyProps {
  collection: CollectionName
  upload: Upload
  /** Whether the file has been refused already, for a reason that is told. */
  refused: boolean
  onRemove: () => void
  onStop: () => void
}

/** The file of the one entry that is to be published, where it has one. */
export function UploadOnly({ collection, upload, refused, onRemove, onStop }: UploadOnlyProps) {
  const { file } = upload
  const maxBytes = useMaxUploadBytes()
  if (!file) return null
  const tooLarge = refused ? null : tooLargeText(file, maxBytes)
  const warning = refused || tooLarge ? null : fileWarning(collection, file)
  return (
    <>
      <ChosenFile file={file} progress={progressOf(upload)} onRemove={onRemove} onCancel={onStop} />
      {tooLarge && <FieldError text={tooLarge} />}
      {warning && <Alert tone="warn">{warning}</Alert>}
    </>
  )
}
