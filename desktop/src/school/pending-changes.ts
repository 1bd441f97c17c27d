import type { PathParams } from '@bidyaloy/shared/api/paths'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxItem, OutboxStore } from '../outbox/outbox-store.ts'
import type { NamedFile, PendingChange } from '../outbox/pending-overlay.ts'
import { endpointOf, isQueueable } from '../outbox/queueable.ts'
import { readFields } from '../outbox/rewrite-body.ts'
import { optimisticRecord, type QueuedChange } from './optimistic-response.ts'

/** What was written down, but for what it changes. */
type Written = Omit<QueuedChange, 'before'>

/** The changes that wait, with their fields at hand, for showing lists as they will be. */
export interface PendingChanges {
  /** Remembers what was written down under a key, so that its body need not be read again. */
  remember(key: string, written: Written): void
  /** The changes that `wanted` picks, in their order. */
  of(wanted: (item: OutboxItem) => boolean): Promise<PendingChange[]>
}

/** @param store reads again what was written down before the program last began */
export function createPendingChanges(
  outbox: Pick<Outbox, 'view'>,
  store: Pick<OutboxStore, 'body'>,
  seen: RecordCache,
): PendingChanges {
  /** Null for what leaves no record. Only the file's name is kept of it, not its bytes. */
  const known = new Map<string, Written | null>()
  const writtenOf = async (item: OutboxItem): Promise<Written | null> => {
    const found = known.get(item.key)
    if (found !== undefined) return found
    // After a restart, or where two changes became one: read once from the disk.
    const written = await readWritten(item, await store.body(item))
    const kept = written && { ...written, file: written.file && withoutBytes(written.file) }
    known.set(item.key, kept)
    return kept
  }
  return {
    remember: (key, written) =>
      void known.set(key, { ...written, file: written.file && withoutBytes(written.file) }),
    async of(wanted) {
      const { items } = outbox.view()
      const keys = new Set(items.map(({ key }) => key))
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
      const changes: PendingChange[] = []
      /** What earlier changes have made of a record: the next goes on from that. */
      const made = new Map<string, PendingChange['fields']>()
      for (const item of items.filter(wanted)) {
        try {
          const written = await writtenOf(item)
          const before = made.get(item.target) ?? seen.find(item.target)
          const fields = (written && optimisticRecord({ ...written, before })) ?? {}
          made.set(item.target, fields)
          changes.push({ item, fields })
        } catch {
          // Sent, discarded or damaged meanwhile: then there is nothing to show of it.
        }
      }
      return changes
    },
  }
}

const withoutBytes = ({ name, type, size }: NamedFile): NamedFile => ({ name, type, size })

async function readWritten(
  item: OutboxItem,
  body: Uint8Array<ArrayBuffer> | null,
): Promise<Written | null> {
  const endpoint = endpointOf(item.method, item.path)
  if (!endpoint || !isQueueable(endpoint.name) || !body || !item.contentType) return null
  const { fields, file } = await readFields({ body, contentType: item.contentType })
  const id = item.temporaryId ?? endpoint.params.id ?? ''
  return { name: endpoint.name, fields, file, id, now: item.createdAt }
}

type Row = Readonly<Record<string, unknown>>

/** The records that went by, for showing what a change makes of them. */
export interface RecordCache {
  /** Notes the records in an answer to the read `name`. */
  note(name: string, params: PathParams, json: unknown): void
  find(target: string): Row | null
}

const MAX_RECORDS = 5000

const SINGLES: Readonly<Record<string, string>> = {
  getSchoolInfo: 'schoolInfo',
  getContact: 'contactus',
  getSettings: 'settings',
}

/** Remembers the last 5,000 records, in memory alone. */
export function createRecordCache(): RecordCache {
  const records = new Map<string, Row>()
  const keep = (target: string, row: Row) => {
    records.delete(target)
    records.set(target, row)
    const [oldest] = records.keys()
    if (records.size > MAX_RECORDS && oldest !== undefined) records.delete(oldest)
  }
  return {
    note(name, { collection = 'studentCounts' }, json) {
      const single = SINGLES[name]
      if (single !== undefined) {
        if (isRow(json)) keep(single, json)
        return
      }
      for (const row of Array.isArray(json) ? json : [json]) {
        if (isRow(row) && typeof row._id === 'string') keep(`${collection}/${row._id}`, row)
      }
    },
    find: (target) => records.get(target) ?? null,
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
