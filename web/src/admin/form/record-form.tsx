import { formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { type ReactNode, useId, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { t } from '../t.ts'
import type { TextValues } from './drafts.ts'
import { ErrorSummary } from './error-summary.tsx'
import { mergedValues, proposedSides, type RecordFormState, type Side } from './use-record-form.ts'
import './form.css'

interface RecordFormProps {
  state: RecordFormState
  /** Accessible name of the form. */
  label: string
  /** Returns the label of a field. */
  nameOf: (field: string) => string
  /** Returns the display text of a field's value, if it differs from the value. */
  shown?: (field: string, value: string) => string
  /** Renders the failure of a save. */
  failed: (error: Error) => ReactNode
  /** Called before the focus is put on a field that may be hidden. */
  reveal?: (field: string) => void
  /** Whether the form is only a part of a card. */
  bare?: boolean
  children: ReactNode
}

/** A form for one record, with its restored draft, errors and conflicts. */
export function RecordForm({
  state,
  label,
  nameOf,
  shown,
  failed,
  reveal,
  bare = false,
  children,
}: RecordFormProps) {
  const { form, save, restored, conflict } = state
  const { errors, submitCount } = form.formState
  const wrong = Object.keys(state.values).flatMap((name) => {
    const text = errors[name]?.message
    if (!text) return []
    return [
      { id: state.idOf(name), text: `${nameOf(name)}: ${text}`, reveal: () => reveal?.(name) },
    ]
  })
  return (
    <form
      className={bare ? 'stack' : 'card stack'}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        // Enter in a field submits without the button, which would refuse.
        if (save.isPending) event.preventDefault()
        else state.submit(event)
      }}
    >
      {restored && (
        <Alert tone="warn">
          <p>
            <b>{t('form.draft.restored')}</b> {t('form.draft.unsaved')}
          </p>
          <Button small icon="trash" onClick={state.discard}>
            {t('form.draft.discard')}
          </Button>
        </Alert>
      )}
      <ErrorSummary
        fields={wrong}
        attempt={[submitCount, save.submittedAt, save.failureCount].join()}
      >
        {save.isError && failed(save.error)}
      </ErrorSummary>
      {children}
      {conflict && (
        <ConflictDialog
          {...conflict}
          nameOf={nameOf}
          {...(shown && { shown })}
          onSettle={state.settle}
        />
      )}
    </form>
  )
}

interface ConflictDialogProps {
  /** The values before both changes. */
  base: TextValues
  mine: TextValues
  theirs: TextValues
  nameOf: (field: string) => string
  shown?: (field: string, value: string) => string
  /** @param merged the values to save; null returns to the form */
  onSettle: (merged: TextValues | null) => void
}

const SIDES = ['mine', 'theirs'] as const

/** Shows two changes of a record side by side; the user chooses one for each field. */
function ConflictDialog({
  base,
  mine,
  theirs,
  nameOf,
  shown = (_, value) => value,
  onSettle,
}: ConflictDialogProps) {
  const id = useId()
  const [sides, setSides] = useState(() => proposedSides(base, mine, theirs))
  const fields = Object.keys(sides)
  const values = { mine, theirs }
  const takeAll = (side: Side) => setSides(Object.fromEntries(fields.map((field) => [field, side])))
  return (
    <Dialog title={t('form.conflict.title')} onClose={() => onSettle(null)}>
      <div className="dialog__b">
        <p>{t('form.conflict.lead')}</p>
        <div className="row">
          {SIDES.map((side) => (
            <Button small key={side} onClick={() => takeAll(side)}>
              {t(`form.conflict.all.${side}`)}
            </Button>
          ))}
        </div>
        <div className="conflict">
          {fields.map((field) => (
            <fieldset className="conflict__field" key={field}>
              <legend>{nameOf(field)}</legend>
              {SIDES.map((side) => (
                <label key={side}>
                  <input
                    type="radio"
                    name={`${id}-${field}`}
                    checked={sides[field] === side}
                    onChange={() => setSides({ ...sides, [field]: side })}
                  />
                  <span>
                    <span className="muted">{t(`form.conflict.${side}`)}</span>{' '}
                    <b>{shown(field, values[side][field] ?? '') || t('form.blank')}</b>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      </div>
      <div className="dialog__f">
        <Button onClick={() => onSettle(null)}>{t('form.conflict.back')}</Button>
        <Button look="primary" onClick={() => onSettle(mergedValues(mine, theirs, sides))}>
          {t('form.conflict.save')}
        </Button>
      </div>
    </Dialog>
  )
}

interface LastSavedProps {
  record: { updatedAt: string } | null
  /** The public page that shows the record. */
  page: string
}

/** The time of the last save, and a link to the public page. */
export function LastSaved({ record, page }: LastSavedProps) {
  if (!record) return null
  return (
    <>
      <p className="hint">{t('form.lastSaved', { moment: formatDateTime(record.updatedAt) })}</p>
      <a className="btn btn--quiet" href={page}>
        {t('admin.published.onSite')}
      </a>
    </>
  )
}
