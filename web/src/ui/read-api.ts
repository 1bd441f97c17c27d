import type { ReadApi } from '@bidyaloy/shared/api/api'
import { createContext, useContext } from 'react'

const ReadApiContext = createContext<ReadApi | null>(null)

export const ReadApiProvider = ReadApiContext.Provider

/** The reads that pages make: over HTTP in the browser, in process on the server. */
export function useReadApi(): ReadApi {
  const api = useContext(ReadApiContext)
  if (!api) throw new Error('No ReadApiProvider above this component')
  return api
}
