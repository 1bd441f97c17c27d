import { ApiError, type CallOptions } from '@bidyaloy/shared/api/api'
import { freshKey } from './idempotency-key.ts'

/**
 * Sends writes one after the other, and remembers one whose response was lost: it may have arrived.
 * Sent again with the same Idempotency-Key, it is not written twice.
 */
export function createLostWrite<T>() {
  let unanswered: (() => Promise<T>) | null = null
  const run = async (write: () => Promise<T>): Promise<T> => {
    unanswered = write
    try {
      const result = await write()
      unanswered = null
      return result
    } catch (error) {
      if (error instanceof ApiError && error.status > 0) unanswered = null
      throw error
    }
  }
  return {
    /** Whether a write is being sent, or its response was lost. */
    isUnanswered: () => unanswered !== null,
    send(write: (options: CallOptions) => Promise<T>): Promise<T> {
      const options = { idempotencyKey: freshKey() }
      return run(() => write(options))
    },
    /** Sends the write again whose response was lost. @returns null without one */
    resend: async (): Promise<T | null> => (unanswered ? run(unanswered) : null),
  }
}
