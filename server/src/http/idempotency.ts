import { Problem } from '@bidyaloy/shared/api/problem'
import type { EntityManager } from 'typeorm'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { IdempotencyRow } from '../db/entities.ts'

/** Who asked for what with which key. */
export interface IdempotentRequest {
  adminId: string
  key: string
  /** Method and path. */
  request: string
}

/** What `once` gives: the answer, and whether it is that of an earlier request. */
interface IdempotentResult<T> {
  answer: T
  replayed: boolean
}

/**
 * Runs a write at most once for its key. The key is stored in the same transaction as the write:
 * either both are there or neither is.
 */
export type IdempotentWrite = <T>(
  work: (tx: EntityManager) => Promise<T>,
) => Promise<IdempotentResult<T>>

/** The first answer to this key, or undefined. @throws Problem `conflict` if it was used elsewhere. */
export async function earlierAnswer(
  reader: EntityManager,
  { adminId, key, request }: IdempotentRequest,
): Promise<{ answer: unknown } | undefined> {
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
  return { answer: row.answer }
}

/** `once` for a request without a key (plain write) or with one. */
export function createRunOnce(
  db: Database,
  clock: Clock,
  request: IdempotentRequest | null,
): IdempotentWrite {
  return (work) =>
    db.write(async (tx) => {
      if (!request) return { answer: await work(tx), replayed: false }
      const earlier = await earlierAnswer(tx, request)
      // The answer was stored from a result of the same handler.
      if (earlier)
        return { answer: earlier.answer as Awaited<ReturnType<typeof work>>, replayed: true }
      // Handlers answer with records: objects.
      const answer = await work(tx)
      await tx.insert(IdempotencyRow, {
        ...request,
        // Where there is nothing to answer, an empty record stands for it.
        answer: (answer ?? {}) as object,
        createdAt: clock().toISOString(),
      })
      return { answer, replayed: false }
    })
}
