import pLimit from 'p-limit'
import type { LocalFile } from './file-changes.ts'
import {
  type AssignedNames,
  assignedNames,
  coalesce,
  followers,
  nextToSend,
  setsText,
  settleLater,
  withNames,
  withoutVersion,
} from './outbox-chain.ts'
import type { NewOutboxItem, OutboxItem, OutboxStore } from './outbox-store.ts'
import { withFields } from './rewrite-body.ts'
import {
  createSendResults,
  refusalOf,
  returnedRecord,
  type SendItem,
  type SendResult,
  type SentResponse,
} from './send-results.ts'

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
  /** Milliseconds until the next attempt after `failures` in a row. */
  backoff?: ((failures: number) => number) | undefined
  /** Milliseconds to wait for a response while the server is unreachable. */
  offlineTimeoutMs?: number | undefined
  /** Files that are larger together stay changes of their own, so that a lost connection costs one only. */
  partBytes?: number
  /** Called when the server accepts an item. */
  onSent?: (item: OutboxItem) => void
  /** Called for local errors: a full disk, a damaged file. */
  onFault?: (error: unknown) => void
}

/** Snapshot of the outbox. */
interface OutboxView {
  items: readonly OutboxItem[]
  /** `seq` of the item in flight. */
  sending: number | null
  /** Items stopped by the user. */
  held: ReadonlySet<number>
  /** Whether the last attempt reached the server. */
  serverAnswers: boolean
  /** Whether sending waits for a sign-in. */
  needsSignIn: boolean
  /** Names that the server has assigned since the start; the page may still use the earlier ones. */
  assigned: AssignedNames
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
  /** Sends everything now, including held items. */
  sendNow(): void
  /** Holds an item, even in flight, until `sendNow`. Returns false for an unknown item. */
  hold(seq: number): Promise<boolean>
  /**
   * Cancels the change with this key, even in flight. Returns false if it got a response or is
   * unknown.
   */
  takeBack(key: string): Promise<boolean>
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

/** Milliseconds until the next attempt: exponential from 1 s to 1 min, with jitter. */
const retryDelayMs = (failures: number) =>
  Math.min(60_000, 1000 * 2 ** Math.min(failures - 1, 6)) * (0.8 + Math.random() * 0.4)

/** Number of 5xx responses after which an item counts as refused. */
const MAX_SERVER_FAILURES = 10

/** Refusal of an item whose body is unreadable. */
const DAMAGED = { status: 0, code: 'damaged', sentence: '', fields: {} }

/** Starts sending the stored items immediately. */
export function createOutbox({
  store,
  send,
  backoff = retryDelayMs,
  offlineTimeoutMs = OFFLINE_TIMEOUT_MS,
  partBytes = Number.POSITIVE_INFINITY,
  onSent = () => undefined,
  onFault = () => undefined,
}: OutboxOptions): Outbox {
  const results = createSendResults()
  const { settle, settleAll } = results
  const assigned = new Map<string, string>()
  /** Changes being written, by key. */
  const puts = new Map<string, Promise<Put>>()
  const stopping = new AbortController()
  /** Items stopped by the user. */
  const held = new Set<number>()
  /** Serializes every read-modify-write of the items. Not reentrant. */
  const serialize = pLimit(1)
  let sending: number | null = null
  let cancelSend = new AbortController()
  let currentSend: Promise<void> = Promise.resolve()
  let failures = 0
  let notBefore = 0
  let needsSignIn = false
  /** Counts the calls of `resume`, to recognise a 401 that was sent before a sign-in. */
  let resumes = 0
  let wake: () => void = () => undefined
  let idle: (() => void)[] = []

  const nextItem = () => (needsSignIn ? undefined : nextToSend(store.items(), held))

  const sleep = (ms: number | null) =>
    new Promise<void>((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const succeed = async (item: OutboxItem, response: SentResponse) => {
    const record = returnedRecord(response)
    // Update later items before removing this one: after a crash in between it is sent again, and
    // the server repeats its response for the same key.
    if (record) {
      const names = await assignedNames(store, item, record)
      await settleLater(store, item, record, names)
      for (const [before, name] of names) assigned.set(before, name)
    }
    onSent(item)
    await store.remove(item)
    settle(item.seq, { kind: 'answered', response })
  }

  const refuse = async (item: OutboxItem, response: SentResponse) => {
    // The waiting form still has the input; without one, the outbox must store it.
    const watched = results.isWatched(item.seq)
    if (watched) await store.remove(item)
    else await store.change({ ...item, refusal: refusalOf(response) })
    settle(item.seq, { kind: 'answered', response })
  }

  const pause = (response: SentResponse | null) => {
    failures += 1
    const retryAfter = response?.retryAfter
    notBefore = Date.now() + (retryAfter ? retryAfter * 1000 : backoff(failures))
    settleAll({ kind: 'queued' })
  }

  const damaged = (item: OutboxItem) => async (error: unknown) => {
    onFault(error)
    await store.change({ ...item, refusal: DAMAGED })
    return undefined
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

  const sendOne = async () => {
    const item = await take()
    if (!item) return
    const body = await store.body(item).catch(damaged(item))
    if (body === undefined) return
    const signal = AbortSignal.any([stopping.signal, cancelSend.signal])
    const resumesBefore = resumes
    const response = signal.aborted ? null : await send(item, body, signal)
    // Also while the outbox is written: asked for only when it matters.
    const isResumed = () => resumes > resumesBefore
    if (!stopping.signal.aborted) await serialize(() => conclude(item, response, isResumed))
  }

  const conclude = async (
    item: OutboxItem,
    response: SentResponse | null,
    isResumed: () => boolean,
  ) => {
    sending = null
    if (!response) return held.has(item.seq) ? undefined : pause(null)
    if (response.status === 401 || response.status === 429) {
      // The server did not process it.
      await store.change({ ...item, attempts: item.attempts - 1 })
    }
    if (response.status === 401) {
      // Signed in meanwhile: try again with the new token.
      if (isResumed()) return
      needsSignIn = true
      settleAll({ kind: 'answered', response })
      return
    }
    const isBusy = response.status > 499 && item.attempts < MAX_SERVER_FAILURES
    if (isBusy || response.status === 429) return pause(response)
    failures = 0
    const gone = item.method === 'DELETE' && response.status === 404
    if (response.status < 300 || gone) await succeed(item, response)
    else await refuse(item, response)
    held.delete(item.seq)
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      const item = nextItem()
      const wait = notBefore - Date.now()
      if (item && wait <= 0) {
        try {
          currentSend = sendOne()
          await currentSend
        } catch (error) {
          // A full or failing disk: retry later; written items are unaffected.
          onFault(error)
          pause(null)
        } finally {
          sending = null
        }
        continue
      }
      if (!item) for (const resolve of idle.splice(0)) resolve()
      await sleep(item ? wait : null)
    }
  }
  const running = run()

  const watch = (item: OutboxItem): Promise<SendResult> => {
    const result = results.watch(item.seq, item.key)
    if (failures > 0) {
      const timer = setTimeout(() => settle(item.seq, { kind: 'queued' }), offlineTimeoutMs)
      void result.finally(() => clearTimeout(timer))
    }
    return result
  }

  const resume = () => {
    resumes += 1
    notBefore = 0
    needsSignIn = false
    wake()
  }

  /** Changes an item that is not in flight. */
  const change = (seq: number, work: (item: OutboxItem) => Promise<boolean>) =>
    serialize(async () => {
      const item = store.items().find((one) => one.seq === seq)
      if (!item || sending === seq || !(await work(item))) return false
      held.delete(seq)
      wake()
      return true
    })

  const write = (written: NewOutboxItem, writtenBody: Uint8Array<ArrayBuffer> | null) =>
    serialize(async () => {
      // A name may have been assigned since the request.
      const { item: fresh, body } = await withNames(written, writtenBody, assigned)
      const one = await coalesce(store, fresh, body, sending, partBytes)
      if (!one) return { item: await store.add(fresh, body), merged: false }
      held.delete(one.item.seq)
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
    const result = watch(item)
    // The user is active: the connection or the sign-in may be back.
    resume()
    return { result, files: merged ? fresh.files : item.files, merged }
  }

  const hold = async (seq: number): Promise<boolean> => {
    const item = store.items().find((one) => one.seq === seq)
    if (!item || item.refusal) return false
    held.add(seq)
    if (sending === seq) cancelSend.abort()
    settle(seq, { kind: 'queued' })
    return true
  }

  const discard = (seq: number) =>
    change(seq, async (item) => {
      const later = followers(item, store.items())
      for (const one of later.reverse()) await store.remove(one)
      await store.remove(item)
      return true
    })

  return {
    view: () => ({
      items: store.items(),
      sending,
      held,
      serverAnswers: failures === 0,
      needsSignIn,
      assigned,
    }),
    put(fresh, body) {
      const putting = puts.get(fresh.key) ?? put(fresh, body)
      puts.set(fresh.key, putting)
      void putting.finally(() => puts.delete(fresh.key)).catch(() => undefined)
      return putting
    },
    resume,
    sendNow() {
      held.clear()
      resume()
    },
    hold,
    async takeBack(key) {
      await puts.get(key)
      const item = store.items().find((one) => one.key === key)
      if (!item || !(await hold(item.seq))) return false
      await currentSend.catch(() => undefined)
      return discard(item.seq)
    },
    async keepMine(seq, present = null) {
      const resent = await change(seq, async (item) => {
        // Later changes of the record overwrite as well.
        const later = store.items().filter((one) => one.target === item.target && one.seq > seq)
        const added = [item, ...later].flatMap(({ files }) => files.map((file) => file.filePath))
        const known = present && [...present, ...added]
        for (const one of later.reverse()) {
          await store.change(...(await withoutVersion(store, one, known)))
        }
        const [freed, body] = await withoutVersion(store, item, known)
        await store.change({ ...freed, refusal: null, attempts: 0 }, body)
        return true
      })
      if (resent) resume()
      return resent
    },
    edit: (seq, fields, key) =>
      change(seq, async (item) => {
        const mayHaveArrived = item.attempts > 0 && item.refusal === null
        const body = mayHaveArrived ? null : await store.body(item)
        if (!body || !item.contentType) return false
        const typed = await withFields({ body, contentType: item.contentType }, fields)
        const title = typeof fields.title === 'string' ? fields.title : item.about.title
        const { contentType } = typed
        const hasText = 'body' in fields ? setsText(fields) : item.about.hasText
        const about = { ...item.about, title, hasText }
        const edited = { ...item, key, contentType, about, refusal: null, attempts: 0 }
        await store.change(edited, typed.body)
        return true
      }),
    discard,
    settled() {
      return new Promise((resolve) => {
        idle = [...idle, resolve]
        wake()
      })
    },
    async stop() {
      stopping.abort()
      wake()
      await running
      settleAll({ kind: 'queued' })
    },
  }
}
