import type { OutboxItem } from '../outbox/outbox-item.ts'
import type { OutboxStore } from '../outbox/outbox-store.ts'
import type { Outbox } from '../outbox/outbox-types.ts'
import type { PendingChange } from '../outbox/pending-overlay.ts'

/** What an item will make of its record, as far as it is known here. */
type Fields = Readonly<Record<string, unknown>>

/** The changes that wait, with their fields at hand, for showing lists as they will be. */
export interface PendingChanges {
  /** Remembers what an item makes of its record, so that its body need not be read again. */
  remember(key: string, fields: Fields): void
  /** The changes that `wanted` picks, in their order. */
  of(wanted: (item: OutboxItem) => boolean): Promise<PendingChange[]>
}

export function createPendingChanges(
  outbox: Pick<Outbox, 'view'>,
  store: Pick<OutboxStore, 'body'>,
  read: (item: OutboxItem, body: Uint8Array<ArrayBuffer> | null) => Promise<Fields>,
): PendingChanges {
  const known = new Map<string, Fields>()
  const fieldsOf = async (item: OutboxItem): Promise<Fields> => {
    const found = known.get(item.key)
    if (found) return found
    // After a restart: read once from the disk.
    const fields = await read(item, await store.body(item))
    known.set(item.key, fields)
    return fields
  }
  return {
    remember: (key, fields) => void known.set(key, fields),
    async of(wanted) {
      const { items } = outbox.view()
      const keys = new Set(items.map(({ key }) => key))
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
      const changes: PendingChange[] = []
      for (const item of items.filter(wanted)) {
        try {
          changes.push({ item, fields: await fieldsOf(item) })
        } catch {
          // Sent, discarded or damaged meanwhile: then there is nothing to show of it.
        }
      }
      return changes
    },
  }
}
