import { validationText } from '@bidyaloy/shared/api/issue-text'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { type ReactNode, useEffect, useRef } from 'react'
import { Alert } from '../../ui/alert.tsx'

/** An invalid field and its message. */
export interface WrongField {
  /** Of the control. */
  id: string
  text: string
  /** Called before it takes the focus. */
  reveal?: () => void
}

interface ErrorSummaryProps {
  fields: readonly WrongField[]
  /** Changes with each submit that failed, after which the only wrong field or the summary takes the focus. */
  attempt: string | number
  /** The failure of the whole form, if any. */
  children?: ReactNode
}

/** Lists the invalid fields above a form, with a link to each. Renders nothing without an error. */
export function ErrorSummary({ fields, attempt, children }: ErrorSummaryProps) {
  const alert = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per attempt
  useEffect(() => {
    const [only, ...others] = fields
    if (!only || others.length > 0 || children || !focusField(only)) alert.current?.focus()
  }, [attempt])
  if (fields.length === 0 && !children) return null
  return (
    <Alert tone="error" ref={alert}>
      {children}
      {fields.length > 0 && (
        <>
          <p>
            <b>{validationText('valid.summary', { n: toBengaliDigits(fields.length) }).bn}</b>
          </p>
          <ul>
            {fields.map((field) => (
              <li key={field.id}>
                <a
                  href={`#${field.id}`}
                  onClick={(event) => {
                    event.preventDefault()
                    focusField(field)
                  }}
                >
                  {field.text}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}

/** @returns whether the field has a control, which has the focus now */
function focusField({ id, reveal }: WrongField): boolean {
  reveal?.()
  const control = document.getElementById(id)
  control?.closest('details')?.setAttribute('open', '')
  control?.focus()
  return document.activeElement === control
}
