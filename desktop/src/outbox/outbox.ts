import {
  followers,
  isBlocked,
  settleCreation,
  settleVersion,
  withoutVersion,
} from './outbox-chain.ts'
import type { OutboxItem } from './outbox-item.ts'
import type { Outbox, OutboxOptions, Verdict } from './outbox-types.ts'
import { withFields } from './rewrite-body.ts'
import { answeredRecord, refusalOf, type SentAnswer } from './sent-answer.ts'

/** A server that answers 5xx so often to one item gets the others first. */
const MAX_SERVER_FAILURES = 10
const REMEMBERED_VERDICTS = 200
/** How long a person waits for an answer while the server is known to be away, in milliseconds. */
const PATIENCE = 2500

/** A body that cannot be read from this disk any more. */
const DAMAGED = { status: 0, code: 'damaged', sentence: '', fields: {} }

const inMinutes = (failures: number) =>
  Math.min(60_000, 1000 * 2 ** Math.min(failures - 1, 6)) * (0.8 + Math.random() * 0.4)

export function createOutbox({
  store,
  send,
  now,
  backoff = inMinutes,
  onChange = () => undefined,
  onSent = () => undefined,
  onFault = () => undefined,
}: OutboxOptions): Outbox {
  const watchers = new Map<number, (verdict: Verdict) => void>()
  const verdicts = new Map<string, Promise<Verdict>>()
  /** Changes that are just being written down, by key. */
  const puts = new Map<string, Promise<{ verdict: Promise<Verdict> }>>()
  const stopping = new AbortController()
  let sending: number | null = null
  let failures = 0
  let notBefore = 0
  let needsSignIn = false
  let wake: () => void = () => undefined
  let idle: (() => void)[] = []

  const tell = (seq: number, verdict: Verdict) => {
    watchers.get(seq)?.(verdict)
    watchers.delete(seq)
  }
  const tellAll = (verdict: Verdict) => {
    for (const seq of [...watchers.keys()]) tell(seq, verdict)
  }

  const nextItem = () =>
    store.items().find((item) => item.refusal === null && !isBlocked(item, store.items()))

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
    const watched = watchers.has(item.seq)
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

  const sendOne = async (waiting: OutboxItem) => {
    const item = await store.change({ ...waiting, attempts: waiting.attempts + 1 })
    sending = item.seq
    onChange()
    const body = await store.body(item).catch((error: unknown) => {
      onFault(error)
      return undefined
    })
    if (body === undefined) {
      sending = null
      await store.change({ ...item, refusal: DAMAGED })
      return
    }
    const answer = await send(item, body, stopping.signal)
    sending = null
    if (stopping.signal.aborted) return
    if (!answer) return pause(null)
    if (answer.status === 401) {
      needsSignIn = true
      tellAll({ kind: 'answered', answer })
      return
    }
    const busy = answer.status === 429 || answer.status > 499
    if (busy && (answer.status === 429 || item.attempts < MAX_SERVER_FAILURES)) return pause(answer)
    failures = 0
    const gone = item.method === 'DELETE' && answer.status === 404
    if (answer.status < 300 || gone) await succeed(item, answer)
    else await refuse(item, answer)
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      const item = needsSignIn ? undefined : nextItem()
      const wait = notBefore - Date.now()
      if (item && wait <= 0) {
        try {
          await sendOne(item)
        } catch (error) {
          // A full or failing disk: what is written stays, the next try comes later.
          sending = null
          onFault(error)
          pause(null)
        }
        onChange()
        continue
      }
      if (!item) for (const resolve of idle.splice(0)) resolve()
      await sleep(item ? wait : null)
    }
  }
  const running = run()

  const remember = (key: string, verdict: Promise<Verdict>) => {
    verdicts.set(key, verdict)
    const [oldest] = verdicts.keys()
    if (verdicts.size > REMEMBERED_VERDICTS && oldest !== undefined) verdicts.delete(oldest)
  }

  const watch = (item: OutboxItem): Promise<Verdict> => {
    const verdict = new Promise<Verdict>((resolve) => watchers.set(item.seq, resolve))
    if (failures > 0) {
      const timer = setTimeout(() => tell(item.seq, { kind: 'queued' }), PATIENCE)
      void verdict.finally(() => clearTimeout(timer))
    }
    return verdict
  }

  const sendNow = () => {
    notBefore = 0
    needsSignIn = false
    wake()
  }

  const waitingItem = (seq: number) =>
    sending === seq ? undefined : store.items().find((item) => item.seq === seq)

  const put: Outbox['put'] = async (fresh, body) => {
    const known = store.items().find(({ key }) => key === fresh.key)
    const earlier = verdicts.get(fresh.key)
    if (!known && earlier) {
      const verdict = await earlier
      const refused = verdict.kind === 'answered' && verdict.answer.status >= 400
      if (!refused) return { verdict: earlier }
    }
    if (known && earlier && watchers.has(known.seq)) return { verdict: earlier }
    const item = known ?? (await store.add(fresh, body, now()))
    const verdict = watch(item)
    remember(item.key, verdict)
    // Somebody stands before the screen: the line, or a sign-in, may have come back.
    sendNow()
    onChange()
    return { verdict }
  }

  return {
    view: () => ({
      items: store.items(),
      sending,
      serverAnswers: failures === 0,
      needsSignIn,
    }),
    put(fresh, body) {
      const putting = puts.get(fresh.key) ?? put(fresh, body)
      puts.set(fresh.key, putting)
      void putting.finally(() => puts.delete(fresh.key)).catch(() => undefined)
      return putting
    },
    sendNow,
    async keepMine(seq) {
      const item = waitingItem(seq)
      if (!item) return false
      // Whoever wants this change wants those that were made after it, too.
      const later = store.items().filter((one) => one.target === item.target && one.seq > seq)
      for (const one of later.reverse()) await store.change(...(await withoutVersion(store, one)))
      const [freed, body] = await withoutVersion(store, item)
      await store.change({ ...freed, refusal: null, attempts: 0 }, body)
      sendNow()
      onChange()
      return true
    },
    async edit(seq, fields, key) {
      const item = waitingItem(seq)
      const body = item && (await store.body(item))
      const mayHaveArrived = item !== undefined && item.attempts > 0 && item.refusal === null
      if (!item || mayHaveArrived || !body || !item.contentType) return false
      const typed = await withFields({ body, contentType: item.contentType }, fields)
      const { title = item.about.title } = fields
      await store.change(
        {
          ...item,
          key,
          contentType: typed.contentType,
          about: { ...item.about, title },
          refusal: null,
          attempts: 0,
        },
        typed.body,
      )
      wake()
      onChange()
      return true
    },
    async discard(seq) {
      const item = waitingItem(seq)
      if (!item) return false
      for (const follower of followers(item, store.items()).reverse()) await store.remove(follower)
      await store.remove(item)
      wake()
      onChange()
      return true
    },
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
