import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldProps, TextField } from '../../ui/field.tsx'
import { BijoyBox } from './bijoy-box.tsx'

/**
 * A one-line field for Bengali text, which offers Unicode for what was typed in a Bijoy font.
 * Takes the props of `TextField`, so it stands as well with `{...form.register('title')}` as with
 * `value` and `onChange`: what is taken from an offer reaches both as if it had been typed.
 */
export function BengaliTextField(field: FieldProps & Omit<ComponentPropsWithRef<'input'>, 'id'>) {
  return (
    <BijoyBox>
      <TextField {...field} />
    </BijoyBox>
  )
}

/** The same for text of many lines. */
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
        {(control) => <textarea {...area} {...control} className="input" />}
      </Field>
    </BijoyBox>
  )
}
