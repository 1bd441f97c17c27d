import type { SendItem } from '../outbox/outbox-types.ts'
import { readBody } from '../read-body.ts'
import type { Connection } from './connection.ts'

/** An answer to a change is a record, in bytes. */
const MAX_ANSWER = 4 * 1024 * 1024

/** Sends the items of an outbox over the line to the school's server. */
export function createOutboxTransport(connection: Connection): SendItem {
  return async ({ method, path, contentType, key }, body, signal) => {
    const answer = await connection.forward({
      method,
      path,
      headers: {
        accept: 'application/json',
        'accept-language': 'bn',
        'idempotency-key': key,
        ...(contentType && { 'content-type': contentType }),
      },
      body,
      signal,
    })
    if (!answer) return null
    const retryAfter = Number(answer.headers.get('retry-after'))
    // Where the line breaks in the midst of the answer it may have been done, so it goes again.
    const received = await readBody(answer, MAX_ANSWER)
    return (
      received && {
        status: answer.status,
        contentType: answer.headers.get('content-type'),
        retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
        body: received,
      }
    )
  }
}
