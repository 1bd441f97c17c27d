import type { Api } from '@bidyaloy/shared/api/api'
import { createHttpApi, type Send } from '@bidyaloy/shared/api/http-api'
import { createContext, useContext } from 'react'
import { checkAnswer } from './check-answer.ts'
import { resumingSend, type SignInGate } from './sign-in-gate.ts'

/** The API as the dashboard uses it: answers checked, work resumed after a new sign-in. */
export function createAdminApi(send: Send, gate: SignInGate): Api {
  return createHttpApi(resumingSend(send, gate), { check: checkAnswer })
}

const AdminApiContext = createContext<Api | null>(null)

export const AdminApiProvider = AdminApiContext.Provider

export function useAdminApi(): Api {
  const api = useContext(AdminApiContext)
  if (!api) throw new Error('No AdminApiProvider above this component')
  return api
}
