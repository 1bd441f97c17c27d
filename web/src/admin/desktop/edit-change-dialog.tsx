import { fieldTexts, validationText } from '@bidyaloy/shared/api/issue-text'
import { dhakaTime } from '@bidyaloy/shared/bengali/dates'
import { readNumber } from '@bidyaloy/shared/bengali/digits'
import { EntryChange } from '@bidyaloy/shared/collections/entry'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import type { OutboxEdit, OutboxEntry, OutboxFields } from '@bidyaloy/shared/desktop/desktop-api'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { fieldsQuery, outboxActs, useOutboxAct } from '../desktop-state/desktop-api.ts'
import { TitleField } from '../entries/entry-form.tsx'
import { momentOf } from '../entries/timing.ts'
import { BengaliTextField, NumberField } from '../form/fields.tsx'
import { withCopy } from '../t.ts'
import { fieldNamesOf, outboxSentence, wrongFields } from './outbox-texts.ts'

const t = withCopy(desktopCopy)

/** Puts right what the server found wrong in a change that waits, and sends it. */
export function EditChangeDialog({ entry, onClose }: OutboxDialogProps) {
  const { data, isError } = useQuery(fieldsQuery(entry.seq))
  const [isDirty, setDirty] = useState(false)
  return (
    <Dialog title={t('outbox.edit.dialog')} onClose={onClose} isDirty={isDirty}>
      {data ? (
        <EditForm entry={entry} fields={data} onClose={onClose} onTyped={() => setDirty(true)} />
      ) : (
        <>
          <div className="dialog__b">
            {isError ? (
              <Alert tone="error">{t('outbox.failed')}</Alert>
            ) : (
              <p className="row" role="status">
                <span className="spin" aria-hidden="true" /> {t('outbox.edit.loading')}
              </p>
            )}
          </div>
          <div className="dialog__f">
            <Button onClick={onClose}>{t('dialog.cancel')}</Button>
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
        <Button onClick={onClose}>{t('dialog.cancel')}</Button>
        <Button look="primary" type="submit" busy={save.isPending}>
          {t('outbox.edit.save')}
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

/** A field of a change that can be put right, as its control shows it. */
interface EditedField {
  field: string
  name: string
  kind: 'text' | 'number' | 'day' | 'moment'
  value: string
  /** What the server found wrong with it. */
  wrong: string | undefined
}

/** The title of an entry, and each field that the server found wrong. */
export function editedFields(entry: OutboxEntry, fields: OutboxFields): EditedField[] {
  const names = fieldNamesOf(entry.endpoint)
  const wanted = new Set([...(entry.collection ? ['title'] : []), ...wrongFields(entry)])
  return [...wanted].flatMap((field) => {
    const value = fields[field]
    const name = names[field]
    if (name === undefined || (typeof value !== 'string' && typeof value !== 'number')) return []
    const kind = kindOf(field, value)
    const wrong = entry.refusal?.fields[field]
    return [{ field, name, kind, value: shown(kind, String(value)), wrong }]
  })
}

function kindOf(field: string, value: string | number): EditedField['kind'] {
  if (field === 'date') return 'day'
  if (['publishAt', 'expiresAt', 'pinnedUntil'].includes(field)) return 'moment'
  return typeof value === 'number' ? 'number' : 'text'
}

const DAY = 'YYYY-MM-DD'.length

/** Days and times on the clock of Dhaka, as the browser's own controls take them. */
function shown(kind: EditedField['kind'], value: string): string {
  if ((kind !== 'day' && kind !== 'moment') || Number.isNaN(Date.parse(value))) return value
  if (kind === 'day' && value.length === DAY) return value
  const { iso, hour, minute } = dhakaTime(value)
  const two = (part: number) => String(part).padStart(2, '0')
  return kind === 'day' ? iso : `${iso}T${two(hour)}:${two(minute)}`
}

/** What was typed, as the change will say it, and what is wrong with it. */
export function readEdited(
  edited: readonly EditedField[],
  typed: Readonly<Record<string, string>>,
): { fields: OutboxEdit; wrong: Readonly<Record<string, string>> } {
  const wrong: Record<string, string> = {}
  const fields: OutboxEdit = {}
  for (const { field, kind } of edited) {
    const text = typed[field] ?? ''
    const value = readValue(kind, text)
    if (value === undefined) wrong[field] = validationText('valid.number').bn
    else fields[field] = value
  }
  const title = 'title' in fields ? EntryChange.pick({ title: true }).safeParse(fields) : null
  if (title?.error) wrong.title = fieldTexts(title.error).title?.bn ?? ''
  return { fields, wrong }
}

/** Undefined where it cannot be read; null where it is taken away. */
function readValue(kind: EditedField['kind'], text: string): string | number | null | undefined {
  if (kind === 'number') {
    const number = readNumber(text)
    return number === null || Number.isNaN(number) ? undefined : number
  }
  if (kind !== 'moment') return text
  const [day = '', time = ''] = text.split('T')
  return momentOf(day, time)
}

/** What a dialog about one change of the outbox is given. */
export interface OutboxDialogProps {
  entry: OutboxEntry
  onClose: () => void
  /** Called before the row may go. */
  onGone: () => void
}

/** Asks before a change is given up: it exists nowhere else. */
export function DiscardDialog({ entry, onClose, onGone }: OutboxDialogProps) {
  const toasts = useToasts()
  const discard = useOutboxAct(onClose)
  return (
    <ConfirmDialog
      title={t('outbox.discard')}
      yes={{ icon: 'trash', label: t('outbox.discard'), busy: discard.isPending }}
      onYes={() =>
        discard.mutate(async () => {
          await outboxActs.discard(entry)
          onGone()
          toasts.show({ tone: 'ok', text: t('outbox.discarded') })
        })
      }
      onClose={onClose}
    >
      <p className="quote">{outboxSentence(entry)}</p>
      <p>{t('outbox.discard.confirm')}</p>
      <p className="muted">{t('outbox.discard.followers')}</p>
    </ConfirmDialog>
  )
}
