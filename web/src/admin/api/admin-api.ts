import { type Api, ApiError } from '@bidyaloy/shared/api/api'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import { type CheckAnswer, createHttpApi, type Send } from '@bidyaloy/shared/api/http-api'
import { createContext, useContext } from 'react'
import { freshKey } from './idempotency-key.ts'
import { type GateOfWork, resumingSend } from './sign-in-gate.ts'

/** Lets only answers through that are what the contract says. @throws ApiError `bad_answer` */
const checkAnswer: CheckAnswer = (name, answer) => {
  const endpoint = endpoints[name]
  if (!('response' in endpoint)) return undefined
  const parsed = endpoint.response.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new ApiError(endpoint.status, 'bad_answer', `${name}: ${parsed.error.message}`)
}

/** The API as the dashboard uses it: answers checked, work resumed after a new sign-in. */
export interface AdminApi {
  api: Api
  /** The same; calls back when a change only waits on this computer, before the call returns. */
  watched(onQueued: () => void): Api
}

/** @param gate where a request waits whose session has ended */
export function createAdminApi(send: Send, gate: GateOfWork): AdminApi {
  const carry = keyed(resumingSend(send, gate))
  const over = (way: Send) => createHttpApi(way, { check: checkAnswer })
  return {
    api: over(carry),
    watched: (onQueued) =>
      over(async (request) => {
        const answer = await carry(request)
        if (answer.queued) onQueued()
        return answer
      }),
  }
}

/** Gives every change its key, so that one sent again after a new sign-in is the same change. */
function keyed(send: Send): Send {
  return (request) => {
    if (request.method === 'GET') return send(request)
    return send({ ...request, headers: { 'idempotency-key': freshKey(), ...request.headers } })
  }
}

const AdminApiContext = createContext<AdminApi | null>(null)

export const AdminApiProvider = AdminApiContext.Provider

/** The API for what only reads. What changes something and says so uses `useWriteApi`. */
export function useAdminApi(): Api {
  return useAdminApis().api
}

/** @throws where no provider stands above */
export function useAdminApis(): AdminApi {
  const apis = useContext(AdminApiContext)
  if (!apis) throw new Error('No AdminApiProvider above this component')
  return apis
}
