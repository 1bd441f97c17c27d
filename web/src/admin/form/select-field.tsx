import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { adminText } from '../admin-text.tsx'

interface SelectFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'select'>, 'id'> {
  options: readonly { value: string; label: string }[]
  /** A select cannot be read-only; this keeps its choice instead. */
  readOnly?: boolean
}

/** One of a few choices; at first none is chosen. */
export function SelectField({
  id,
  label,
  hint,
  error,
  options,
  readOnly = false,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...(id && { id })} label={label} hint={hint} error={error}>
      {(control) => (
        <select {...select} {...control} className="input" aria-disabled={readOnly || undefined}>
          <option value="" disabled={readOnly}>
            {adminText.both('enum.select')}
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
