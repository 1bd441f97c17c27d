import type { Forward } from '../forward.ts'

/** What is known of the line to the server. */
export interface Connection {
  /** Passes a request on and notes whether the server answered. */
  forward: Forward
  /** Whether the last request was answered. */
  answers(): boolean
  /** When an answer last came, ISO 8601; null while none has. */
  lastAnswerAt(): string | null
  /** Asks the server, if it was away, whether it is there again; at most once in a while. */
  probe(): void
  /** Asks the server at once, and waits until it is known whether it answers. */
  ask(): Promise<void>
}

/** Time between two probes, in milliseconds. */
const PROBE_EVERY = 5000

/**
 * @param onReturn called when the server answers after it was away
 * @param lastAnswer when an answer came before the program began, ISO 8601
 */
export function createConnection(
  forward: Forward,
  now: () => Date,
  onReturn: () => void,
  lastAnswer: string | null = null,
): Connection {
  let answering = true
  let probedAt = 0
  const noting: Forward = async (request) => {
    const answer = await forward(request)
    // Who gave up waiting says nothing of the server.
    if (request.signal?.aborted) return answer
    const returned = answer !== null && !answering
    answering = answer !== null
    if (answer) lastAnswer = now().toISOString()
    if (returned) onReturn()
    return answer
  }
  const ask = async () => {
    probedAt = Date.now()
    const answer = await noting({ method: 'GET', path: '/healthz', withoutToken: true })
    await answer?.body?.cancel()
  }
  return {
    forward: noting,
    answers: () => answering,
    lastAnswerAt: () => lastAnswer,
    probe() {
      if (answering || Date.now() - probedAt < PROBE_EVERY) return
      void ask()
    },
    ask,
  }
}
