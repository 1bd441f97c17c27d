import { setTimeout as wait } from 'node:timers/promises'
import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { pushCopy } from '@bidyaloy/shared/copy/push-copy'
import { DAY_MS } from '@bidyaloy/shared/durations'
import { excerptOf, plainTextOf } from '@bidyaloy/shared/markdown'
import type { PushMessage } from '@bidyaloy/shared/school/push'
import { crestIcons, siteFiles } from '@bidyaloy/shared/site-addresses'
import type { Logger } from 'pino'
import { In, type SelectQueryBuilder } from 'typeorm'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { type EntryRow, PushSubscriptionRow } from '../../db/entities.ts'
import { readBody } from '../../db/entry-parts.ts'
import { createWorkerPool, failureOf, LATE } from '../../storage/worker-pool.ts'
import { type Attempt, startAnnouncer } from '../announcements/announcer.ts'
import type { SiteAddress } from '../site-address/site-address.ts'
import { getSettings } from '../site-records/settings-commands.ts'
import type { PushKeys } from './push-keys.ts'
import type { Outcome, SendJob } from './send-messages.ts'

interface NoticePushDeps {
  db: Database
  clock: Clock
  log: Logger
  folder: Pick<DataFolder, 'pushFile'>
  config: Pick<Config, 'pushServices'>
  siteAddress: Pick<SiteAddress, 'find'>
  pushKeys: PushKeys
}

/**
 * Number of subscribers that are told at once. Progress is stored after each batch: these are the
 * most that get a message twice if the server is killed.
 */
const BATCH = 50
/** Every request of a batch ends within 8 s. */
const BATCH_TIMEOUT_MS = 30_000
/** Older notices are not news, although they were published just now. */
const RECENT_MS = 7 * DAY_MS
/** Between two batches, so that encryption takes only a part of a processor from readers. */
const PAUSE_MS = 100
const MAX_LINE = 140

/**
 * Tells the subscribers of each notice that becomes visible, once. Encryption and requests are in a
 * process of the lowest priority.
 * @returns a function that stops it; the others are told after the next start
 */
export async function startNoticePush(deps: NoticePushDeps): Promise<() => Promise<void>> {
  const { db, clock, log, folder } = deps
  const pool = createWorkerPool<SendJob, Outcome[], 'crashed'>({
    module: 'push-worker',
    processes: 1,
    timeoutMs: BATCH_TIMEOUT_MS,
    crashError: 'crashed',
  })
  const stop = await startAnnouncer({
    db,
    clock,
    log,
    name: 'telling subscribers',
    ledger: { name: 'push', file: folder.pushFile },
    collections: ['notices'],
    announce: (row, attempt) => tell(deps, pool, row, attempt),
  })
  return async () => {
    // Waits for the batch in work, whose outcomes would be lost.
    await stop()
    pool.close()
  }
}

/** How far a notice has come. */
const Progress = z.object({
  /** The last subscription of the first round; null after it. */
  after: z.int().nullable(),
  /** Subscriptions whose push service did not respond, for the next attempt. */
  failed: z.array(z.int()),
})

/** @returns whether every subscriber is told */
async function tell(
  deps: NoticePushDeps,
  pool: Pick<ReturnType<typeof createWorkerPool<SendJob, Outcome[], 'crashed'>>, 'run'>,
  row: EntryRow,
  { signal, progress, saveProgress }: Attempt,
): Promise<boolean> {
  const { db, clock, log, pushKeys, config } = deps
  const newest = [row.date, row.publishAt ?? ''].sort().at(-1) ?? ''
  if (newest < new Date(clock().getTime() - RECENT_MS).toISOString()) return true
  const state = progress ? Progress.parse(JSON.parse(progress)) : { after: 0, failed: [] }
  const job = {
    payload: JSON.stringify(await messageOf(db, row)),
    topic: row.id,
    keys: pushKeys,
    subject: await subjectOf(deps),
    services: config.pushServices,
  }
  const sums: Record<Outcome, number> = { told: 0, refused: 0, gone: 0, failed: 0 }
  const send = async (recipients: PushSubscriptionRow[]): Promise<number[]> => {
    const result = await pool.run({ ...job, recipients: recipients.map(recipientOf) })
    if ('failed' in result && result.code !== LATE) throw failureOf(result)
    // A batch that crashes the process, or is late, would be so again.
    const outcomes = 'made' in result ? result.made : []
    const withOutcome = (outcome: Outcome) =>
      recipients.flatMap(({ seq }, at) => ((outcomes[at] ?? 'refused') === outcome ? [seq] : []))
    for (const outcome of Object.keys(sums) as Outcome[])
      sums[outcome] += withOutcome(outcome).length
    const gone = withOutcome('gone')
    if (gone.length > 0) {
      await db.writePrivate((tx) => tx.delete(PushSubscriptionRow, { seq: In(gone) }))
    }
    return withOutcome('failed')
  }
  const save = (after: number | null, failed: number[]) => {
    Object.assign(state, { after, failed })
    return saveProgress(JSON.stringify(state))
  }

  if (state.after === null) {
    // A further attempt: only those whose push service did not respond.
    const again: number[] = []
    for (let open = state.failed; open.length > 0 && !signal.aborted; open = open.slice(BATCH)) {
      const recipients = await subscribersOf(deps, row)
        .andWhere('subscription.seq IN (:...seqs)', { seqs: open.slice(0, BATCH) })
        .getMany()
      again.push(...(await send(recipients)))
      await save(null, [...open.slice(BATCH), ...again])
    }
  }
  while (state.after !== null && !signal.aborted) {
    const recipients = await subscribersOf(deps, row)
      .andWhere('subscription.seq > :after', { after: state.after })
      .orderBy('subscription.seq')
      .limit(BATCH)
      .getMany()
    const failed = [...state.failed, ...(await send(recipients))]
    await save(recipients.length < BATCH ? null : (recipients.at(-1)?.seq ?? null), failed)
    // Rejects when the server stops.
    if (state.after !== null) await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
  log.info({ entry: row.id, ...sums }, 'subscribers were told of a notice')
  return state.after === null && state.failed.length === 0
}

/** Selects the subscriptions to a notice, with the alias `subscription`. */
function subscribersOf(
  { db, pushKeys }: Pick<NoticePushDeps, 'db' | 'pushKeys'>,
  { kind, classes }: EntryRow,
): SelectQueryBuilder<PushSubscriptionRow> {
  const list = db.read
    .createQueryBuilder(PushSubscriptionRow, 'subscription')
    // Push services refuse those that were made for another key.
    .where('subscription.serverKey = :serverKey', { serverKey: pushKeys.publicKey })
  if (kind !== null) {
    list.andWhere(
      '(subscription.kinds IS NULL OR EXISTS (SELECT 1 FROM json_each(subscription.kinds) WHERE value = :kind))',
      { kind },
    )
  }
  if (classes !== null) {
    list.andWhere(
      '(subscription.classes IS NULL OR EXISTS (SELECT 1 FROM json_each(subscription.classes) WHERE value IN (:...classes)))',
      { classes },
    )
  }
  return list
}

const recipientOf = ({ seq, endpoint, p256dh, auth }: PushSubscriptionRow) => ({
  seq,
  endpoint,
  p256dh,
  auth,
})

/** Returns what the phone shows: the title and the first line. */
async function messageOf({ read }: Database, row: EntryRow): Promise<PushMessage> {
  const { id, title, kind } = row
  const [firstLine = ''] = plainTextOf(await readBody(read, row)).split('\n')
  const settings = await getSettings(read)
  const kinds = kindsOf('notices', settings)
  const kindName = kinds.find((one) => one.id === kind)?.name
  return {
    title,
    body: excerptOf(firstLine, MAX_LINE) || kindName || pushCopy['push.notice'],
    path: entryPath('notices', id),
    icon: (settings.pictures.crest ? crestIcons : siteFiles).icon192,
  }
}

/** Returns where push services reach the operator: the site, if its address is known. */
async function subjectOf({ siteAddress }: Pick<NoticePushDeps, 'siteAddress'>): Promise<string> {
  const site = await siteAddress.find()
  return site?.startsWith('https:') ? site : 'mailto:webmaster@site.invalid'
}
