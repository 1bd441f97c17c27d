import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { reads } from './paths.ts'
import { Privacy } from './privacy.ts'

export const privacyEndpoints = {
  getPrivacy: {
    ...reads.getPrivacy,
    summary: 'What this installation does with data',
    tag: 'school',
    access: 'public',
    status: 200,
    response: Privacy,
  },
} as const satisfies Record<keyof typeof reads, DeclaredEndpoint>

/** Schemas that the API document names. */
export const privacySchemas = { Privacy }
