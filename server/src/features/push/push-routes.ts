import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField } from '@bidyaloy/shared/api/problem'
import type { NewAlerts } from '@bidyaloy/shared/school/push'
import type { Context } from 'koa'
import type { Config } from '../../config.ts'
import { PushSubscriptionRow } from '../../db/entities.ts'
import { consumeAll, createAddressLimiter } from '../../http/rate-limit.ts'
import { assertSameOrigin } from '../../http/request.ts'
import { type ApiRouter, type RouteDeps, route } from '../../http/route.ts'
import { startAlerts } from './account-alerts.ts'
import { saveSubscription } from './push-commands.ts'
import { isBrowserKey, isPushEndpoint } from './push-endpoint.ts'
import type { PushKeys } from './push-keys.ts'
import { RETRY_MS, type SubscriptionConfirmation } from './subscription-confirmation.ts'

/** Many phones share one address of their network. */
export const MAX_CHANGES = 100
export const WINDOW_SECONDS = 10 * 60

interface PushRouteDeps extends RouteDeps {
  config: Pick<Config, 'publicUrl' | 'pushServices'>
  pushKeys: PushKeys
  confirmation: Pick<SubscriptionConfirmation, 'confirm'>
}

/** Subscriptions of browsers to new notices, and of those of accounts to what concerns them. */
export function pushRoutes(router: ApiRouter, deps: PushRouteDeps): void {
  const { db, clock, config, pushKeys, confirmation } = deps
  const limiter = createAddressLimiter(db, {
    name: 'push',
    points: MAX_CHANGES,
    duration: WINDOW_SECONDS,
  })
  const assertAllowed = (ctx: Context) => {
    assertSameOrigin(ctx, config)
    return consumeAll(limiter(ctx.ip))
  }
  const serverKey = pushKeys.publicKey
  route(router, deps, 'getPushKey', async () => ({ key: serverKey }))
  route(router, deps, 'subscribe', async ({ body, ctx }) => {
    await assertAllowed(ctx)
    assertSubscription(body, config)
    const now = clock()
    // Until then the request's own first message is under way.
    const confirmAt = new Date(now.getTime() + RETRY_MS)
    const isNew = await db.writePrivate((tx) =>
      saveSubscription(tx, body, { serverKey, now, confirmAt }),
    )
    if (isNew) confirmation.confirm(body.endpoint)
    return undefined
  })
  route(router, deps, 'unsubscribe', async ({ body: { endpoint }, ctx }) => {
    await assertAllowed(ctx)
    await db.writePrivate((tx) => tx.delete(PushSubscriptionRow, { endpoint }))
    return undefined
  })
  route(router, deps, 'startAlerts', async ({ body, admin }) => {
    assertSubscription(body, config)
    await db.writePrivate((tx) => startAlerts(tx, admin.sessionId, { ...body, serverKey }))
    return undefined
  })
}

/** @throws Problem `validation_failed` for another push service, or keys that no browser has */
function assertSubscription(
  { endpoint, keys }: NewAlerts,
  { pushServices }: Pick<Config, 'pushServices'>,
): void {
  if (!isPushEndpoint(endpoint, pushServices)) {
    throw invalidField('endpoint', validationText('valid.pushService'))
  }
  if (!isBrowserKey(keys.p256dh)) {
    throw invalidField('keys.p256dh', validationText('valid.choice'))
  }
}
