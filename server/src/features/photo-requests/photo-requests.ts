import type { Output } from '@bidyaloy/shared/api/api'
import type { NewPhotoRequest } from '@bidyaloy/shared/features/photo-requests/photo-request'
import type { Context } from 'koa'
import type * as z from 'zod'
import type { FeatureDeps, ServerFeature } from '../../feature.ts'
import { consumeAll, createAddressLimiter } from '../../http/rate-limit.ts'
import { assertSameOrigin } from '../../http/request.ts'
import { type ApiRouter, route } from '../../http/route.ts'
import type { Instance } from '../../scopes.ts'
import {
  answerRequest,
  askForPhoto,
  deleteRequest,
  listRequests,
  reopenRequest,
} from './photo-request-commands.ts'

/** Many phones share one address of their network. */
export const MAX_REQUESTS = 15
export const WINDOW_SECONDS = 60 * 60

/** What taking a request needs. */
export type TakeDeps = Pick<
  Instance,
  'db' | 'clock' | 'storage' | 'serverKey' | 'alerts' | 'config'
>
type TakePhotoRequest = (ctx: Context, request: z.output<typeof NewPhotoRequest>) => Promise<void>

/**
 * Creates the function that takes requests of visitors: of this site's pages only, and limited by
 * address, over the API and the form together.
 */
export function createTakePhotoRequest(deps: TakeDeps): TakePhotoRequest {
  const limiter = createAddressLimiter(deps.db, {
    name: 'photo requests',
    points: MAX_REQUESTS,
    duration: WINDOW_SECONDS,
  })
  return async (ctx, request) => {
    assertSameOrigin(ctx, deps.config)
    await consumeAll(limiter(ctx.ip))
    const { title, isNew } = await askForPhoto(deps, { ...request, from: ctx.ip })
    if (isNew) deps.alerts.tellOfPhotoRequest(title)
  }
}

function photoRequestRoutes(router: ApiRouter, deps: FeatureDeps): void {
  const { db } = deps
  const takePhotoRequest = createTakePhotoRequest(deps)
  route(router, deps, 'askForPhoto', async ({ body, ctx }) => {
    await takePhotoRequest(ctx, body)
    return undefined
  })
  route(router, deps, 'listPhotoRequests', () => listRequests(db.read))
  route(router, deps, 'answerPhotoRequest', ({ params: { id }, body, admin }) =>
    answerRequest(deps, { ...body, id, by: admin.username }),
  )
  route(router, deps, 'reopenPhotoRequest', ({ params: { id }, admin }) =>
    reopenRequest(deps, { id, by: admin.username }),
  )
  route(router, deps, 'removePhotoRequest', async ({ params }) => {
    await deleteRequest(db, params.id)
    return undefined
  })
}

/** Example of a photo. */
export const SOME_PHOTO = 'albums/p7wq2mm4hdt8/4f1c9a0b7e2d5c8a6f3b'

const request: Output<'reopenPhotoRequest'> = {
  _id: 'k3v9x0c2m1qa',
  at: '2026-11-21T04:30:00.000Z',
  who: 'guardian',
  reason: 'আমার মেয়ের মুখ দেখা যাচ্ছে, আমরা চাই না।',
  phone: '০১৭১১-০০০০০০',
  photo: SOME_PHOTO,
  collection: 'albums',
  entryId: 'p7wq2mm4hdt8',
  title: 'বার্ষিক ক্রীড়া ২০২৬',
  place: 5,
}
const { who, reason, phone } = request

/** Requests of visitors to take a photo down. */
export const photoRequests: ServerFeature = {
  routes: photoRequestRoutes,
  examples: {
    bodies: {
      askForPhoto: { who, reason, phone, photo: SOME_PHOTO },
      answerPhotoRequest: { answer: 'refused', reason: 'ছবিতে কোনো ছাত্রীর মুখ দেখা যায় না।' },
    },
    responses: {
      listPhotoRequests: [request],
      answerPhotoRequest: request,
      reopenPhotoRequest: request,
    },
  },
}
