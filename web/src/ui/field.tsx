import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

/** Attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Props of every kind of field. */
export interface FieldProps {
  /** Set if an error summary links to the field. */
  id?: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

/** Label, hint, control and error, connected for screen readers. */
export function Field({
  id,
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const made = useId()
  const control = id ?? made
  const hintId = hint ? `${control}-hint` : undefined
  const errorId = error ? `${control}-error` : undefined
  return (
    <div className="field">
      <label htmlFor={control}>{label}</label>
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {children({
        id: control,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={errorId} text={error} />
    </div>
  )
}

/** The error of a field; nothing without one. */
export function FieldError({ id, text }: { id?: string | undefined; text: string | undefined }) {
  if (!text) return null
  return (
    <p className="fielderror" id={id}>
      <Icon name="error" /> {text}
    </p>
  )
}

/** A one-line field. */
export function TextField({
  id,
  label,
  hint,
  error,
  ...input
}: FieldProps & Omit<ComponentPropsWithRef<'input'>, 'id'>) {
  return (
    <Field {...(id && { id })} label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} className="input" />}
    </Field>
  )
}
