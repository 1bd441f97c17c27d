import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { type Entry, EntryChange } from '@bidyaloy/shared/collections/entry'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { adminText } from '../admin-text.tsx'
import { failedFields } from '../api/failure-text.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { BengaliTextField } from '../form/bengali-field.tsx'
import { ChangeRefused } from './change-refused.tsx'
import { entriesText } from './entries-text.tsx'
import { kindOf } from './entry-collection.ts'
import type { EntryDialogProps } from './entry-dialogs.tsx'
import { useCurrentEntry } from './use-current-entry.ts'
import { useEntryCache } from './use-entry-cache.ts'

/** Asks for a new title. Empty, blank, unchanged or cancelled: nothing happens. */
export function RenameDialog({ collection, entry: opened, onClose }: EntryDialogProps) {
  const writing = useWriteApi()
  const { api } = writing
  const cache = useEntryCache(collection)
  const kind = kindOf(collection, opened)
  const entry = useCurrentEntry(collection, opened)
  const [title, setTitle] = useState(opened.title)
  const [wrong, setWrong] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const refusal = useRef<HTMLDivElement>(null)
  const rename = useMutation({
    mutationFn: (change: { title: string }) =>
      api.updateEntry({
        params: { collection, id: opened._id },
        body: { ...change, __v: entry.current.__v },
      }),
    onSuccess: (changed: Entry) => {
      cache.put(changed)
      onClose()
      writing.notifySaved({ text: entriesText(`${kind}.renamed`) })
    },
    onError: (error) => setWrong(failedFields(error).title),
    onSettled: () => cache.refresh(),
  })
  useEffect(() => {
    if (rename.isError) refusal.current?.focus()
  }, [rename.isError])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rename.isPending) return
    if (title.trim() === '' || title === entry.current.title) return onClose()
    const parsed = EntryChange.safeParse({ title })
    const problem = parsed.success ? undefined : fieldTexts(parsed.error).title?.bn
    setWrong(problem)
    if (problem) input.current?.focus()
    else rename.mutate({ title })
  }

  return (
    <Dialog
      title={adminText('dialog.rename.title')}
      onClose={onClose}
      isDirty={title !== entry.current.title}
      focus={input}
    >
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          {rename.isError && (
            <ChangeRefused
              ref={refusal}
              error={rename.error}
              failed={`${kind}.updateFailed`}
              entry={entry}
              onReloaded={() => {
                rename.reset()
                input.current?.focus()
              }}
            />
          )}
          {entry.current !== opened && (
            <p>
              {adminText('dialog.conflict.now')}{' '}
              <span className="quote">{entry.current.title}</span>
            </p>
          )}
          <BengaliTextField
            label={entriesText(`${kind}.prompt`)}
            hint={adminText('dialog.rename.hint')}
            error={wrong}
            autoComplete="off"
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            onFocus={({ target }) => target.select()}
            ref={input}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{adminText('dialog.cancel')}</Button>
          <Button look="primary" type="submit" busy={rename.isPending}>
            {adminText(rename.isPending ? 'form.saving' : 'dialog.rename.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
