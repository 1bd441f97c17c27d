import type { NewOutboxItem, OutboxItem } from './outbox-item.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { SentAnswer } from './send-results.ts'

/** Sends one item. Null: no answer came, it may or may not have arrived. */
export type SendItem = (
  item: OutboxItem,
  body: Uint8Array<ArrayBuffer> | null,
  signal: AbortSignal,
) => Promise<SentAnswer | null>

/** What becomes of an item while somebody watches: the server's answer, or it waits on the disk. */
export type SendResult = { kind: 'answered'; answer: SentAnswer } | { kind: 'queued' }

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
