import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field, type FieldProps } from '../../ui/field.tsx'

interface NumberFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'id'> {
  /** Stands behind the number. */
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
