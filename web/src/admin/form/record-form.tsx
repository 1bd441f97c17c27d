import { type ReactNode, useEffect, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { adminText } from '../admin-text.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ErrorSummary } from './error-summary.tsx'
import type { RecordFormState } from './use-record-form.ts'

interface RecordFormProps {
  state: RecordFormState
  /** Accessible name of the form. */
  label: string
  /** What a field is called, by its name. */
  nameOf: (field: string) => string
  /** A field's value as a person reads it, where that is another than what is typed. */
  shown?: (field: string, value: string) => string
  /** Says that saving failed, and why. */
  failed: (error: Error) => ReactNode
  /** Where the form is only a part of a card. */
  bare?: boolean
  children: ReactNode
}

/** The frame of a form for one record: what went wrong, what was brought back, who was quicker. */
export function RecordForm({
  state,
  label,
  nameOf,
  shown,
  failed,
  bare = false,
  children,
}: RecordFormProps) {
  const { form, save, restored, conflict } = state
  const { errors, submitCount } = form.formState
  const summary = useRef<HTMLDivElement>(null)
  const wrong = Object.keys(state.values).flatMap((name) => {
    const text = errors[name]?.message
    return text ? [{ id: state.idOf(name), text: `${nameOf(name)}: ${text}` }] : []
  })
  const refused = save.isError || wrong.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try, not for each change
  useEffect(() => {
    if (refused) summary.current?.focus()
  }, [submitCount, save.submittedAt, save.failureCount])
  return (
    <form
      className={bare ? 'stack' : 'card stack'}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        // Enter in a field also comes here, past the button.
        if (save.isPending) event.preventDefault()
        else state.submit(event)
      }}
    >
      {restored && (
        <Alert tone="warn">
          <p>
            <b>{adminText('form.draft.restored')}</b> {adminText('form.draft.unsaved')}
          </p>
          <Button small icon="trash" onClick={state.discard}>
            {adminText('form.draft.discard')}
          </Button>
        </Alert>
      )}
      {refused && (
        <ErrorSummary ref={summary} fields={wrong}>
          {save.isError && failed(save.error)}
        </ErrorSummary>
      )}
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
