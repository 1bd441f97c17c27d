import { fieldTexts } from '@bidyaloy/shared/api/issue-text'
import { EntryChange } from '@bidyaloy/shared/collections/entry'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { adminText } from '../admin-text.tsx'
import { TitleField } from '../entries/title-field.tsx'
import { desktopText } from './desktop-text.ts'
import type { OutboxDialogProps } from './discard-dialog.tsx'
import { outboxActs } from './outbox-api.ts'
import { useOutboxAct } from './use-outbox-act.ts'

/** Changes the title of what waits, and sends it. */
export function EditTitleDialog({ entry, onClose }: OutboxDialogProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [title, setTitle] = useState(entry.title)
  const [wrong, setWrong] = useState(entry.refusal?.fields.title)
  const save = useOutboxAct(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const parsed = EntryChange.safeParse({ title })
    const problem = parsed.success ? undefined : fieldTexts(parsed.error).title?.bn
    setWrong(problem)
    if (problem) input.current?.focus()
    else save.mutate(() => outboxActs.retitle(entry, title))
  }
  return (
    <Dialog title={desktopText('outbox.edit')} onClose={onClose} focus={input}>
      <form noValidate onSubmit={submit}>
        <div className="dialog__b">
          <TitleField
            id={id}
            error={wrong}
            readOnly={save.isPending}
            value={title}
            onChange={setTitle}
            ref={input}
          />
        </div>
        <div className="dialog__f">
          <Button onClick={onClose}>{adminText('dialog.cancel')}</Button>
          <Button look="primary" type="submit" busy={save.isPending}>
            {desktopText('outbox.edit.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
