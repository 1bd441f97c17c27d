import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { type paths, reads } from './paths.ts'
import { Verdict, VerifyQuery } from './verify.ts'

export const verifyEndpoints = {
  verifyFile: {
    ...reads.verifyFile,
    summary: 'Whether this school published a file, or what is at an address',
    tag: 'school',
    access: 'public',
    query: VerifyQuery,
    status: 200,
    response: Verdict,
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const verifySchemas = { Verdict }
