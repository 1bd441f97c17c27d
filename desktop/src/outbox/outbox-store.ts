import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { atomicWrite, removeFiles, UNFINISHED } from '../atomic-write.ts'

/** The refusal that an item met, in the words of the server. */
export const Refusal = z.object({
  status: z.int(),
  /** Code of the problem; `conflict` where somebody else has changed the same. */
  code: z.string(),
  sentence: z.string(),
  fields: z.record(z.string(), z.string()),
})
export type Refusal = z.infer<typeof Refusal>

/** One change on its way to the server, as it stands on the disk beside its body. */
export const OutboxItem = z.object({
  /** Place in the order; also names the files. */
  seq: z.int().min(1),
  /** Idempotency-Key with which it is sent, however often. */
  key: z.string(),
  /** Name of the endpoint, `createEntry`. */
  endpoint: z.string(),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  /** Path and query at the server. */
  path: z.string(),
  contentType: z.string().nullable(),
  /** Bytes; the body of this length lies in a file beside the record. Null: no body. */
  bodyBytes: z.int().nullable(),
  /** Counts the bodies that it has had: each lies in a file of its own. */
  bodyRevision: z.int().min(0).default(0),
  /** What is changed: items of the same target go in order, one waits for the other. */
  target: z.string(),
  /** The id that the screens know until the server has given one; only of creations. */
  temporaryId: z.string().nullable(),
  /** The `__v` that the change was based on. */
  baseVersion: z.int().nullable(),
  /** What the list of the outbox says. */
  about: z.object({
    collection: z.string().nullable(),
    title: z.string(),
    fileName: z.string().nullable(),
  }),
  createdAt: z.string(),
  /** Tries that the server may have carried out: from the first on it may have arrived. */
  attempts: z.int(),
  /** Why it needs a person; null while it goes by itself. */
  refusal: Refusal.nullable(),
})
export type OutboxItem = z.infer<typeof OutboxItem>

/** What an item is made of before it has its place. */
export type NewOutboxItem = Omit<
  OutboxItem,
  'seq' | 'bodyBytes' | 'bodyRevision' | 'attempts' | 'refusal' | 'createdAt'
>

/** The outbox on the disk. Every promise that is kept means: it is there after a power cut. */
export interface OutboxStore {
  /** All items in their order. */
  items(): readonly OutboxItem[]
  /** Writes body and record. */
  add(item: NewOutboxItem, body: Uint8Array | null, now: Date): Promise<OutboxItem>
  /** Writes a changed record, and its body where that changed too. */
  change(item: OutboxItem, body?: Uint8Array): Promise<OutboxItem>
  body(item: OutboxItem): Promise<Uint8Array<ArrayBuffer> | null>
  remove(item: OutboxItem): Promise<void>
}

/** Records that could not be read at opening; they were put aside, not deleted. */
interface OpenedOutboxStore {
  store: OutboxStore
  damaged: readonly string[]
}

const RECORD = '.json'
const BODY = '.body'

/** Opens the outbox in `folder`, making it if need be. */
export async function openOutboxStore(folder: string): Promise<OpenedOutboxStore> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const { items, damaged } = await readRecords(folder)
  let lastSeq = items.reduce((last, { seq }) => Math.max(last, seq), 0)
  let ordered: readonly OutboxItem[] = items

  const bodyFile = (item: OutboxItem) => path.join(folder, bodyName(item))
  const write = async (item: OutboxItem, body: Uint8Array | null | undefined) => {
    // The record comes last: where it is, the body that it names is whole.
    if (body) await atomicWrite(bodyFile(item), body)
    await atomicWrite(path.join(folder, recordName(item)), JSON.stringify(item))
  }

  const store: OutboxStore = {
    items: () => ordered,
    async add(item, body, now) {
      lastSeq += 1
      const added: OutboxItem = {
        ...item,
        seq: lastSeq,
        bodyBytes: body ? body.byteLength : null,
        bodyRevision: 0,
        createdAt: now.toISOString(),
        attempts: 0,
        refusal: null,
      }
      await write(added, body)
      ordered = [...ordered, added].sort((a, b) => a.seq - b.seq)
      return added
    },
    async change(item, body) {
      const before = ordered.find(({ seq }) => seq === item.seq) ?? item
      const { bodyRevision: last } = before
      // The old body stays until the new record is there: a power cut in between costs nothing.
      const part = body && { bodyBytes: body.byteLength, bodyRevision: last + 1 }
      const changed: OutboxItem = { ...item, bodyRevision: last, ...part }
      await write(changed, body)
      ordered = ordered.map((one) => (one.seq === item.seq ? changed : one))
      if (body) await removeFiles(folder, [bodyName(before)])
      return changed
    },
    async body(item) {
      if (item.bodyBytes === null) return null
      const bytes = new Uint8Array(await fs.readFile(bodyFile(item)))
      if (bytes.byteLength === item.bodyBytes) return bytes
      throw new Error(`The body of item ${item.seq} has ${bytes.byteLength} bytes`)
    },
    async remove(item) {
      ordered = ordered.filter(({ seq }) => seq !== item.seq)
      // The record goes first: a body alone is swept at the next opening.
      await removeFiles(folder, [recordName(item), bodyName(item)])
    },
  }
  return { store, damaged }
}

/** How many changes wait in a folder that need not be open. */
export async function countWaiting(folder: string): Promise<number> {
  const names = await fs.readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith(RECORD)).length
}

/** Zero-padded, so that a folder shows the order. */
const stem = ({ seq }: OutboxItem) => String(seq).padStart(10, '0')
const recordName = (item: OutboxItem) => stem(item) + RECORD
const bodyName = (item: OutboxItem) =>
  stem(item) + (item.bodyRevision > 0 ? `-${item.bodyRevision}` : '') + BODY

async function readRecords(folder: string): Promise<{ items: OutboxItem[]; damaged: string[] }> {
  const names = (await fs.readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
  const items: OutboxItem[] = []
  const damaged: string[] = []
  for (const name of names.filter((one) => one.endsWith(RECORD)).sort()) {
    const item = await readRecord(path.join(folder, name))
    if (item && recordName(item) === name) items.push(item)
    else damaged.push(name)
  }
  const kept = new Set(items.flatMap((item) => [recordName(item), bodyName(item)]))
  for (const name of names) {
    if (name.endsWith(UNFINISHED)) await fs.rm(path.join(folder, name), { force: true })
    else if (!kept.has(name)) await putAside(folder, name, damaged)
  }
  return { items, damaged }
}

async function readRecord(file: string): Promise<OutboxItem | null> {
  try {
    const parsed = OutboxItem.safeParse(JSON.parse(await fs.readFile(file, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** A body whose record was never written was never acknowledged; a damaged record was. */
async function putAside(folder: string, name: string, damaged: readonly string[]): Promise<void> {
  const file = path.join(folder, name)
  const record = name.replace(new RegExp(`(-\\d+)?\\${BODY}$`), RECORD)
  if (!damaged.includes(record)) return fs.rm(file, { force: true })
  await fs.mkdir(path.join(folder, 'damaged'), { recursive: true, mode: 0o700 })
  await fs.rename(file, path.join(folder, 'damaged', name))
}
