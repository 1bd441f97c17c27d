import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import type { KeyboardEvent, RefObject } from 'react'
import { BengaliTextArea } from '../form/fields.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

interface TitleFieldProps {
  collection: CollectionName
  id: string
  error: string | undefined
  readOnly?: boolean
  value: string
  onChange: (title: string) => void
  /** Shown while it is empty. Default: its label. */
  placeholder?: string | undefined
  ref?: RefObject<HTMLTextAreaElement | null>
}

/** A title has one line, however many the field shows. Enter leads to the text after it. */
function onEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const { form } = event.currentTarget
  const fields = Array.from(
    form?.querySelectorAll<HTMLElement>('textarea, [contenteditable]') ?? [],
  )
  fields[fields.indexOf(event.currentTarget) + 1]?.focus()
}

/** The title of an entry, which is the name of a person. */
export function TitleField({
  collection,
  placeholder,
  onChange,
  error,
  ...field
}: TitleFieldProps) {
  const name = t(collection === 'people' ? 'person.name' : 'form.title')
  return (
    <BengaliTextArea
      {...field}
      label={<span className="vh">{name}</span>}
      placeholder={placeholder ?? name}
      error={error}
      autoComplete="off"
      required
      rows={1}
      onKeyDown={onEnter}
      onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, ' '))}
    />
  )
}
