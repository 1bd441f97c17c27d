import { Problem } from '@bidyaloy/shared/api/problem'
import type { NewSubscription } from '@bidyaloy/shared/school/push'
import type { EntityManager } from 'typeorm'
import { PushSubscriptionRow } from '../../db/entities.ts'

/** A school has a few thousand parents. */
export const MAX_SUBSCRIPTIONS = 20_000

/**
 * Stores a subscription, or what a known one is told of.
 * @throws Problem `unavailable` if there are too many
 */
export async function saveSubscription(
  tx: EntityManager,
  { endpoint, keys, kinds = [], classes = [] }: NewSubscription,
  { serverKey, now }: { serverKey: string; now: Date },
): Promise<void> {
  const known = await tx.findOneBy(PushSubscriptionRow, { endpoint })
  if (!known && (await tx.count(PushSubscriptionRow)) >= MAX_SUBSCRIPTIONS) {
    throw new Problem('unavailable')
  }
  await tx.save(PushSubscriptionRow, {
    ...(known ?? { createdAt: now.toISOString() }),
    ...{ endpoint, ...keys, serverKey },
    kinds: kinds.length > 0 ? kinds : null,
    classes: classes.length > 0 ? classes : null,
  })
}
