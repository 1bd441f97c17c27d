import { setTimeout as wait } from 'node:timers/promises'
import { kindsOf } from '@bidyaloy/shared/collections/kinds'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { pushCopy } from '@bidyaloy/shared/copy/push-copy'
import { siteMessages } from '@bidyaloy/shared/copy/server-copy'
import { fill } from '@bidyaloy/shared/copy/translate'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { excerptOf, plainTextOf } from '@bidyaloy/shared/lib/markdown'
import type { PushMessage } from '@bidyaloy/shared/school/push'
import { crestIcons, siteFiles } from '@bidyaloy/shared/site-addresses'
import type { Logger } from 'pino'
import type { EntityManager, SelectQueryBuilder } from 'typeorm'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { DataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { type EntryRow, PushSubscriptionRow } from '../../db/entities.ts'
import { readBody } from '../../db/entry-content.ts'
import { isUrgent } from '../../db/entry-times.ts'
import { type Announcer, type Attempt, startAnnouncer } from '../announcements/announcer.ts'
import { getSettings } from '../settings/settings-commands.ts'
import type { PushKeys } from './push-keys.ts'
import type { PushSender } from './push-sender.ts'
import type { Outcome } from './send-messages.ts'

interface NoticePushDeps {
  db: Database
  clock: Clock
  log: Logger
  folder: Pick<DataFolder, 'pushFile'>
  pushKeys: Pick<PushKeys, 'publicKey'>
  sender: Pick<PushSender, 'send' | 'roomOf'>
}

/**
 * Number of subscribers that are notified at once. Progress is stored after each batch: these are the
 * most that get a message twice if the server is killed.
 */
const BATCH = 50
/** Rounds to those that failed, within half a day. */
const MAX_ROUNDS = 9
const FIRST_ROUND_MS = 5000
const ROUND_GROWTH = 3
/** Older notices are not news, although they were published just now. */
const RECENT_MS = 7 * DAY_MS
/** Between two batches, so that encryption takes only a part of a processor from readers. */
const PAUSE_MS = 100
const MAX_LINE = 140

/**
 * Notifies the subscribers of each notice that becomes visible, once. Encryption and requests are in a
 * process of the lowest priority.
 */
export async function startNoticePush(deps: NoticePushDeps): Promise<Announcer> {
  const { db, clock, log, folder } = deps
  return startAnnouncer({
    db,
    clock,
    log,
    name: 'telling subscribers',
    queue: { name: 'push', file: folder.pushFile },
    collections: ['notices'],
    announce: (row, attempt) => notifySubscribers(deps, row, attempt),
  })
}

/** Progress of notifying the subscribers of a notice. */
const Progress = z.object({
  /** The newest subscription at the start; later ones are not notified. */
  newest: z.int(),
  /** The last subscription of each push service in the first round, by its origin. */
  after: z.record(z.string(), z.int()),
  /** Subscriptions whose push service failed for now. */
  failed: z.array(z.int()),
  /** Number of further rounds, to those that failed. */
  rounds: z.int(),
  /** Time of the next such round, in milliseconds since 1970. */
  at: z.int(),
})
type Progress = z.infer<typeof Progress>

async function readProgress({ read }: Database, progress: string | null): Promise<Progress> {
  const stored = progress === null ? null : Progress.safeParse(JSON.parse(progress)).data
  if (stored) return stored
  // Progress that cannot be read counts as none, so that some subscribers are notified twice.
  const newest = (await read.maximum(PushSubscriptionRow, 'seq')) ?? 0
  return { newest: Number(newest), after: {}, failed: [], rounds: 0, at: 0 }
}

/** @returns whether no subscriber is left to notify */
async function notifySubscribers(
  deps: NoticePushDeps,
  row: EntryRow,
  { signal, progress, saveProgress }: Attempt,
): Promise<boolean> {
  const { db, clock, log, sender } = deps
  const newest = [row.date, row.publishAt ?? ''].sort().at(-1) ?? ''
  if (newest < new Date(clock().getTime() - RECENT_MS).toISOString()) return true
  const state = await readProgress(db, progress)
  const message = {
    content: await messageOf(db, row, clock()),
    topic: row.id,
    isUrgent: isUrgent(row, clock()),
  }
  const sums: Record<Outcome, number> = { accepted: 0, refused: 0, gone: 0, failed: 0, silent: 0 }
  /** @returns those whose push service failed for now, and those to whom it did not respond */
  const send = async (recipients: PushSubscriptionRow[]) => {
    const outcomes = await sender.send(recipients, message)
    for (const outcome of outcomes) sums[outcome] += 1
    const withOutcome = (outcome: Outcome) => recipients.filter((_, at) => outcomes[at] === outcome)
    return { failed: withOutcome('failed'), silent: withOutcome('silent') }
  }
  const save = () => saveProgress(JSON.stringify(state))

  if (state.failed.length > 0 && clock().getTime() >= state.at) {
    const again: number[] = []
    for (let open = state.failed; open.length > 0 && !signal.aborted; open = open.slice(BATCH)) {
      const recipients = await subscribersOf(deps, row)
        .andWhere('subscription.seq IN (:...seqs)', { seqs: open.slice(0, BATCH) })
        .getMany()
      const canAsk = recipients.filter(({ origin }) => sender.roomOf(origin) > 0)
      const paused = recipients.filter((recipient) => !canAsk.includes(recipient))
      const { failed, silent } = await send(canAsk)
      again.push(...[...paused, ...failed, ...silent].map(({ seq }) => seq))
      state.failed = [...open.slice(BATCH), ...again]
      await save()
    }
    if (signal.aborted) return false
    state.rounds += 1
    if (state.rounds >= MAX_ROUNDS) state.failed = []
    state.at = clock().getTime() + FIRST_ROUND_MS * ROUND_GROWTH ** state.rounds
    await save()
  }
  for (;;) {
    if (signal.aborted) return false
    const { recipients, isLast } = await nextBatch(deps, row, state)
    if (recipients.length === 0) break
    const { failed, silent } = await send(recipients)
    for (const origin of new Set(recipients.map((recipient) => recipient.origin))) {
      const here = recipients.filter((recipient) => recipient.origin === origin)
      // Asked again for all, when its pause is over.
      if (here.every((recipient) => silent.includes(recipient))) continue
      state.after[origin] = isLast ? state.newest : (here.at(-1)?.seq ?? 0)
      if (state.failed.length === 0) state.at = clock().getTime() + FIRST_ROUND_MS
      const again = here.filter((one) => failed.includes(one) || silent.includes(one))
      state.failed.push(...again.map(({ seq }) => seq))
    }
    await save()
    // Rejects when the server stops.
    await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
  log.info({ entry: row.id, ...sums }, 'subscribers were notified of a notice')
  const isPaused = (await origins(deps, row, state)).length > 0
  return !isPaused && state.failed.length === 0
}

/** Returns the push services that have subscribers whom the first round has not reached. */
async function origins(
  deps: NoticePushDeps,
  row: EntryRow,
  { newest, after }: Progress,
): Promise<string[]> {
  const all = await subscribersOf(deps, row)
    .andWhere('subscription.seq <= :newest', { newest })
    .select('subscription.origin', 'origin')
    .addSelect('max(subscription.seq)', 'last')
    .groupBy('subscription.origin')
    .getRawMany<{ origin: string; last: number | string }>()
  return all.flatMap(({ origin, last }) => (Number(last) > (after[origin] ?? 0) ? [origin] : []))
}

/**
 * Returns the next subscribers, as many of each push service as possible: one that turns out to be
 * silent delays the others by a single batch.
 */
async function nextBatch(
  deps: NoticePushDeps,
  row: EntryRow,
  state: Progress,
): Promise<{ recipients: PushSubscriptionRow[]; isLast: boolean }> {
  const lanes: PushSubscriptionRow[][] = []
  let isLast = true
  for (const origin of await origins(deps, row, state)) {
    const limit = Math.min(deps.sender.roomOf(origin), BATCH)
    if (limit === 0) continue
    const range = { origin, from: state.after[origin] ?? 0, newest: state.newest }
    const lane = await subscribersOf(deps, row)
      .andWhere('subscription.origin = :origin', range)
      .andWhere('subscription.seq > :from AND subscription.seq <= :newest', range)
      .orderBy('subscription.seq')
      .limit(limit)
      .getMany()
    lanes.push(lane)
    isLast &&= lane.length < limit
  }
  const turns = Array.from({ length: BATCH }, (_, at) => lanes.flatMap((lane) => lane[at] ?? []))
  const all = turns.flat()
  return { recipients: all.slice(0, BATCH), isLast: isLast && all.length <= BATCH }
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
    .andWhere('subscription.lastOkAt IS NOT NULL')
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

/** Returns what the phone shows: the title and the first line. */
async function messageOf({ read }: Database, row: EntryRow, now: Date): Promise<PushMessage> {
  const { id, title, kind } = row
  const [firstLine = ''] = plainTextOf(await readBody(read, row)).split('\n')
  const settings = await getSettings(read)
  const kinds = kindsOf('notices', settings)
  const kindName = kinds.find((one) => one.id === kind)?.name
  return {
    title: isUrgent(row, now) ? fill(siteMessages['urgent.title'].bn, { title }) : title,
    body: excerptOf(firstLine, MAX_LINE) || kindName || pushCopy['push.notice'],
    path: entryPath('notices', id),
    icon: await iconOf(read),
  }
}

/** Returns the path of the school's crest, or of the program's icon. */
export async function iconOf(read: EntityManager): Promise<string> {
  const { pictures } = await getSettings(read)
  return (pictures.crest ? crestIcons : siteFiles).icon192
}
