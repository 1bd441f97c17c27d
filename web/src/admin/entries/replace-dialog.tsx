import { validationText } from '@bidyaloy/shared/api/issue-text'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { adminText } from '../admin-text.tsx'
import { failedFields, hasCode } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { ChangeRefused } from './change-refused.tsx'
import { entriesText } from './entries-text.tsx'
import { officeCollections, tooLargeText, useMaxUploadBytes } from './entry-collection.ts'
import type { EntryDialogProps } from './entry-dialogs.tsx'
import { FileField } from './file-field.tsx'
import { useCurrentEntry } from './use-current-entry.ts'
import { useEntryCache } from './use-entry-cache.ts'
import { useUpload } from './use-upload.ts'

/** Puts another file in the place of an entry's; title and address of the entry stay. */
export function ReplaceDialog({ collection, entry: opened, onClose }: EntryDialogProps) {
  const writing = useWriteApi()
  const { api } = writing
  const cache = useEntryCache(collection)
  const { kind } = officeCollections[collection]
  const upload = useUpload()
  const maxBytes = useMaxUploadBytes()
  const entry = useCurrentEntry(collection, opened)
  const [file, setFile] = useState<File | null>(null)
  const [wrong, setWrong] = useState<string>()
  const refusal = useRef<HTMLDivElement>(null)
  const fileId = useId()
  const replace = useMutation({
    mutationFn: (chosen: File) =>
      upload.follow(chosen, (file, options) =>
        api.updateEntry(
          {
            params: { collection, id: opened._id },
            body: { __v: entry.current.__v },
            file,
          },
          options,
        ),
      ),
    onSuccess: (changed) => {
      cache.put(changed)
      onClose()
      writing.notifySaved({ text: entriesText(`${kind}.replaced`) })
    },
    onError: (error) => setWrong(failedFields(error).file),
    onSettled: () => cache.refresh(),
  })
  useEffect(() => {
    if (replace.isError) refusal.current?.focus()
  }, [replace.isError])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (replace.isPending) return
    const refused = file ? tooLargeText(file, maxBytes) : validationText('valid.file.required').bn
    if (file && !refused) return replace.mutate(file)
    setWrong(refused ?? undefined)
    document.getElementById(fileId)?.focus()
  }
  return (
    <Dialog title={entriesText(`${kind}.replace`)} onClose={onClose} isDirty={file !== null}>
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          <p className="quote">{entry.current.title}</p>
          {entry.current.fileName && (
            <p className="hint">
              {adminText('dialog.replace.now', { name: entry.current.fileName })}
            </p>
          )}
          {replace.isError && (
            <ChangeRefused
              ref={refusal}
              error={replace.error}
              failed={`${kind}.replaceFailed`}
              entry={entry}
              onReloaded={replace.reset}
            />
          )}
          <FileField
            id={fileId}
            collection={collection}
            file={file}
            onChange={(chosen) => {
              setFile(chosen)
              setWrong(undefined)
              // What was said of the file before says nothing of this one; a conflict remains.
              if (replace.isError && !hasCode(replace.error, 'conflict')) {
                replace.reset()
                document.getElementById(fileId)?.focus()
              }
            }}
            error={wrong}
            progress={upload.progress}
            onCancel={upload.cancel}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{adminText('dialog.cancel')}</Button>
          <Button look="primary" type="submit" busy={replace.isPending}>
            {replace.isPending ? adminText('form.submitting') : entriesText(`${kind}.replace`)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
