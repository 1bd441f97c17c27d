import { validationText } from '@bidyaloy/shared/api/issue-text'
import { EntryChange, MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { OutboxEdit, OutboxEntry, OutboxFields } from '@bidyaloy/shared/desktop/desktop-api'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { isDay } from '@bidyaloy/shared/lib/bengali/days'
import { readNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod'
import { useKinds } from '../../collections/kind-facts.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { ConfirmDialog } from '../components/dialogs.tsx'
import { fieldNamesOf } from '../components/record-fields.ts'
import { DateTimeField } from '../compose/timing-fields.tsx'
import { fieldsQuery, outboxActions, useOutboxAction } from '../desktop-state/desktop-api.ts'
import { momentOf, START_OF_DAY } from '../entries/timing.ts'
import { contractResolver, schemaErrors } from '../form/contract-resolver.ts'
import { DayField } from '../form/day-field.tsx'
import { BengaliTextArea, BengaliTextField, NumberField, SelectField } from '../form/fields.tsx'
import { withCopy } from '../t.ts'
import { outboxSentence, wrongFields } from './outbox-texts.ts'

const t = withCopy(desktopCopy, entriesCopy)

/** Props of a dialog about one pending change. */
export interface OutboxDialogProps {
  entry: OutboxEntry
  onClose: () => void
  /** Called before the row may disappear. */
  onGone: () => void
}

/** Edits the fields of a pending change that the server rejected, and sends it. */
export function EditChangeDialog({ entry, onClose }: OutboxDialogProps) {
  const { data, isError } = useQuery(fieldsQuery(entry))
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
  const [edited] = useState(() => editedFields(entry, fields))
  const [initialErrors] = useState(() => {
    const messages = Object.entries(entry.refusal?.fields ?? {})
    return Object.fromEntries(
      messages.map(([field, message]) => [field, { type: 'server', message }]),
    )
  })
  const kinds = useKinds(entry.collection ?? '')
  const save = useOutboxAction(onClose)
  const form = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(edited.map(({ field, value }) => [field, value])),
    errors: initialErrors,
    resolver: contractResolver(z.unknown(), undefined, (typed) => parseEdited(edited, typed).wrong),
  })
  const submit = form.handleSubmit((typed) =>
    save.mutate(() => outboxActions.edit(entry, parseEdited(edited, typed).fields)),
  )
  return (
    <form noValidate onSubmit={submit} onChange={onTyped}>
      <div className="dialog__b stack">
        <p className="quote">{outboxSentence(entry)}</p>
        {edited.map(({ field, kind, label }) => {
          const control = {
            ...form.register(field),
            label,
            error: form.formState.errors[field]?.message,
            autoComplete: 'off',
            readOnly: save.isPending,
          }
          if (field === 'title') {
            const hint = t('form.title.rule', { max: toBengaliDigits(MAX_TITLE_LENGTH) })
            return <BengaliTextField key={field} {...control} hint={hint} required />
          }
          if (kind === 'kind') {
            const options = kinds.map(({ id, name }) => ({ value: id, label: name }))
            return <SelectField key={field} {...control} options={options} />
          }
          if (kind === 'lines') return <BengaliTextArea key={field} {...control} rows={8} />
          if (kind === 'text') return <BengaliTextField key={field} {...control} />
          if (kind === 'number') return <NumberField key={field} {...control} inputMode="decimal" />
          return (
            <Controller
              key={field}
              control={form.control}
              name={field}
              render={({ field: { value, onChange } }) => (
                <MomentField
                  kind={kind}
                  label={label}
                  error={control.error}
                  readOnly={save.isPending}
                  value={value ?? ''}
                  onChange={(next) => {
                    onChange(next)
                    onTyped()
                  }}
                />
              )}
            />
          )
        })}
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

interface MomentFieldProps {
  kind: 'day' | 'datetime'
  label: string
  error: string | undefined
  readOnly: boolean
  /** A day, or day and time separated by a space. */
  value: string
  onChange: (value: string) => void
}

function MomentField({ kind, value, onChange, ...field }: MomentFieldProps) {
  if (kind === 'day') return <DayField {...field} value={value} onChange={onChange} />
  const { day, time } = partsOf(value)
  return (
    <DateTimeField
      {...field}
      day={day}
      time={time}
      edge={START_OF_DAY}
      onChange={(nextDay, nextTime) => onChange(nextDay && `${nextDay} ${nextTime}`)}
    />
  )
}

/** Splits a value into its day and its time. The day may be a text that is not a valid day. */
function partsOf(value: string): { day: string; time: string } {
  const [, day = value, time = START_OF_DAY] = /^(.*) (\d\d:\d\d)$/.exec(value) ?? []
  return { day, time }
}

/** An editable field of a change. */
interface EditedField {
  field: string
  label: string
  kind: 'text' | 'kind' | 'lines' | 'number' | 'day' | 'datetime'
  /** The control's value. */
  value: string
}

/** Returns the title of an entry, and each rejected field. */
export function editedFields(entry: OutboxEntry, fields: OutboxFields): EditedField[] {
  const labels = fieldNamesOf(entry.endpoint)
  const names = new Set([...(entry.collection ? ['title'] : []), ...wrongFields(entry)])
  return [...names].flatMap((field) => {
    const value = fields[field]
    const label = labels[field]
    if (label === undefined || (typeof value !== 'string' && typeof value !== 'number')) return []
    const kind = kindOf(field, value)
    return [{ field, label, kind, value: controlValue(kind, String(value)) }]
  })
}

function kindOf(field: string, value: string | number): EditedField['kind'] {
  if (field === 'body') return 'lines'
  if (field === 'kind') return 'kind'
  if (['date', 'startsOn', 'endsOn'].includes(field)) return 'day'
  if (['publishAt', 'expiresAt', 'pinnedUntil', 'urgentUntil'].includes(field)) return 'datetime'
  return typeof value === 'number' ? 'number' : 'text'
}

/** Converts dates to the local time of Dhaka. */
function controlValue(kind: EditedField['kind'], value: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value)
  if ((kind !== 'day' && kind !== 'datetime') || Number.isNaN(Date.parse(value))) return value
  if (kind === 'day' && isDay) return value
  const { iso, hour, minute } = dhakaTime(value)
  const two = (part: number) => String(part).padStart(2, '0')
  return kind === 'day' ? iso : `${iso} ${two(hour)}:${two(minute)}`
}

/** Parses the typed values: the changed fields, and the messages of invalid ones. */
export function parseEdited(
  edited: readonly EditedField[],
  typed: Readonly<Record<string, string>>,
): { fields: OutboxEdit; wrong: Record<string, string> } {
  const wrong: Record<string, string> = {}
  const fields: OutboxEdit = {}
  for (const { field, kind } of edited) {
    const value = parseValue(kind, typed[field] ?? '')
    if (value === undefined) {
      wrong[field] = validationText(kind === 'number' ? 'valid.number' : 'valid.date').bn
    } else fields[field] = value
  }
  if ('title' in fields)
    Object.assign(wrong, schemaErrors(EntryChange.pick({ title: true, body: true }), fields))
  return { fields, wrong }
}

/** Returns undefined for an invalid number or day, and null for a removed date or kind. */
function parseValue(kind: EditedField['kind'], text: string): string | number | null | undefined {
  if (kind === 'number') {
    const number = readNumber(text)
    return number === null || Number.isNaN(number) ? undefined : number
  }
  if (kind === 'kind') return text || null
  if (kind !== 'day' && kind !== 'datetime') return text
  if (text === '') return kind === 'day' ? text : null
  const { day, time } = partsOf(text)
  if (!isDay(day)) return undefined
  return kind === 'day' ? day : momentOf(day, time)
}

/** Confirms that a pending change, which is stored nowhere else, is to be discarded. */
export function DiscardDialog({ entry, onClose, onGone }: OutboxDialogProps) {
  const toasts = useToasts()
  const discard = useOutboxAction(onClose)
  return (
    <ConfirmDialog
      title={t('outbox.discard')}
      yes={{ icon: 'trash', label: t('outbox.discard'), busy: discard.isPending }}
      onYes={() =>
        discard.mutate(async () => {
          await outboxActions.discard(entry)
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
