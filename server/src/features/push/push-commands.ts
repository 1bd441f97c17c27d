import type { NewSubscription } from '@bidyaloy/shared/school/push'
import { type EntityManager, In, IsNull, Not } from 'typeorm'
import { PushSubscriptionRow } from '../../db/entities.ts'

/** Pending ones: no push service has accepted a message for them. Anyone can make some. */
export const MAX_PENDING = 500
/** A school has a few thousand parents. */
export const MAX_CONFIRMED = 20_000

/**
 * Stores a subscription, or what a known one is told of. Where there are too many pending ones, the
 * oldest goes.
 * @returns whether it is new
 */
export async function saveSubscription(
  tx: EntityManager,
  { endpoint, keys, kinds = [], classes = [] }: NewSubscription,
  { serverKey, now, confirmAt }: { serverKey: string; now: Date; confirmAt: Date },
): Promise<boolean> {
  const known = await tx.findOneBy(PushSubscriptionRow, { endpoint })
  if (!known) {
    const others = await tx.countBy(PushSubscriptionRow, { lastOkAt: IsNull() })
    await remove(tx, { pending: true, count: others - MAX_PENDING + 1 })
  }
  await tx.save(PushSubscriptionRow, {
    ...(known ?? {
      createdAt: now.toISOString(),
      origin: new URL(endpoint).origin,
      confirmAt: confirmAt.toISOString(),
    }),
    ...{ endpoint, ...keys, serverKey },
    kinds: kinds.length > 0 ? kinds : null,
    classes: classes.length > 0 ? classes : null,
  })
  return !known
}

/**
 * Stores that a message was accepted. Where too many subscriptions are confirmed, the newest others
 * go: a stranger with many takes no place of those who were there before.
 */
export async function markAccepted(
  tx: EntityManager,
  seqs: readonly number[],
  now: Date,
): Promise<void> {
  const confirmed = await tx.countBy(PushSubscriptionRow, { lastOkAt: Not(IsNull()) })
  const added = await tx.countBy(PushSubscriptionRow, { seq: In(seqs), lastOkAt: IsNull() })
  if (added > 0) await remove(tx, { pending: false, count: confirmed + added - MAX_CONFIRMED })
  const state = { lastOkAt: now.toISOString(), failingSince: null, confirmAt: null }
  await tx.update(PushSubscriptionRow, { seq: In(seqs) }, state)
}

/** Removes the oldest pending subscriptions, or the newest confirmed ones. */
async function remove(
  tx: EntityManager,
  { pending, count }: { pending: boolean; count: number },
): Promise<void> {
  if (count <= 0) return
  const rows = await tx.find(PushSubscriptionRow, {
    select: { seq: true },
    where: { lastOkAt: pending ? IsNull() : Not(IsNull()) },
    order: { seq: pending ? 'ASC' : 'DESC' },
    take: count,
  })
  await tx.delete(PushSubscriptionRow, { seq: In(rows.map(({ seq }) => seq)) })
}
