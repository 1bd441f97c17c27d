import { MAX_TITLE_LENGTH } from '@bidyaloy/shared/collections/entry'
import { type CollectionName, takes } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type ReactNode, type RefObject, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { BengaliTextField } from '../form/fields.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy)

interface TitleFieldProps {
  collection: CollectionName
  id: string
  error: string | undefined
  readOnly?: boolean
  value: string
  onChange: (title: string) => void
  ref?: RefObject<HTMLInputElement | null>
}

/** The title of an entry, which is the name of a person. */
export function TitleField({ collection, onChange, error, ...field }: TitleFieldProps) {
  return (
    <BengaliTextField
      {...field}
      label={t(takes(collection, 'fields') ? 'person.name' : 'form.title')}
      hint={t('form.title.rule', { max: toBengaliDigits(MAX_TITLE_LENGTH) })}
      error={error}
      autoComplete="off"
      required
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface FoldedProps {
  isFolded: boolean
  label: string
  /** Whether the fields have contents or errors. */
  isOpen: boolean
  children: ReactNode
}

/** Fields that are folded where others matter more. Emptied, they stay open. */
export function Folded({ isFolded, label, isOpen, children }: FoldedProps) {
  const [isToggled, setToggled] = useState(false)
  if (!isFolded) return children
  return (
    <details
      className="more-fields"
      open={isOpen || isToggled}
      onToggle={({ currentTarget }) => setToggled(currentTarget.open)}
    >
      <summary>
        <Icon name="down" /> {label}
      </summary>
      <div className="stack">{children}</div>
    </details>
  )
}
