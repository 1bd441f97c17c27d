import { type PathParams, paths } from '@bidyaloy/shared/api/paths'
import { recordNames, singleTypes } from '@bidyaloy/shared/features'
import type { LocalFile } from '../outbox/file-changes.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxItem, OutboxStore } from '../outbox/outbox-store.ts'
import type { PendingChange } from '../outbox/pending-overlay.ts'
import { endpointOf, isQueueable } from '../outbox/queueable.ts'
import { readBodyParts } from '../outbox/rewrite-body.ts'
import { optimisticRecord, type QueuedChange } from './optimistic-response.ts'

/** A queued change without the record before it and the files, which its item has. */
type Written = Omit<QueuedChange, 'before' | 'files'>

/** Pending changes with their parsed fields, for overlaying lists. */
export interface PendingChanges {
  /** Caches the parsed change of a key, so that its body is not read again. */
  remember(key: string, written: Written): void
  /** The changes that match `wanted`, oldest first. */
  of(wanted: (item: OutboxItem) => boolean): Promise<PendingChange[]>
  /** The new file with this local path; null if none waits. */
  file(filePath: string): Promise<File | null>
}

/** @param store provides bodies from before the last start */
export function createPendingChanges(
  outbox: Pick<Outbox, 'view'>,
  store: Pick<OutboxStore, 'body'>,
  seen: RecordCache,
): PendingChanges {
  /** By key and revision of the body; null for unreadable changes. */
  const known = new Map<string, Written | null>()
  const nameOf = ({ key, bodyRevision }: Pick<OutboxItem, 'key' | 'bodyRevision'>) =>
    `${key} ${bodyRevision}`
  const writtenOf = async (item: OutboxItem): Promise<Written | null> => {
    const found = known.get(nameOf(item))
    if (found !== undefined) return found
    // After a restart or a merge: read once from disk.
    const written = await readWritten(item, await store.body(item))
    known.set(nameOf(item), written)
    return written
  }
  return {
    remember: (key, written) => void known.set(nameOf({ key, bodyRevision: 0 }), written),
    async of(wanted) {
      const { items } = outbox.view()
      const names = new Set(items.map(nameOf))
      for (const name of known.keys()) if (!names.has(name)) known.delete(name)
      const changes: PendingChange[] = []
      /** Records after earlier changes, by target. */
      const made = new Map<string, PendingChange['fields']>()
      for (const item of items.filter(wanted)) {
        try {
          const written = await writtenOf(item)
          const before = made.get(item.target) ?? seen.find(item.target)
          const fields =
            (written && optimisticRecord({ ...written, files: item.files, before })) ?? {}
          made.set(item.target, fields)
          changes.push({ item, fields })
        } catch {
          // Sent, discarded or damaged meanwhile: nothing to show.
        }
      }
      return changes
    },
    async file(filePath) {
      const isWanted = (file: LocalFile) => file.filePath === filePath
      const item = outbox.view().items.find(({ files }) => files.some(isWanted))
      // Sent, discarded or damaged meanwhile: the caller asks the server.
      const body = item && (await store.body(item).catch(() => null))
      if (!body || !item.contentType) return null
      const { files } = await readBodyParts({ body, contentType: item.contentType })
      return files[item.files.findIndex(isWanted)] ?? null
    },
  }
}

async function readWritten(
  item: OutboxItem,
  body: Uint8Array<ArrayBuffer> | null,
): Promise<Written | null> {
  const endpoint = endpointOf(item.method, item.path)
  if (!endpoint || !isQueueable(endpoint.name) || !body || !item.contentType) return null
  const { fields } = await readBodyParts({ body, contentType: item.contentType })
  const id = item.temporaryId ?? endpoint.params.id ?? ''
  return { name: endpoint.name, fields, id, now: item.createdAt }
}

type Row = Readonly<Record<string, unknown>>

/** Records seen in responses, as the base of pending changes. */
export interface RecordCache {
  /** Stores the records in a response to the endpoint `name`. */
  note(name: string, params: PathParams, json: unknown): void
  find(target: string): Row | null
}

const MAX_RECORDS = 5000

/** Target of the admin's session, which is only read. */
export const SESSION = 'session'

/** Targets of records without an id, by the endpoint that reads them. */
const SINGLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(singleTypes.map(({ read, segment }) => [read, segment])),
  session: SESSION,
}

/** Returns the name of the records that an endpoint without a collection reads. */
function recordNameOf(name: string): string | undefined {
  const { path = '' } = Object.entries(paths).find(([one]) => one === name)?.[1] ?? {}
  return recordNames.find((one) => path.split('/')[2] === one)
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
    note(name, params, json) {
      const { collection = recordNameOf(name), id = '' } = params
      const single = name === 'getEntryText' ? `${collection}/${id}/text` : SINGLES[name]
      if (single !== undefined) {
        if (isRow(json)) store(single, json)
        return
      }
      for (const row of Array.isArray(json) ? json : [json]) {
        const type = isRow(row) && name === 'listAllEntries' ? row.collection : collection
        if (isRow(row) && typeof row._id === 'string' && typeof type === 'string') {
          const target = `${type}/${row._id}`
          store(target, withBody(row, records.get(target)))
        }
      }
    },
    find: (target) => records.get(target) ?? null,
  }
}

/** Lists have no texts: the one that was read before is still right in the same version. */
function withBody(row: Row, before: Row | undefined): Row {
  const isKnown = before !== undefined && before.__v === row.__v && !('body' in row)
  return isKnown && 'excerpt' in row && 'body' in before ? { ...row, body: before.body } : row
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
