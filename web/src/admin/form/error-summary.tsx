import { validationText } from '@bidyaloy/shared/api/issue-text'
import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { ReactNode, Ref } from 'react'
import { Alert } from '../../ui/alert.tsx'

/** An invalid field and its message. */
export interface WrongField {
  /** Of the control. */
  id: string
  text: string
}

interface ErrorSummaryProps {
  fields: readonly WrongField[]
  /** The failure of the whole form. */
  children?: ReactNode
  ref: Ref<HTMLDivElement>
}

/** Lists the invalid fields above a form, with a link to each. The form focuses it through `ref`. */
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
