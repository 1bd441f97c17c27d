import { onTestFinished } from 'vitest'
import { createOutbox } from '../outbox/outbox.ts'
import { type NewOutboxItem, openOutboxStore } from '../outbox/outbox-store.ts'
import type { SendItem, SentResponse } from '../outbox/send-results.ts'

export const json = (body: unknown) => new TextEncoder().encode(JSON.stringify(body))

/** Creates a server response. @param retryAfter seconds */
export function response(
  status: number,
  body: unknown = {},
  retryAfter: number | null = null,
): SentResponse {
  return { status, contentType: 'application/json', retryAfter, body: json(body) }
}

export const about = { collection: 'notices', title: 'ছুটি', hasText: false }

let keys = 0
/** Creates an update of the notice `id` with a unique key. */
export function rename(id: string, part: Partial<NewOutboxItem> = {}): NewOutboxItem {
  keys += 1
  return {
    key: `key-${keys}`,
    endpoint: 'updateEntry',
    method: 'PUT',
    path: `/api/notices/${id}`,
    contentType: 'application/json',
    target: `notices/${id}`,
    temporaryId: null,
    baseVersion: 0,
    about,
    files: [],
    ...part,
  }
}

/** Opens an outbox that sends with `send`. */
export async function openTestOutbox(folder: string, send: SendItem, backoff = () => 5) {
  const { store, damaged } = await openOutboxStore(folder)
  const outbox = createOutbox({ store, send, backoff })
  onTestFinished(() => outbox.stop())
  return { outbox, store, damaged }
}

export const bodyText = (body: Uint8Array | null) =>
  JSON.parse(new TextDecoder().decode(body ?? json({})))
