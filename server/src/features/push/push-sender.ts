import { DAY_MS, HOUR_MS } from '@bidyaloy/shared/lib/durations'
import type { PushMessage } from '@bidyaloy/shared/school/push'
import { In, IsNull } from 'typeorm'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { PushSubscriptionRow } from '../../db/entities.ts'
import { createWorkerPool, failureOf, LATE } from '../../lib/worker-pool.ts'
import type { SiteAddress } from '../site-address/site-address.ts'
import { markAccepted } from './push-commands.ts'
import type { PushKeys } from './push-keys.ts'
import type { Outcome, Recipient, SendJob } from './send-messages.ts'

interface PushSenderDeps {
  folder: Pick<DataFolder, 'root'>
  db: Database
  clock: Clock
  config: Pick<Config, 'pushServices'>
  siteAddress: Pick<SiteAddress, 'find'>
  pushKeys: PushKeys
}

interface Message {
  content: PushMessage
  topic: string
  isUrgent?: boolean
}

/** A subscription, and the origin of its push service. */
type Addressee = Recipient & { origin: string }

/** Sends messages to subscribers and stores what their push services answer. */
export interface PushSender {
  /**
   * Sends a message to some subscribers at once. Each request ends within 8 s.
   * @param message its topic replaces an undelivered message with the same one
   * @returns the outcomes in order
   */
  send(recipients: readonly PushSubscriptionRow[], message: Message): Promise<Outcome[]>
  /** The same to any recipients, without storing what their push services answer. */
  post(recipients: readonly Addressee[], message: Message): Promise<Outcome[]>
  /** Returns how many messages a push service may be sent at once now: few or none after silence. */
  roomOf(origin: string): number
  /** Ends the messages in work. */
  close(): void
}

/** Every request of a batch ends within 8 s. */
const BATCH_TIMEOUT_MS = 30_000
/** Pauses of a push service that is silent, doubled each time. */
const FIRST_PAUSE_MS = 30_000
const MAX_PAUSE_MS = HOUR_MS
/** Messages that find out whether a silent service is back. */
const PROBE = 2
/** After failures for so long a subscription goes. */
export const MAX_FAILING_DAYS = 60
const MAX_FAILING_MS = MAX_FAILING_DAYS * DAY_MS

/** Encryption and requests are in a process of the lowest priority. */
export function createPushSender(deps: PushSenderDeps): PushSender {
  const { folder, db, clock, config, pushKeys } = deps
  const pool = createWorkerPool<SendJob, Outcome[], 'crashed'>({
    module: 'push-worker',
    processes: 1,
    timeoutMs: BATCH_TIMEOUT_MS,
    school: folder.root,
    may: { network: true },
    crashError: 'crashed',
  })
  /** Push services that did not respond to anybody, with their pauses. */
  const silent = new Map<string, { pauses: number; until: number }>()

  const judgeOrigins = (recipients: readonly Addressee[], outcomes: Outcome[]) => {
    for (const origin of new Set(recipients.map((recipient) => recipient.origin))) {
      const isSilent = recipients.every(
        (recipient, at) => recipient.origin !== origin || outcomes[at] === 'silent',
      )
      if (!isSilent) silent.delete(origin)
      else {
        const pauses = silent.get(origin)?.pauses ?? 0
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** pauses, MAX_PAUSE_MS)
        silent.set(origin, { pauses: pauses + 1, until: clock().getTime() + pause })
      }
    }
  }

  const post = async (
    recipients: readonly Addressee[],
    { content, topic, isUrgent = false }: Message,
  ): Promise<Outcome[]> => {
    if (recipients.length === 0) return []
    const result = await pool.run({
      recipients: recipients.map(({ endpoint, p256dh, auth }) => ({ endpoint, p256dh, auth })),
      payload: JSON.stringify(content),
      topic,
      urgency: isUrgent ? 'high' : 'normal',
      keys: pushKeys,
      subject: await subjectOf(deps),
      services: config.pushServices,
    })
    if ('failed' in result && result.code !== LATE) throw failureOf(result)
    // A batch that crashes the process, or is late, would be so again.
    const outcomes = 'made' in result ? result.made : recipients.map((): Outcome => 'refused')
    judgeOrigins(recipients, outcomes)
    return outcomes
  }

  return {
    post,
    async send(recipients, message) {
      const outcomes = await post(recipients, message)
      await storeOutcomes(db, recipients, outcomes, clock())
      return outcomes
    },
    roomOf(origin) {
      const pause = silent.get(origin)
      if (!pause) return Number.POSITIVE_INFINITY
      return clock().getTime() < pause.until ? 0 : PROBE
    },
    close: () => pool.close(),
  }
}

async function storeOutcomes(
  db: Database,
  recipients: readonly PushSubscriptionRow[],
  outcomes: readonly Outcome[],
  now: Date,
): Promise<void> {
  const withOutcome = (...some: Outcome[]) =>
    recipients.filter((_, at) => some.includes(outcomes[at] ?? 'refused'))
  const accepted = withOutcome('accepted')
  const failing = withOutcome('failed', 'refused', 'silent').filter(({ lastOkAt }) => lastOkAt)
  const longAgo = new Date(now.getTime() - MAX_FAILING_MS).toISOString()
  const ended = [
    ...withOutcome('gone'),
    // Where nothing is accepted, as with a wrong clock of this server, it is no fault of a subscription.
    ...failing.filter(
      ({ failingSince }) => accepted.length > 0 && failingSince && failingSince <= longAgo,
    ),
  ]
  const begin = failing.filter(({ failingSince }) => failingSince === null)
  if (accepted.length + ended.length + begin.length === 0) return
  const seqsOf = (rows: readonly PushSubscriptionRow[]) => In(rows.map(({ seq }) => seq))
  await db.writePrivate(async (tx) => {
    if (ended.length > 0) await tx.delete(PushSubscriptionRow, { seq: seqsOf(ended) })
    if (begin.length > 0) {
      const where = { seq: seqsOf(begin), failingSince: IsNull() }
      await tx.update(PushSubscriptionRow, where, { failingSince: now.toISOString() })
    }
    if (accepted.length > 0) {
      await markAccepted(
        tx,
        accepted.map(({ seq }) => seq),
        now,
      )
    }
  })
}

/** Returns where push services reach the operator: the site, if its address is known. */
async function subjectOf({ siteAddress }: Pick<PushSenderDeps, 'siteAddress'>): Promise<string> {
  const site = await siteAddress.find()
  return site?.startsWith('https:') ? site : 'mailto:webmaster@site.invalid'
}
