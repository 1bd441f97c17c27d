import type { SentForm } from '@bidyaloy/shared/render'
import { createContext, useContext } from 'react'
import { useLocation } from 'react-router-dom'

/* What only the server tells a page. Apart from `page-context.ts`, which the first script has. */

const SentFormContext = createContext<SentForm | null>(null)

export const SentFormProvider = SentFormContext.Provider

/** Id of the inert script element with what a form has opened, for the script of the page. */
export const SENT_FORM_ID = 'sent-form'

/** Returns the form that was just sent, on the page that answers it; else null. */
export function useSentForm(): SentForm | null {
  const sent = useContext(SentFormContext)
  const { key } = useLocation()
  // That of the document: other pages were opened from it.
  return sent ?? (key === 'default' ? sentInDocument() : null)
}

function sentInDocument(): SentForm | null {
  if (typeof document === 'undefined') return null
  const block = document.getElementById(SENT_FORM_ID)
  return block && JSON.parse(block.textContent ?? 'null')
}

/** Removes what a form has opened from the document, whose pages would show it again after Back. */
export function forgetSentForm(): void {
  document.getElementById(SENT_FORM_ID)?.remove()
}

const WithdrawnContext = createContext<readonly string[]>([])

export const WithdrawnProvider = WithdrawnContext.Provider

/** Returns the names of the files that were taken down last. */
export const useWithdrawn = (): readonly string[] => useContext(WithdrawnContext)
