/*
 * The codes of `problem.ts` without messages, to keep these out of the public site's bundle: a
 * browser reads the message from the response.
 */
export const problemCodes = [
  'validation_failed',
  'malformed_body',
  'unauthenticated',
  'invalid_credentials',
  'cross_site',
  'not_found',
  'method_not_allowed',
  'conflict',
  'too_large',
  'unsupported_media_type',
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
