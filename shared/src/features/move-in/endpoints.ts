import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { NamedUploads } from '../../collections/entry.ts'
import { jsonOr } from '../../collections/entry-properties.ts'
import {
  AddressesPage,
  AddressesQuery,
  ItemsPage,
  ItemsQuery,
  MAX_SOURCE_FILES,
  MoveIn,
  MoveInChoice,
  MoveInItem,
  MoveInSummary,
  NewLook,
  PreviewItem,
} from './move-in.ts'
import { paths } from './paths.ts'

const bySettings = { tag: 'moving in', access: 'admin', right: 'settings' } as const
const One = z.object({ id: z.string() })
const OneItem = One.extend({ n: z.string().regex(/^\d{1,9}$/, { error: 'valid.integer' }) })
const nothing = { nothing: 'Nothing of the school changes.' } as const

export const moveInEndpoints = {
  startLook: {
    ...paths.startLook,
    ...bySettings,
    summary:
      'Look at an older site, or at files of it: finds what can be brought, and changes nothing. Replaces an earlier look of which nothing was brought',
    records: nothing,
    body: NewLook,
    bodyTypes: ['json', 'multipart'],
    maxFiles: MAX_SOURCE_FILES,
    status: 202,
    response: MoveIn,
    problems: ['conflict', 'upload_gone'],
  },
  listMoveIns: {
    ...paths.listMoveIns,
    ...bySettings,
    summary: 'The moves from older sites, the newest first',
    status: 200,
    response: z.array(MoveInSummary),
  },
  readMoveIn: {
    ...paths.readMoveIn,
    ...bySettings,
    summary: 'What a look has found, what was chosen, and what became of it',
    params: One,
    status: 200,
    response: MoveIn,
    problems: ['not_found'],
  },
  listMoveInItems: {
    ...paths.listMoveInItems,
    ...bySettings,
    summary: 'The items of a move, with what became of each',
    params: One,
    query: ItemsQuery,
    status: 200,
    response: ItemsPage,
    problems: ['not_found'],
  },
  previewMoveIn: {
    ...paths.previewMoveIn,
    ...bySettings,
    summary: 'The newest ten items as they will look',
    params: One,
    status: 200,
    response: z.array(PreviewItem),
    problems: ['not_found'],
  },
  listOldAddresses: {
    ...paths.listOldAddresses,
    ...bySettings,
    summary: 'The old addresses, and the pages and files to which they lead now',
    params: One,
    query: AddressesQuery,
    status: 200,
    response: AddressesPage,
    problems: ['not_found'],
  },
  bringMoveIn: {
    ...paths.bringMoveIn,
    ...bySettings,
    summary: 'Bring what was chosen, in the background. Nobody is told of it',
    records: { actions: ['imported'] },
    params: One,
    body: MoveInChoice,
    maxJsonBytes: 512 * 1024,
    status: 202,
    response: MoveIn,
    problems: ['not_found', 'conflict'],
  },
  pauseMoveIn: {
    ...paths.pauseMoveIn,
    ...bySettings,
    summary: 'Pause bringing, after the item in work',
    records: nothing,
    params: One,
    status: 202,
    response: MoveIn,
    problems: ['not_found', 'conflict'],
  },
  continueMoveIn: {
    ...paths.continueMoveIn,
    ...bySettings,
    summary: 'Go on with a paused bringing, or a failed look',
    records: nothing,
    params: One,
    status: 202,
    response: MoveIn,
    problems: ['not_found', 'conflict'],
  },
  replaceMoveInFile: {
    ...paths.replaceMoveInFile,
    ...bySettings,
    summary: 'Give the file that a refused item lacks, and bring it',
    records: { actions: ['created'] },
    params: OneItem,
    body: z.object({ uploads: jsonOr(NamedUploads).optional() }),
    bodyTypes: ['multipart'],
    status: 200,
    response: MoveInItem,
    problems: ['not_found', 'conflict', 'upload_gone'],
  },
  dismissMoveInItem: {
    ...paths.dismissMoveInItem,
    ...bySettings,
    summary: 'Let a refused item be',
    records: nothing,
    params: OneItem,
    status: 200,
    response: MoveInItem,
    problems: ['not_found', 'conflict'],
  },
  undoMoveIn: {
    ...paths.undoMoveIn,
    ...bySettings,
    summary:
      'Undo the whole, in the background: entries, files and old addresses are as if they had never been. Not after an edit of one of them',
    records: { actions: ['reverted'] },
    params: One,
    status: 202,
    response: MoveIn,
    problems: ['not_found', 'conflict'],
  },
  forgetMoveIn: {
    ...paths.forgetMoveIn,
    ...bySettings,
    summary: 'Forget a look, or a move that was undone',
    records: nothing,
    params: One,
    status: 204,
    problems: ['not_found', 'conflict'],
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const moveInSchemas = { NewLook, MoveInChoice, MoveIn, MoveInItem, MoveInSummary }
