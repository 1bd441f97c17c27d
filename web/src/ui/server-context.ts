import type { SentForm } from '@bidyaloy/shared/render'
import { createContext, useContext } from 'react'

/* What only the server tells a page. Apart from `page-context.ts`, which the first script has. */

const SentFormContext = createContext<SentForm | null>(null)

export const SentFormProvider = SentFormContext.Provider

/** Returns the form that was just sent and refused, on the page that answers it; else null. */
export const useSentForm = (): SentForm | null => useContext(SentFormContext)

const WithdrawnContext = createContext<readonly string[]>([])

export const WithdrawnProvider = WithdrawnContext.Provider

/** Returns the names of the files that were taken down last. */
export const useWithdrawn = (): readonly string[] => useContext(WithdrawnContext)
