import type { PathParams } from '@bidyaloy/shared/api/paths'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxItem, OutboxStore } from '../outbox/outbox-store.ts'
import type { NamedFile, PendingChange } from '../outbox/pending-overlay.ts'
import { endpointOf, isQueueable } from '../outbox/queueable.ts'
import { readFields } from '../outbox/rewrite-body.ts'
import { optimisticRecord, type QueuedChange } from './optimistic-response.ts'

/** A queued change without the record before it. */
type Written = Omit<QueuedChange, 'before'>

/** Pending changes with their parsed fields, for overlaying lists. */
export interface PendingChanges {
  /** Caches the parsed change of a key, so that its body is not read again. */
  remember(key: string, written: Written): void
  /** The changes that match `wanted`, oldest first. */
  of(wanted: (item: OutboxItem) => boolean): Promise<PendingChange[]>
}

/** @param store provides bodies from before the last start */
export function createPendingChanges(
  outbox: Pick<Outbox, 'view'>,
  store: Pick<OutboxStore, 'body'>,
  seen: RecordCache,
): PendingChanges {
  /** By key; null for unreadable changes. Holds file names, not their bytes. */
  const known = new Map<string, Written | null>()
  const writtenOf = async (item: OutboxItem): Promise<Written | null> => {
    const found = known.get(item.key)
    if (found !== undefined) return found
    // After a restart or a merge: read once from disk.
    const written = await readWritten(item, await store.body(item))
    const slim = written && { ...written, file: written.file && withoutBytes(written.file) }
    known.set(item.key, slim)
    return slim
  }
  return {
    remember: (key, written) =>
      void known.set(key, { ...written, file: written.file && withoutBytes(written.file) }),
    async of(wanted) {
      const { items } = outbox.view()
      const keys = new Set(items.map(({ key }) => key))
      for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
      const changes: PendingChange[] = []
      /** Records after earlier changes, by target. */
      const made = new Map<string, PendingChange['fields']>()
      for (const item of items.filter(wanted)) {
        try {
          const written = await writtenOf(item)
          const before = made.get(item.target) ?? seen.find(item.target)
          const fields = (written && optimisticRecord({ ...written, before })) ?? {}
          made.set(item.target, fields)
          changes.push({ item, fields })
        } catch {
          // Sent, discarded or damaged meanwhile: nothing to show.
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

/** Records seen in responses, as the base of pending changes. */
export interface RecordCache {
  /** Stores the records in a response to the endpoint `name`. */
  note(name: string, params: PathParams, json: unknown): void
  find(target: string): Row | null
}

const MAX_RECORDS = 5000

/** Targets of records without an id, by the endpoint that reads them. */
const SINGLES: Readonly<Record<string, string>> = {
  getSchoolInfo: 'schoolInfo',
  getContact: 'contactus',
  getSettings: 'settings',
}

/** Holds the last 5,000 records in memory. */
export function createRecordCache(): RecordCache {
  const records = new Map<string, Row>()
  const store = (target: string, row: Row) => {
    records.delete(target)
    records.set(target, row)
    const [oldest] = records.keys()
    if (records.size > MAX_RECORDS && oldest !== undefined) records.delete(oldest)
  }
  return {
    note(name, { collection = 'studentCounts' }, json) {
      const single = SINGLES[name]
      if (single !== undefined) {
        if (isRow(json)) store(single, json)
        return
      }
      for (const row of Array.isArray(json) ? json : [json]) {
        if (isRow(row) && typeof row._id === 'string') store(`${collection}/${row._id}`, row)
      }
    },
    find: (target) => records.get(target) ?? null,
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
