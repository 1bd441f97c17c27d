import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { paths } from './paths.ts'
import { TakeDownConfirmation, TakeDownFacts, TakeDownTarget } from './take-down.ts'

const byHead = { tag: 'trash', access: 'admin', right: 'approve' } as const

export const takeDownEndpoints = {
  listWithdrawn: {
    ...paths.listWithdrawn,
    summary:
      'Names, without extension, of the files that were taken down last: whoever has a copy deletes it',
    tag: 'trash',
    access: 'public',
    status: 200,
    response: z.array(z.string()),
  },
  getTakeDown: {
    ...paths.getTakeDown,
    ...byHead,
    summary: 'What taking a file or an entry of the trash down deletes, and which backup has it',
    query: TakeDownTarget,
    status: 200,
    response: TakeDownFacts,
    problems: ['not_found'],
  },
  takeDown: {
    ...paths.takeDown,
    ...byHead,
    summary:
      'Delete a file, or an entry of the trash, everywhere but in backups: all sizes, former versions, unpublished changes, share cards and recognised text. Cannot be undone',
    records: { actions: ['takenDown'] },
    body: TakeDownConfirmation,
    status: 204,
    problems: ['not_found', 'too_many_requests'],
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const takeDownSchemas = { TakeDownFacts }
