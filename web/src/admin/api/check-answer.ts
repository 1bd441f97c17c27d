import { ApiError } from '@bidyaloy/shared/api/api'
import { endpoints } from '@bidyaloy/shared/api/endpoints'
import type { CheckAnswer } from '@bidyaloy/shared/api/http-api'

/** Lets only answers through that are what the contract says. @throws ApiError `bad_answer` */
export const checkAnswer: CheckAnswer = (name, answer) => {
  const endpoint = endpoints[name]
  if (!('response' in endpoint)) return undefined
  const parsed = endpoint.response.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new ApiError(endpoint.status, 'bad_answer', `${name}: ${parsed.error.message}`)
}
