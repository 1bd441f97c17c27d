import type { Forward } from '../forward.ts'

/** Tracks whether the server is reachable. */
export interface Connection {
  /** Forwards a request and records whether the server responded. */
  forward: Forward
  /** Whether the last request got a response. */
  isOnline(): boolean
  /** Time of the last response, ISO 8601; null before the first. */
  lastResponseAt(): string | null
  /** Checks an unreachable server again, at most every 5 s. */
  probe(): void
  /** Checks the server now and resolves once the result is known. */
  check(): Promise<void>
}

/** Time between two probes, in milliseconds. */
const PROBE_INTERVAL_MS = 5000

/**
 * @param onReturn called when the server responds again
 * @param lastResponse time of the last response before this start, ISO 8601
 */
export function createConnection(
  forward: Forward,
  onReturn: () => void,
  lastResponse: string | null = null,
): Connection {
  let online = true
  let probedAt = 0
  const tracked: Forward = async (request) => {
    const response = await forward(request)
    // An abort by the caller says nothing about the server.
    if (request.signal?.aborted) return response
    const returned = response !== null && !online
    online = response !== null
    if (response) lastResponse = new Date().toISOString()
    if (returned) onReturn()
    return response
  }
  const check = async () => {
    probedAt = Date.now()
    const response = await tracked({ method: 'GET', path: '/healthz', withoutToken: true })
    await response?.body?.cancel()
  }
  return {
    forward: tracked,
    isOnline: () => online,
    lastResponseAt: () => lastResponse,
    probe() {
      if (online || Date.now() - probedAt < PROBE_INTERVAL_MS) return
      void check()
    },
    check,
  }
}
