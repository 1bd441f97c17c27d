/*
 * The codes of `problem.ts` without their sentences: a browser reads the sentence from the answer,
 * so its bundle needs no more than this.
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

/** Whether a code is one that the server sends. */
export function isProblemCode(code: unknown): code is ProblemCode {
  return problemCodes.some((known) => known === code)
}
