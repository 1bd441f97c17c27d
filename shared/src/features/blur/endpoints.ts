import * as z from 'zod'
import type { DeclaredEndpoint } from '../../api/endpoint.ts'
import { Entry } from '../../collections/entry.ts'
import { collectionNames } from '../../collections/registry.ts'
import { PhotoBlur, UnblurredPhotos } from './blur.ts'
import { paths } from './paths.ts'

const OneEntry = z.object({ collection: z.enum(collectionNames), id: z.string() })

export const blurEndpoints = {
  blurPhoto: {
    ...paths.blurPhoto,
    summary:
      'Replace a photo of an entry by a copy in which areas are blurred for good, in all sizes. Of a draft that never waited nothing else is left; of a published entry, for which one needs the right `publish`, the photo before stays with the former version',
    tag: 'collections',
    access: 'admin',
    records: { actions: ['fileReplaced'], nothing: 'The entry is a draft.' },
    params: OneEntry,
    body: PhotoBlur,
    idempotent: true,
    status: 200,
    response: Entry,
    problems: ['not_found', 'forbidden'],
  },
  getUnblurred: {
    ...paths.getUnblurred,
    summary:
      'Whether former versions of an entry have photos as they were before they were blurred',
    tag: 'collections',
    access: 'admin',
    params: OneEntry,
    status: 200,
    response: UnblurredPhotos,
    problems: ['not_found'],
  },
  deleteUnblurred: {
    ...paths.deleteUnblurred,
    summary:
      'Delete these photos for good. In the former versions, the blurred ones take their places',
    tag: 'collections',
    access: 'admin',
    right: 'approve',
    records: { actions: ['fileReplaced'], nothing: 'No former version has such a photo.' },
    params: OneEntry,
    idempotent: true,
    status: 204,
    problems: ['not_found'],
  },
} as const satisfies Record<keyof typeof paths, DeclaredEndpoint>
