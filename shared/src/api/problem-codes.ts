/* Free of zod and of messages: the public site's bundle imports this file. */

/** Error codes of the API; status and messages are in `problem.ts`. */
export const problemCodes = [
  'validation_failed',
  'malformed_body',
  'unauthenticated',
  'invalid_credentials',
  'cross_site',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'conflict',
  'upload_gone',
  'too_large',
  'unsupported_media_type',
  'unknown_school',
  'too_many_requests',
  'internal',
  'unavailable',
  'storage_full',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/** Whether a value is a known code. */
export function isProblemCode(code: unknown): code is ProblemCode {
  return problemCodes.some((known) => known === code)
}
