import { type Api, ApiError } from '@bidyaloy/shared/api/api'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { type CheckResponse, createHttpApi, type Send } from '@bidyaloy/shared/api/http-api'
import { createContext, useContext } from 'react'
import { freshKey } from './idempotency-key.ts'
import { resumingSend, type SignInGate } from './sign-in-gate.ts'

/** Validates a response with the endpoint's schema. @throws ApiError `bad_answer` */
const checkResponse: CheckResponse = (name, response) => {
  const endpoint = endpoints[name]
  if (!('response' in endpoint)) return undefined
  const parsed = endpoint.response.safeParse(response)
  if (parsed.success) return parsed.data
  throw new ApiError(endpoint.status, 'bad_answer', `${name}: ${parsed.error.message}`)
}

/** The dashboard's API: validates responses, and resumes requests after a new sign-in. */
export interface AdminApi {
  api: Api
  /** Returns the same API, which calls `onQueued` before resolving a change that is only in the outbox. */
  watchQueued(onQueued: () => void): Api
}

/** @param gate asks for a sign-in when the session has ended */
export function createAdminApi(send: Send, gate: SignInGate): AdminApi {
  const resuming = resumingSend(send, gate)
  // The key is added first: a change sent again after a sign-in is the same change.
  const withKey: Send = (request) => {
    if (request.method === 'GET') return resuming(request)
    return resuming({ ...request, headers: { 'idempotency-key': freshKey(), ...request.headers } })
  }
  return {
    api: createHttpApi(withKey, { check: checkResponse }),
    watchQueued: (onQueued) =>
      createHttpApi(
        async (request) => {
          const response = await withKey(request)
          if (response.queued) onQueued()
          return response
        },
        { check: checkResponse },
      ),
  }
}

const AdminApiContext = createContext<AdminApi | null>(null)

export const AdminApiProvider = AdminApiContext.Provider

/** The API for reads. Changes that report their result use `useWriteApi`. */
export function useAdminApi(): Api {
  return useAdminApis().api
}

/** @throws Error without a provider */
export function useAdminApis(): AdminApi {
  const apis = useContext(AdminApiContext)
  if (!apis) throw new Error('No AdminApiProvider above this component')
  return apis
}
