import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import type { RefObject } from 'react'
import { adminText } from '../admin-text.tsx'
import { BengaliTextField } from '../form/bengali-field.tsx'

interface TitleFieldProps {
  id: string
  error: string | undefined
  readOnly?: boolean
  value: string
  onChange: (title: string) => void
  ref?: RefObject<HTMLInputElement | null>
}

/** The title of an entry. */
export function TitleField({ onChange, error, ...field }: TitleFieldProps) {
  return (
    <BengaliTextField
      {...field}
      label={adminText('form.title')}
      hint={adminText('form.title.rule', { max: toBengaliDigits(MAX_TITLE_LENGTH) })}
      error={error}
      autoComplete="off"
      required
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
