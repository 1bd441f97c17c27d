import type { SendResult } from './outbox-types.ts'

/** Who waits for the answer to a change, and what answers the last changes got. */
interface SendResults {
  /** Waits for the verdict on an item; whoever waited before is told that it is queued. */
  watch(seq: number, key: string): Promise<SendResult>
  isWatched(seq: number): boolean
  /** The verdict on the change with this key, come or still to come. */
  on(key: string): Promise<SendResult> | undefined
  tell(seq: number, verdict: SendResult): void
  tellAll(verdict: SendResult): void
}

const REMEMBERED = 200

/** Remembers the last 200 verdicts, come or still to come. */
export function createSendResults(): SendResults {
  const watchers = new Map<number, (verdict: SendResult) => void>()
  const verdicts = new Map<string, Promise<SendResult>>()
  const tell = (seq: number, verdict: SendResult) => {
    watchers.get(seq)?.(verdict)
    watchers.delete(seq)
  }
  return {
    watch(seq, key) {
      // Whoever watched it before it was written anew.
      tell(seq, { kind: 'queued' })
      const verdict = new Promise<SendResult>((resolve) => watchers.set(seq, resolve))
      verdicts.set(key, verdict)
      const [oldest] = verdicts.keys()
      if (verdicts.size > REMEMBERED && oldest !== undefined) verdicts.delete(oldest)
      return verdict
    },
    isWatched: (seq) => watchers.has(seq),
    on: (key) => verdicts.get(key),
    tell,
    tellAll(verdict) {
      for (const seq of [...watchers.keys()]) tell(seq, verdict)
    },
  }
}
