import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { paths } from './paths.ts'
import { NewPhotoRequest, PhotoAnswer, PhotoRequest } from './photo-request.ts'

const OneRequest = z.object({ id: z.string() })
const byHead = { tag: 'photo requests', access: 'admin', right: 'approve' } as const

export const photoRequestEndpoints = {
  askForPhoto: {
    ...paths.askForPhoto,
    summary:
      'Ask the head to take a photo down. A second request for it from the same network address within 7 days changes the first one',
    tag: 'photo requests',
    access: 'public',
    records: { nothing: 'A visitor has no account.' },
    body: NewPhotoRequest,
    status: 204,
    problems: ['cross_site', 'not_found', 'too_many_requests'],
  },
  listPhotoRequests: {
    ...paths.listPhotoRequests,
    ...byHead,
    summary: 'The requests: those that wait, the oldest first, then the answered ones',
    status: 200,
    response: z.array(PhotoRequest),
  },
  answerPhotoRequest: {
    ...paths.answerPhotoRequest,
    ...byHead,
    summary:
      'Hide the photo, which answers all requests for it, or refuse with a reason. Deletes phone numbers and traces of addresses',
    records: { actions: ['photoHidden', 'photoRefused'] },
    params: OneRequest,
    body: PhotoAnswer,
    status: 200,
    response: PhotoRequest,
    problems: ['not_found', 'conflict'],
  },
  reopenPhotoRequest: {
    ...paths.reopenPhotoRequest,
    ...byHead,
    summary: 'Take an answer back: a hidden photo is shown again, and the request waits',
    records: { actions: ['restored', 'reverted', 'photoReopened'] },
    params: OneRequest,
    status: 200,
    response: PhotoRequest,
    problems: ['not_found', 'conflict'],
  },
  removePhotoRequest: {
    ...paths.removePhotoRequest,
    ...byHead,
    summary: 'Delete a request, answered or not',
    records: { nothing: 'What a visitor sent is deleted; nothing of the school changes.' },
    params: OneRequest,
    status: 204,
    problems: ['not_found'],
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>

/** Schemas that the API document names. */
export const photoRequestSchemas = { NewPhotoRequest, PhotoAnswer, PhotoRequest }
