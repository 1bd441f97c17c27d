import type { OutboxEntry, OutboxFields } from '@bidyaloy/shared/desktop/desktop-api'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { adminText } from '../admin-text.tsx'
import { TitleField } from '../entries/entry-form.tsx'
import { BengaliTextField } from '../form/bengali-field.tsx'
import { NumberField } from '../form/number-field.tsx'
import { desktopText } from './desktop-text.ts'
import type { OutboxDialogProps } from './discard-dialog.tsx'
import { type EditedField, editedFields, readEdited } from './edited-fields.ts'
import { fieldsQuery, outboxActs } from './outbox-api.ts'
import { outboxSentence } from './outbox-sentence.ts'
import { useOutboxAct } from './use-outbox-act.ts'

/** Puts right what the server found wrong in a change that waits, and sends it. */
export function EditChangeDialog({ entry, onClose }: OutboxDialogProps) {
  const { data, isError } = useQuery(fieldsQuery(entry.seq))
  const [isDirty, setDirty] = useState(false)
  return (
    <Dialog title={desktopText('outbox.edit.dialog')} onClose={onClose} isDirty={isDirty}>
      {data ? (
        <EditForm entry={entry} fields={data} onClose={onClose} onTyped={() => setDirty(true)} />
      ) : (
        <>
          <div className="dialog__b">
            {isError ? (
              <Alert tone="error">{desktopText('outbox.failed')}</Alert>
            ) : (
              <p className="row" role="status">
                <span className="spin" aria-hidden="true" /> {desktopText('outbox.edit.loading')}
              </p>
            )}
          </div>
          <div className="dialog__f">
            <Button onClick={onClose}>{adminText('dialog.cancel')}</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

interface EditFormProps {
  entry: OutboxEntry
  fields: OutboxFields
  onClose: () => void
  onTyped: () => void
}

function EditForm({ entry, fields, onClose, onTyped }: EditFormProps) {
  const base = useId()
  const [edited] = useState(() => editedFields(entry, fields))
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(edited.map(({ field, value }) => [field, value])),
  )
  const [wrong, setWrong] = useState<Readonly<Record<string, string | undefined>>>(() =>
    Object.fromEntries(edited.map(({ field, wrong }) => [field, wrong])),
  )
  const save = useOutboxAct(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const read = readEdited(edited, typed)
    setWrong(read.wrong)
    const [first] = Object.keys(read.wrong)
    if (first !== undefined) document.getElementById(`${base}-${first}`)?.focus()
    else save.mutate(() => outboxActs.edit(entry, read.fields))
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="dialog__b stack">
        <p className="quote">{outboxSentence(entry)}</p>
        {edited.map((one) => (
          <EditedControl
            key={one.field}
            id={`${base}-${one.field}`}
            edited={one}
            error={wrong[one.field]}
            readOnly={save.isPending}
            value={typed[one.field] ?? ''}
            onChange={(value) => {
              setTyped((before) => ({ ...before, [one.field]: value }))
              onTyped()
            }}
          />
        ))}
      </div>
      <div className="dialog__f">
        <Button onClick={onClose}>{adminText('dialog.cancel')}</Button>
        <Button look="primary" type="submit" busy={save.isPending}>
          {desktopText('outbox.edit.save')}
        </Button>
      </div>
    </form>
  )
}

interface EditedControlProps {
  id: string
  edited: EditedField
  error: string | undefined
  readOnly: boolean
  value: string
  onChange: (value: string) => void
}

function EditedControl({
  edited: { field, kind, name },
  onChange,
  ...control
}: EditedControlProps) {
  if (field === 'title') return <TitleField {...control} onChange={onChange} />
  const input = {
    ...control,
    label: name,
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => onChange(target.value),
  }
  if (kind === 'number') return <NumberField {...input} inputMode="decimal" />
  if (kind === 'text') return <BengaliTextField {...input} />
  return <TextField {...input} type={kind === 'day' ? 'date' : 'datetime-local'} />
}
