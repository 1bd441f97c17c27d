import {
  coalesce,
  followers,
  nextToSend,
  settleCreation,
  settleVersion,
  withoutVersion,
} from './outbox-chain.ts'
import type { NewOutboxItem, OutboxItem, OutboxStore } from './outbox-store.ts'
import { withFields } from './rewrite-body.ts'
import {
  answeredRecord,
  createSendResults,
  refusalOf,
  type SendItem,
  type SendResult,
  type SentAnswer,
} from './send-results.ts'

/** A change that is safe on the disk. */
export interface Put {
  verdict: Promise<SendResult>
  /** Whether it became one with an earlier change. */
  merged: boolean
}

/** What an outbox stands on. Only `store`, `send` and `now` have to be given. */
export interface OutboxOptions {
  store: OutboxStore
  send: SendItem
  now: () => Date
  /** Milliseconds until the next try after `failures` in a row. */
  backoff?: (failures: number) => number
  /** Milliseconds that a person waits for an answer while the server is known to be away. */
  patience?: number
  /** Called after every change of what `view` shows. */
  onChange?: () => void
  /** Called when an item has arrived, with the record's id where the answer has one. */
  onSent?: (item: OutboxItem, id: string | undefined) => void
  /** Told of what went wrong on this computer: a full disk, a damaged file. */
  onFault?: (error: unknown) => void
}

/** What the outbox is doing. */
interface OutboxView {
  items: readonly OutboxItem[]
  /** The item that is on its way now. */
  sending: number | null
  /** Items that a person has stopped. */
  held: ReadonlySet<number>
  /** Whether the last try found the server. */
  serverAnswers: boolean
  /** Whether it waits for a sign-in. */
  needsSignIn: boolean
}

/** Keeps changes on the disk and sends them, those of one record in their order. */
export interface Outbox {
  view(): OutboxView
  /**
   * Resolves once the change is safe on the disk. A key that is known gives the same verdict; what
   * goes on from a change that has not reached the server becomes one with it.
   */
  put(item: NewOutboxItem, body: Uint8Array<ArrayBuffer> | null): Promise<Put>
  /** Tries again at once: the server is back, or somebody has signed in. */
  goOn(): void
  /** A person asks: everything goes, also what was held. */
  sendNow(): void
  /** Stops an item, also on its way; it waits until a person asks. False where there is none. */
  hold(seq: number): Promise<boolean>
  /**
   * Takes back the change with this key, also on its way: who wrote it stopped it. False where it
   * has been answered, or is not known.
   */
  takeBack(key: string): Promise<boolean>
  /** Sends an item that was refused once more, over what others have changed meanwhile. */
  keepMine(seq: number): Promise<boolean>
  /**
   * Changes fields of an item that was refused or never went out. False for one that may have
   * arrived: there a later change has to follow.
   */
  edit(seq: number, fields: Readonly<Record<string, unknown>>, key: string): Promise<boolean>
  /** Gives an item up, and those that follow from it. False where it is on its way or gone. */
  discard(seq: number): Promise<boolean>
  /** Resolves once nothing can be sent any more: all gone, or the rest needs a person. */
  settled(): Promise<void>
  /** Stops sending; what is on its way is given up and will go again. */
  stop(): Promise<void>
}

/** How long a person waits for an answer while the server is known to be away, in milliseconds. */
export const OFFLINE_TIMEOUT_MS = 2500

/** Milliseconds until the next try: a second at first, a minute at last, never all at one moment. */
export const inMinutes = (failures: number) =>
  Math.min(60_000, 1000 * 2 ** Math.min(failures - 1, 6)) * (0.8 + Math.random() * 0.4)

/** A server that answers 5xx so often to one item gets the others first. */
const MAX_SERVER_FAILURES = 10

/** A body that cannot be read from this disk any more. */
const DAMAGED = { status: 0, code: 'damaged', sentence: '', fields: {} }

/** Begins at once to send what lies in the store. */
export function createOutbox({
  store,
  send,
  now,
  backoff = inMinutes,
  patience = OFFLINE_TIMEOUT_MS,
  onChange = () => undefined,
  onSent = () => undefined,
  onFault = () => undefined,
}: OutboxOptions): Outbox {
  const verdicts = createSendResults()
  const { tell, tellAll } = verdicts
  /** Changes that are just being written down, by key. */
  const puts = new Map<string, Promise<Put>>()
  const stopping = new AbortController()
  /** What a person has stopped; it waits until a person lets it go again. */
  const held = new Set<number>()
  /** Takes, changes and settles items: none of it may meet another half done. */
  const inTurn = createSemaphore()
  let sending: number | null = null
  let givingUp = new AbortController()
  let onItsWay: Promise<void> = Promise.resolve()
  let failures = 0
  let notBefore = 0
  let needsSignIn = false
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

  const succeed = async (item: OutboxItem, answer: SentAnswer) => {
    const record = answeredRecord(answer)
    // What follows from this item is put right before it goes: a crash in between sends it again,
    // and the server gives the same answer to the same key.
    if (record) {
      await settleCreation(store, item, record)
      await settleVersion(store, item, record)
    }
    onSent(item, record?._id)
    await store.remove(item)
    tell(item.seq, { kind: 'answered', answer })
  }

  const refuse = async (item: OutboxItem, answer: SentAnswer) => {
    // Whoever sees the refusal in the form still has what was typed; nobody else does.
    const watched = verdicts.isWatched(item.seq)
    if (watched) await store.remove(item)
    else await store.change({ ...item, refusal: refusalOf(answer) })
    tell(item.seq, { kind: 'answered', answer })
  }

  const pause = (answer: SentAnswer | null) => {
    failures += 1
    const told = answer?.retryAfter
    notBefore = Date.now() + (told ? told * 1000 : backoff(failures))
    tellAll({ kind: 'queued' })
  }

  const damaged = (item: OutboxItem) => async (error: unknown) => {
    onFault(error)
    await store.change({ ...item, refusal: DAMAGED })
    return undefined
  }

  /** Takes what goes next; null where there is nothing. */
  const take = () =>
    inTurn(async () => {
      const next = nextItem()
      if (!next) return null
      sending = next.seq
      givingUp = new AbortController()
      return store.change({ ...next, attempts: next.attempts + 1 })
    })

  const sendOne = async () => {
    const item = await take()
    if (!item) return
    onChange()
    const body = await store.body(item).catch(damaged(item))
    if (body === undefined) return
    const signal = AbortSignal.any([stopping.signal, givingUp.signal])
    const answer = signal.aborted ? null : await send(item, body, signal)
    if (!stopping.signal.aborted) await inTurn(() => conclude(item, answer))
  }

  const conclude = async (item: OutboxItem, answer: SentAnswer | null) => {
    sending = null
    if (!answer) return held.has(item.seq) ? undefined : pause(null)
    if (answer.status === 401 || answer.status === 429) {
      // The server has not looked at it: it has not arrived.
      await store.change({ ...item, attempts: item.attempts - 1 })
    }
    if (answer.status === 401) {
      needsSignIn = true
      tellAll({ kind: 'answered', answer })
      return
    }
    const isBusy = answer.status > 499 && item.attempts < MAX_SERVER_FAILURES
    if (isBusy || answer.status === 429) return pause(answer)
    failures = 0
    const gone = item.method === 'DELETE' && answer.status === 404
    if (answer.status < 300 || gone) await succeed(item, answer)
    else await refuse(item, answer)
    held.delete(item.seq)
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      const item = nextItem()
      const wait = notBefore - Date.now()
      if (item && wait <= 0) {
        try {
          onItsWay = sendOne()
          await onItsWay
        } catch (error) {
          // A full or failing disk: what is written stays, the next try comes later.
          onFault(error)
          pause(null)
        } finally {
          sending = null
        }
        onChange()
        continue
      }
      if (!item) for (const resolve of idle.splice(0)) resolve()
      await sleep(item ? wait : null)
    }
  }
  const running = run()

  const watch = (item: OutboxItem): Promise<SendResult> => {
    const verdict = verdicts.watch(item.seq, item.key)
    if (failures > 0) {
      const timer = setTimeout(() => tell(item.seq, { kind: 'queued' }), patience)
      void verdict.finally(() => clearTimeout(timer))
    }
    return verdict
  }

  const goOn = () => {
    notBefore = 0
    needsSignIn = false
    wake()
  }

  /** Changes an item that is not on its way. */
  const change = (seq: number, work: (item: OutboxItem) => Promise<boolean>) =>
    inTurn(async () => {
      const item = store.items().find((one) => one.seq === seq)
      if (!item || sending === seq || !(await work(item))) return false
      held.delete(seq)
      wake()
      onChange()
      return true
    })

  const writeDown = (fresh: NewOutboxItem, body: Uint8Array<ArrayBuffer> | null) =>
    inTurn(async () => {
      const one = await coalesce(store, fresh, body, sending)
      if (!one) return { item: await store.add(fresh, body, now()), merged: false }
      held.delete(one.item.seq)
      return { item: await store.change(one.item, one.body ?? undefined), merged: true }
    })

  const put: Outbox['put'] = async (fresh, body) => {
    const known = store.items().find(({ key }) => key === fresh.key)
    const earlier = verdicts.on(fresh.key)
    if (!known && earlier) {
      const verdict = await earlier
      const refused = verdict.kind === 'answered' && verdict.answer.status >= 400
      if (!refused) return { verdict: earlier, merged: false }
    }
    if (known && earlier && verdicts.isWatched(known.seq))
      return { verdict: earlier, merged: false }
    const { item, merged } = known ? { item: known, merged: false } : await writeDown(fresh, body)
    const verdict = watch(item)
    // Somebody stands before the screen: the line, or a sign-in, may have come back.
    goOn()
    onChange()
    return { verdict, merged }
  }

  const hold = async (seq: number): Promise<boolean> => {
    const item = store.items().find((one) => one.seq === seq)
    if (!item || item.refusal) return false
    held.add(seq)
    if (sending === seq) givingUp.abort()
    tell(seq, { kind: 'queued' })
    onChange()
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
    }),
    put(fresh, body) {
      const putting = puts.get(fresh.key) ?? put(fresh, body)
      puts.set(fresh.key, putting)
      void putting.finally(() => puts.delete(fresh.key)).catch(() => undefined)
      return putting
    },
    goOn,
    sendNow() {
      held.clear()
      goOn()
    },
    hold,
    async takeBack(key) {
      await puts.get(key)
      const item = store.items().find((one) => one.key === key)
      if (!item || !(await hold(item.seq))) return false
      await onItsWay.catch(() => undefined)
      return discard(item.seq)
    },
    async keepMine(seq) {
      const kept = await change(seq, async (item) => {
        // Whoever wants this change wants those that were made after it, too.
        const later = store.items().filter((one) => one.target === item.target && one.seq > seq)
        for (const one of later.reverse()) await store.change(...(await withoutVersion(store, one)))
        const [freed, body] = await withoutVersion(store, item)
        await store.change({ ...freed, refusal: null, attempts: 0 }, body)
        return true
      })
      if (kept) goOn()
      return kept
    },
    edit: (seq, fields, key) =>
      change(seq, async (item) => {
        const mayHaveArrived = item.attempts > 0 && item.refusal === null
        const body = mayHaveArrived ? null : await store.body(item)
        if (!body || !item.contentType) return false
        const typed = await withFields({ body, contentType: item.contentType }, fields)
        const title = typeof fields.title === 'string' ? fields.title : item.about.title
        const { contentType } = typed
        const about = { ...item.about, title }
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
      tellAll({ kind: 'queued' })
    },
  }
}

/** Has work done one after the other, whatever came of the one before. */
type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Work that is given from within such work would wait for itself: call it directly there. */
export function createSemaphore(): Semaphore {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}
