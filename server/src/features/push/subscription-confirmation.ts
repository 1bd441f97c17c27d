import { welcomeCopy } from '@bidyaloy/shared/copy/push-copy'
import { DAY_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import type { Logger } from 'pino'
import { In, IsNull, LessThanOrEqual } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { PushSubscriptionRow } from '../../db/entities.ts'
import { createBackground } from './background.ts'
import { iconOf } from './notice-push.ts'
import type { PushSender } from './push-sender.ts'

/** A newer first message replaces one that the phone has not fetched. */
export const WELCOME_TOPIC = 'welcome'
/** First messages that are sent at once. */
const BATCH = 20
/** Pause before the second first message; then as long as the subscription is old. */
export const RETRY_MS = MINUTE_MS
/** Pending subscriptions go after it. */
const MAX_PENDING_MS = DAY_MS
const EVERY_MS = 10 * MINUTE_MS

interface ConfirmationDeps {
  db: Database
  clock: Clock
  log: Logger
  sender: Pick<PushSender, 'send' | 'roomOf'>
}

/** Sends new subscriptions their first message, which confirms them. */
export interface SubscriptionConfirmation {
  /** Sends it to a subscription just stored, in the background. */
  confirm(endpoint: string): void
  /** Repeats those that failed, and removes old pending ones. @returns a function that stops it */
  start(): () => Promise<void>
  /** Waits for the confirmations in progress. */
  close(): Promise<void>
}

export function createConfirmation(deps: ConfirmationDeps): SubscriptionConfirmation {
  const { db, log, sender } = deps
  const inBackground = createBackground(log, 'confirming subscriptions failed')
  const send = async (rows: readonly PushSubscriptionRow[]) => {
    const open = rows.filter(({ origin }) => sender.roomOf(origin) > 0)
    if (open.length === 0) return
    await sender.send(open, { content: await welcomeOf(db), topic: WELCOME_TOPIC })
  }

  return {
    confirm(endpoint) {
      inBackground.run(async () => {
        const row = await db.read.findOneBy(PushSubscriptionRow, { endpoint, lastOkAt: IsNull() })
        if (row) await send([row])
      })
    },
    start() {
      let isStopped = false
      const repeat = async () => {
        await removeOldPending(deps)
        while (!isStopped) {
          const due = await claimDue(deps)
          await send(due)
          if (due.length < BATCH) break
        }
      }
      const timer = setInterval(() => inBackground.run(repeat), EVERY_MS).unref()
      inBackground.run(repeat)
      return async () => {
        isStopped = true
        clearInterval(timer)
        await inBackground.idle()
      }
    },
    close: () => inBackground.idle(),
  }
}

async function removeOldPending({ db, clock }: ConfirmationDeps): Promise<void> {
  const old = {
    lastOkAt: IsNull(),
    createdAt: LessThanOrEqual(new Date(clock().getTime() - MAX_PENDING_MS).toISOString()),
  }
  if (!(await db.read.existsBy(PushSubscriptionRow, old))) return
  await db.writePrivate((tx) => tx.delete(PushSubscriptionRow, old))
}

/** Returns pending subscriptions that are due, and when they are due again has been stored. */
async function claimDue({ db, clock }: ConfirmationDeps): Promise<PushSubscriptionRow[]> {
  const now = clock()
  const due = await db.read.find(PushSubscriptionRow, {
    where: { lastOkAt: IsNull(), confirmAt: LessThanOrEqual(now.toISOString()) },
    order: { confirmAt: 'ASC' },
    take: BATCH,
  })
  if (due.length === 0) return []
  await db.writePrivate(async (tx) => {
    for (const { seq, createdAt } of due) {
      const age = Math.max(now.getTime() - Date.parse(createdAt), RETRY_MS)
      const confirmAt = new Date(now.getTime() + age).toISOString()
      await tx.update(PushSubscriptionRow, { seq: In([seq]) }, { confirmAt })
    }
  })
  return due
}

const welcomeOf = async ({ read }: Database) => ({
  title: welcomeCopy['push.welcome'],
  body: welcomeCopy['push.welcome.body'],
  path: pagePaths.notices,
  icon: await iconOf(read),
})
