import type { LimitFunction } from 'p-limit'
import { type AssignedIds, assignedIds, nextToSend, settleLater } from './outbox-chain.ts'
import type { OutboxItem, OutboxStore } from './outbox-store.ts'
import {
  refusalOf,
  returnedRecord,
  type SendItem,
  type SendResults,
  type SentResponse,
} from './send-results.ts'
import { createSendSchedule, startSendLoop } from './send-schedule.ts'

interface SenderOptions {
  store: OutboxStore
  send: SendItem
  /** Account that is signed in. */
  account: () => string | null
  /** Gets the result of each attempt. */
  results: SendResults
  /** Serializes every read-modify-write of the items. Not reentrant. */
  serialize: LimitFunction
  /** Milliseconds until the next attempt after `failures` in a row. */
  backoff: (failures: number) => number
  /** Called when the server accepts an item, before it is removed. */
  onSent: (item: OutboxItem) => void
  /** Called for local errors: a full disk, a damaged file. */
  onFault: (error: unknown) => void
}

/** Snapshot of the sender. */
export interface SenderView {
  /** `seq` of the item in flight. */
  sending: number | null
  /** Items stopped by the user, or made by another account. */
  held: ReadonlySet<number>
  /** Whether the last attempt reached the server. */
  serverAnswers: boolean
  /** Whether sending waits for a sign-in. */
  needsSignIn: boolean
  /** Names that the server has assigned since the start; the page may still use the earlier ones. */
  assigned: AssignedIds
}

/** Sends the stored items one after the other. */
interface OutboxSender {
  view(): SenderView
  /** Looks for an item to send again, after the items have changed. */
  wake(): void
  /** Retries immediately, after the server returned or the user signed in. */
  resume(): void
  /** Sends everything now, including held items and those of other accounts. */
  sendNow(): void
  /** Aborts the item in flight if another account made it. Resolves once it has ended. */
  leaveOthers(): Promise<void>
  /** Holds an item and aborts it if in flight. */
  hold(seq: number): void
  /** Ends the hold of one item; it is sent after the next `wake`. */
  release(seq: number): void
  /** Resolves once the current attempt has ended, if there is one. */
  attempted(): Promise<void>
  /** Resolves once nothing is left to send, or the rest needs the user. */
  settled(): Promise<void>
  /** Stops sending and aborts the item in flight. */
  stop(): Promise<void>
}

/** Starts sending immediately. */
export function createOutboxSender({
  store,
  send,
  account,
  results,
  serialize,
  backoff,
  onSent,
  onFault,
}: SenderOptions): OutboxSender {
  const schedule = createSendSchedule(backoff)
  const assigned = new Map<string, string>()
  const held = new Set<number>()
  const stopping = new AbortController()
  let sending: number | null = null
  let cancelSend = new AbortController()
  let currentSend: Promise<void> = Promise.resolve()

  const ofOthers = () => store.items().filter(({ by }) => by !== null && by !== account())
  const stopped = () => new Set([...held, ...ofOthers().map(({ seq }) => seq)])
  const nextItem = () =>
    schedule.view().needsSignIn ? undefined : nextToSend(store.items(), stopped())

  /** Has the changes of others sent by the account that is signed in. */
  const takeOver = () =>
    serialize(async () => {
      for (const item of ofOthers()) await store.change({ ...item, by: account() })
    })

  const pause = (response: SentResponse | null) => {
    schedule.delay(response?.retryAfter ?? null)
    results.settleAll({ kind: 'queued' })
  }

  /** Marks the next item as in flight; null if no item waits. */
  const take = () =>
    serialize(async () => {
      const next = nextItem()
      if (!next) return null
      sending = next.seq
      cancelSend = new AbortController()
      return store.change({ ...next, attempts: next.attempts + 1 })
    })

  const conclude = async (
    item: OutboxItem,
    response: SentResponse | null,
    isResumed: () => boolean,
  ) => {
    sending = null
    if (!response) return held.has(item.seq) ? undefined : pause(null)
    if (isUnprocessed(response)) await store.change({ ...item, attempts: item.attempts - 1 })
    const outcome = outcomeOf(item, response)
    if (outcome === 'retry') return pause(response)
    if (outcome === 'sign-in') {
      // Signed in meanwhile: try again with the new token.
      if (isResumed()) return
      schedule.requireSignIn()
      return results.settleAll({ kind: 'answered', response })
    }
    schedule.clearFailures()
    if (outcome === 'accepted') await accept({ store, assigned, onSent }, item, response)
    // The waiting form still has the input; without one, the outbox must store it.
    else if (results.isWatched(item.seq)) await store.remove(item)
    else await store.change({ ...item, refusal: refusalOf(response) })
    results.settle(item.seq, { kind: 'answered', response })
    held.delete(item.seq)
  }

  const sendNext = async () => {
    const item = await take()
    if (!item) return
    const body = await readBody({ store, onFault }, item)
    if (body === undefined) return
    const signal = AbortSignal.any([stopping.signal, cancelSend.signal])
    // Also while the outbox is written: asked for only when it matters.
    const isResumed = schedule.watchResume()
    const response = signal.aborted ? null : await send(item, body, signal)
    if (!stopping.signal.aborted) await serialize(() => conclude(item, response, isResumed))
  }

  const attempt = async () => {
    try {
      currentSend = sendNext()
      await currentSend
    } catch (error) {
      // A full or failing disk: retry later; written items are unaffected.
      onFault(error)
      pause(null)
    } finally {
      sending = null
    }
  }

  const loop = startSendLoop({
    schedule,
    hasNext: () => nextItem() !== undefined,
    attempt,
    signal: stopping.signal,
  })

  return {
    view: () => ({ sending, held: stopped(), assigned, ...schedule.view() }),
    wake: schedule.wake,
    resume: schedule.resume,
    sendNow() {
      held.clear()
      schedule.resume()
      if (ofOthers().length > 0) takeOver().catch(onFault).finally(schedule.resume)
    },
    async leaveOthers() {
      if (!ofOthers().some(({ seq }) => seq === sending)) return
      cancelSend.abort()
      await currentSend.catch(() => undefined)
    },
    hold(seq) {
      held.add(seq)
      if (sending === seq) cancelSend.abort()
      results.settle(seq, { kind: 'queued' })
    },
    release: (seq) => void held.delete(seq),
    attempted: () => currentSend.catch(() => undefined),
    settled: loop.settled,
    async stop() {
      stopping.abort()
      schedule.wake()
      await loop.ended
      results.settleAll({ kind: 'queued' })
    },
  }
}

/** Returns the body of an item. A damaged one is refused: undefined. */
async function readBody(
  { store, onFault }: Pick<SenderOptions, 'store' | 'onFault'>,
  item: OutboxItem,
) {
  return store.body(item).catch(async (error) => {
    onFault(error)
    await store.change({ ...item, refusal: DAMAGED })
    return undefined
  })
}

/**
 * Removes an item that the server has accepted. Later items are updated before: after a crash in between
 * it is sent again, and the server repeats its response for the same key.
 * @param assigned receives the names that the server has assigned
 */
async function accept(
  {
    store,
    assigned,
    onSent,
  }: Pick<SenderOptions, 'store' | 'onSent'> & { assigned: Map<string, string> },
  item: OutboxItem,
  response: SentResponse,
): Promise<void> {
  for (const [before, name] of await updateLater(store, item, response)) assigned.set(before, name)
  onSent(item)
  await store.remove(item)
}

/**
 * Updates later items of a record that the server accepted.
 * @returns the names that the server has assigned
 */
async function updateLater(
  store: OutboxStore,
  sent: OutboxItem,
  response: SentResponse,
): Promise<AssignedIds> {
  const record = returnedRecord(response)
  if (!record) return new Map()
  const names = await assignedIds(store, sent, record)
  await settleLater(store, sent, record, names)
  return names
}

/** Number of 5xx responses after which an item counts as refused. */
const MAX_SERVER_FAILURES = 10

/** Refusal of an item whose body is unreadable. */
const DAMAGED = { status: 0, code: 'damaged', sentence: '', fields: {} }

/** Whether the server certainly did not carry out the change. */
function isUnprocessed({ status }: SentResponse): boolean {
  return status === 401 || status === 429
}

/** What a response means for its item. */
function outcomeOf(
  { method, attempts }: OutboxItem,
  { status }: SentResponse,
): 'sign-in' | 'retry' | 'accepted' | 'refused' {
  if (status === 401) return 'sign-in'
  if (status === 429 || (status > 499 && attempts < MAX_SERVER_FAILURES)) return 'retry'
  const isGone = method === 'DELETE' && status === 404
  return status < 300 || isGone ? 'accepted' : 'refused'
}
