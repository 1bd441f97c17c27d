import pLimit from 'p-limit'
import type { LocalFile } from './file-changes.ts'
import { coalesce, withAssignedIds } from './outbox-chain.ts'
import { editFields, overwriteOthers, removeWithFollowers } from './outbox-edits.ts'
import { createOutboxSender, type SenderView } from './outbox-sender.ts'
import type { NewOutboxItem, OutboxItem, OutboxStore } from './outbox-store.ts'
import { createSendResults, type SendItem, type SendResult } from './send-results.ts'
import { retryDelayMs } from './send-schedule.ts'

/** A change that is safe on the disk. */
interface Put {
  result: Promise<SendResult>
  /** Its new files; those of the first request with this key. */
  files: readonly LocalFile[]
  /** Whether it was merged into an earlier change. */
  merged: boolean
}

/** Options of `createOutbox`. */
export interface OutboxOptions {
  store: OutboxStore
  send: SendItem
  /** Account that is signed in; changes of others wait until it is theirs again, or for `sendNow`. */
  account?: (() => string | null) | undefined
  /** Milliseconds until the next attempt after `failures` in a row. */
  backoff?: ((failures: number) => number) | undefined
  /** Milliseconds to wait for a response while the server is unreachable. */
  offlineTimeoutMs?: number | undefined
  /** Files that are larger together stay changes of their own, so that a lost connection costs one only. */
  maxMergedBytes?: number
  /** Called when the server accepts an item. */
  onSent?: (item: OutboxItem) => void
  /** Called for local errors: a full disk, a damaged file. */
  onFault?: (error: unknown) => void
}

/** Snapshot of the outbox. */
interface OutboxView extends SenderView {
  items: readonly OutboxItem[]
}

/** Stores changes on disk and sends them, in order for each record. */
export interface Outbox {
  view(): OutboxView
  /**
   * Resolves once the change is on disk. A known key returns the same result. A change that builds
   * on an unsent one is merged into it.
   */
  put(item: NewOutboxItem, body: Uint8Array<ArrayBuffer> | null): Promise<Put>
  /** Retries immediately, after the server returned or the user signed in. */
  resume(): void
  /** Aborts the item in flight if another account made it: before the token of `account` is stored. */
  leaveOthers(): Promise<void>
  /** Sends everything now, including held items and those of other accounts. */
  sendNow(): void
  /** Holds an item, even in flight, until `sendNow`. Returns false for an unknown item. */
  hold(seq: number): Promise<boolean>
  /**
   * Cancels the change with this key, even in flight. Returns false if it got a response or is
   * unknown.
   */
  cancel(key: string): Promise<boolean>
  /**
   * Resends a refused item without its version check, overwriting others' changes.
   * @param present paths of the entry's files at the server; null if unknown
   */
  keepMine(seq: number, present?: readonly string[] | null): Promise<boolean>
  /**
   * Edits fields of an item that was refused or never sent. Returns false for one that may have
   * arrived, which needs a further change instead.
   */
  edit(seq: number, fields: Readonly<Record<string, unknown>>, key: string): Promise<boolean>
  /** Deletes an item and its followers. Returns false if it is in flight or gone. */
  discard(seq: number): Promise<boolean>
  /** Resolves once nothing is left to send, or the rest needs the user. */
  settled(): Promise<void>
  /** Stops sending and aborts the item in flight, which is sent again at the next start. */
  stop(): Promise<void>
}

/** Time to wait for a response while the server is unreachable, in milliseconds. */
const OFFLINE_TIMEOUT_MS = 2500

/** Starts sending the stored items immediately. */
export function createOutbox({
  store,
  send,
  account = () => null,
  backoff = retryDelayMs,
  offlineTimeoutMs = OFFLINE_TIMEOUT_MS,
  maxMergedBytes = Number.POSITIVE_INFINITY,
  onSent = () => undefined,
  onFault = () => undefined,
}: OutboxOptions): Outbox {
  const results = createSendResults()
  /** Changes being written, by key. */
  const puts = new Map<string, Promise<Put>>()
  /** Serializes every read-modify-write of the items. Not reentrant. */
  const serialize = pLimit(1)
  const sender = createOutboxSender({
    ...{ store, send, account, results, serialize, backoff, onSent, onFault },
  })

  /** Changes an item that is not in flight. Returns false for another, or if `work` does. */
  const change = (seq: number, work: (item: OutboxItem) => Promise<boolean>) =>
    serialize(async () => {
      const item = store.items().find((one) => one.seq === seq)
      if (!item || sender.view().sending === seq || !(await work(item))) return false
      sender.release(seq)
      sender.wake()
      return true
    })

  const write = (given: NewOutboxItem, writtenBody: Uint8Array<ArrayBuffer> | null) =>
    serialize(async () => {
      const { assigned, sending } = sender.view()
      const written = { ...given, by: account() }
      // A name may have been assigned since the request.
      const { item: fresh, body } = await withAssignedIds(written, writtenBody, assigned)
      const one = await coalesce(store, fresh, body, sending, maxMergedBytes)
      if (!one) return { item: await store.add(fresh, body), merged: false }
      sender.release(one.item.seq)
      return { item: await store.change(one.item, one.body ?? undefined), merged: true }
    })

  const put: Outbox['put'] = async (fresh, body) => {
    const known = store.items().find(({ key }) => key === fresh.key)
    const earlier = results.find(fresh.key)
    if (!known && earlier) {
      const result = await earlier
      const refused = result.kind === 'answered' && result.response.status >= 400
      if (!refused) return { result: earlier, files: fresh.files, merged: false }
    }
    if (known && earlier && results.isWatched(known.seq)) {
      return { result: earlier, files: known.files, merged: false }
    }
    const { item, merged } = known ? { item: known, merged: false } : await write(fresh, body)
    const { serverAnswers, held } = sender.view()
    const isBlocked = store
      .items()
      .filter(({ seq, target }) => target === item.target && seq <= item.seq)
      .some(({ seq, refusal }) => refusal !== null || held.has(seq))
    const timeoutMs = serverAnswers && !isBlocked ? null : offlineTimeoutMs
    const result = results.watch(item.seq, item.key, timeoutMs)
    // The user is active: the connection or the sign-in may be back.
    sender.resume()
    return { result, files: merged ? fresh.files : item.files, merged }
  }

  const hold = async (seq: number): Promise<boolean> => {
    const item = store.items().find((one) => one.seq === seq)
    if (!item || item.refusal) return false
    sender.hold(seq)
    return true
  }

  const discard = (seq: number) =>
    change(seq, async (item) => {
      await removeWithFollowers(store, item)
      return true
    })

  return {
    view: () => ({ items: store.items(), ...sender.view() }),
    put(fresh, body) {
      const putting = puts.get(fresh.key) ?? put(fresh, body)
      puts.set(fresh.key, putting)
      void putting.finally(() => puts.delete(fresh.key)).catch(() => undefined)
      return putting
    },
    resume: sender.resume,
    leaveOthers: sender.leaveOthers,
    sendNow: sender.sendNow,
    hold,
    async cancel(key) {
      await puts.get(key)
      const item = store.items().find((one) => one.key === key)
      if (!item || !(await hold(item.seq))) return false
      await sender.attempted()
      return discard(item.seq)
    },
    async keepMine(seq, present = null) {
      const resent = await change(seq, async (item) => {
        await overwriteOthers(store, item, present)
        return true
      })
      if (resent) sender.resume()
      return resent
    },
    edit: (seq, fields, key) => change(seq, (item) => editFields(store, item, fields, key)),
    discard,
    settled: sender.settled,
    stop: sender.stop,
  }
}
