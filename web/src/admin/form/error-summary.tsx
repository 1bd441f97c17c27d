import { validationText } from '@bidyaloy/shared/api/issue-text'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { ReactNode, Ref } from 'react'
import { Alert } from '../../ui/alert.tsx'

/** A field that was refused, and why. */
export interface WrongField {
  /** Of the control. */
  id: string
  text: string
}

interface ErrorSummaryProps {
  fields: readonly WrongField[]
  /** What failed as a whole, where no field is to blame. */
  children?: ReactNode
  ref: Ref<HTMLDivElement>
}

/** Stands on top of a form that was refused and leads to each field. It takes the focus. */
export function ErrorSummary({ fields, children, ref }: ErrorSummaryProps) {
  return (
    <Alert tone="error" ref={ref}>
      {children}
      {fields.length > 0 && (
        <>
          <p>
            <b>{validationText('valid.summary', { n: toBengaliDigits(fields.length) }).bn}</b>
          </p>
          <ul>
            {fields.map(({ id, text }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(id)?.focus()
                  }}
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}
