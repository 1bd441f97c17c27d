import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field, type FieldProps, TextField } from '../../ui/field.tsx'
import { t } from '../t.ts'
import { BijoyBox } from './bijoy-box.tsx'
import './form.css'

interface NumberFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'id'> {
  /** Shown after the number. */
  unit?: ReactNode
  inputMode?: 'numeric' | 'decimal'
}

/**
 * A number in Bengali or Latin digits. A text field: the browser's number field takes Latin digits
 * alone and changes its value when the wheel turns. Read the value with `readNumber`.
 */
export function NumberField({
  id,
  label,
  hint,
  error,
  unit,
  inputMode = 'numeric',
  ...input
}: NumberFieldProps) {
  return (
    <Field {...(id && { id })} label={label} hint={hint} error={error}>
      {(control) => {
        const field = (
          <input
            type="text"
            autoComplete="off"
            maxLength={20}
            {...input}
            {...control}
            inputMode={inputMode}
            className="input input--number"
          />
        )
        if (!unit) return field
        return (
          <span className="unit">
            {field}
            <span>{unit}</span>
          </span>
        )
      }}
    </Field>
  )
}

interface SelectFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'select'>, 'id'> {
  options: readonly { value: string; label: string }[]
  /** The first option, which chooses nothing. */
  blank?: string
  /** A select cannot be read-only; this keeps its choice instead. */
  readOnly?: boolean
}

/** A select whose first option is blank. */
export function SelectField({
  id,
  label,
  hint,
  error,
  options,
  blank = t('enum.select'),
  readOnly = false,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...(id && { id })} label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...select}
          {...control}
          className="input input--select"
          aria-disabled={readOnly || undefined}
        >
          <option value="" disabled={readOnly}>
            {blank}
          </option>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value} disabled={readOnly}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/**
 * A one-line field for Bengali text, which offers to convert Bijoy text to Unicode. Takes the props of
 * `TextField`: both `{...form.register('title')}` and `value` with `onChange` receive converted text as
 * input events.
 */
export function BengaliTextField(field: FieldProps & Omit<ComponentPropsWithRef<'input'>, 'id'>) {
  return (
    <BijoyBox>
      <TextField {...field} />
    </BijoyBox>
  )
}

/** The multi-line version of `BengaliTextField`. */
export function BengaliTextArea({
  id,
  label,
  hint,
  error,
  ...area
}: FieldProps & Omit<ComponentPropsWithRef<'textarea'>, 'id'>) {
  return (
    <BijoyBox>
      <Field {...(id && { id })} label={label} hint={hint} error={error}>
        {(control) => <textarea {...area} {...control} className="input input--long" />}
      </Field>
    </BijoyBox>
  )
}
