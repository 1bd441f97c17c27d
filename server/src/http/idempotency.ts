import { Problem } from '@bidyaloy/shared/api/problem'
import type { EntityManager } from 'typeorm'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { query } from '../db/engine.ts'
import { IdempotencyRow } from '../db/entities.ts'

/** A request with an Idempotency-Key. */
export interface IdempotentRequest {
  adminId: string
  key: string
  /** Method and path. */
  request: string
}

/**
 * Runs a write at most once per key. The key is stored in the same transaction as the write:
 * either both are committed or neither. `replayed` is true for the result of an earlier request.
 */
export type IdempotentWrite = <T>(
  work: (tx: EntityManager) => Promise<T>,
  options?: {
    /** Whether the write changes nothing that visitors see, so that caches stay valid. */
    isPrivate?: boolean
  },
) => Promise<{ result: T; replayed: boolean }>

/**
 * Returns the first result of this key, or undefined.
 * @throws Problem `conflict` if the key was used for another request
 */
export async function earlierResult(
  reader: EntityManager,
  { adminId, key, request }: IdempotentRequest,
): Promise<{ result: unknown } | undefined> {
  const row = await reader.findOneBy(IdempotencyRow, { adminId, key })
  if (!row) return undefined
  if (row.request !== request) {
    throw new Problem('conflict', {
      sentence: {
        bn: 'এই অনুরোধ-চাবিটি অন্য একটি কাজে ব্যবহার করা হয়েছে।',
        en: 'This Idempotency-Key was used for another request.',
      },
    })
  }
  return { result: row.answer }
}

/** Deletes the stored results that contain a text, such as the id of an entry that is deleted for good. */
export async function deleteResultsWith(tx: EntityManager, text: string): Promise<void> {
  await query(tx, 'DELETE FROM idempotency WHERE answer LIKE ?', [`%${text}%`])
}

/** Creates the idempotent write of a request. Without a key, it is a plain write. */
export function createRunOnce(
  db: Database,
  clock: Clock,
  request: IdempotentRequest | null,
): IdempotentWrite {
  return <T>(work: (tx: EntityManager) => Promise<T>, { isPrivate = false } = {}) =>
    (isPrivate ? db.writePrivate : db.write)(async (tx) => {
      if (!request) return { result: await work(tx), replayed: false }
      const earlier = await earlierResult(tx, request)
      // The stored value is a result of the same handler.
      if (earlier) return { result: earlier.result as T, replayed: true }
      // Handlers return records: objects.
      const result = await work(tx)
      await tx.insert(IdempotencyRow, {
        ...request,
        // An empty record represents a response without a body.
        answer: (result ?? {}) as object,
        createdAt: clock().toISOString(),
      })
      return { result, replayed: false }
    })
}
