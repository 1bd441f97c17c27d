import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { atomicWrite, removeFiles, UNFINISHED } from '../atomic-write.ts'
import { LocalFile, localFile } from './file-changes.ts'

/** The server's rejection of an item. */
export const Refusal = z.object({
  status: z.int(),
  /** Problem code; `conflict` after another user's change. */
  code: z.string(),
  sentence: z.string(),
  fields: z.record(z.string(), z.string()),
})
export type Refusal = z.infer<typeof Refusal>

/** A pending change; stored as JSON beside its body. */
export const OutboxItem = z.object({
  /** Sequence number; also names the files. */
  seq: z.int().min(1),
  /** Idempotency-Key of every attempt. */
  key: z.string(),
  /** Name of the endpoint, `createEntry`. */
  endpoint: z.string(),
  method: z.enum(['POST', 'PUT', 'DELETE']),
  /** Path and query at the server. */
  path: z.string(),
  contentType: z.string().nullable(),
  /** Length of the body file in bytes; null without a body. */
  bodyBytes: z.int().nullable(),
  /** Counts the bodies; each has its own file. */
  bodyRevision: z.int().min(0).default(0),
  /** The record that changes; items of one target are sent in order. */
  target: z.string(),
  /** Id used by the screens until the server assigns one; only for creations. */
  temporaryId: z.string().nullable(),
  /** The `__v` that the change is based on. */
  baseVersion: z.int().nullable(),
  /** Details for the outbox list. */
  about: z.object({
    collection: z.string().nullable(),
    title: z.string(),
    /** Whether it sets a text. */
    hasText: z.boolean().default(false),
  }),
  /** The `file` parts of the body, in order. */
  files: z.array(LocalFile).default([]),
  createdAt: z.string(),
  /** Account that made it; null in records of earlier versions, which any account sends. */
  by: z.string().nullable().default(null),
  /** Attempts that the server may have carried out. */
  attempts: z.int(),
  /** Why the user must act; null while it sends by itself. */
  refusal: Refusal.nullable(),
})
export type OutboxItem = z.infer<typeof OutboxItem>

/** An item before the store assigns its sequence number. */
export type NewOutboxItem = Omit<
  OutboxItem,
  'seq' | 'bodyBytes' | 'bodyRevision' | 'attempts' | 'refusal' | 'createdAt' | 'by'
> & { by?: string | null }

/** The outbox on disk. A resolved promise survives a power failure. */
export interface OutboxStore {
  /** All items by `seq`. */
  items(): readonly OutboxItem[]
  /** Writes body and record. */
  add(item: NewOutboxItem, body: Uint8Array | null): Promise<OutboxItem>
  /** Writes a changed record, and its body if given. */
  change(item: OutboxItem, body?: Uint8Array): Promise<OutboxItem>
  body(item: OutboxItem): Promise<Uint8Array<ArrayBuffer> | null>
  remove(item: OutboxItem): Promise<void>
}

const RECORD = '.json'
const BODY = '.body'

/**
 * Opens the outbox in `folder`, which is created if missing.
 * @returns also the names of damaged records, moved to a subfolder
 */
export async function openOutboxStore(
  folder: string,
): Promise<{ store: OutboxStore; damaged: readonly string[] }> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const { items, damaged } = await readRecords(folder)
  let lastSeq = items.reduce((last, { seq }) => Math.max(last, seq), 0)
  let ordered: readonly OutboxItem[] = items

  const bodyFile = (item: OutboxItem) => path.join(folder, bodyName(item))
  const write = async (item: OutboxItem, body: Uint8Array | null | undefined) => {
    // Body first: a record on disk always has a complete body.
    if (body) await atomicWrite(bodyFile(item), body)
    await atomicWrite(path.join(folder, recordName(item)), JSON.stringify(item))
  }

  const store: OutboxStore = {
    items: () => ordered,
    async add(item, body) {
      lastSeq += 1
      const added: OutboxItem = {
        by: null,
        ...item,
        seq: lastSeq,
        bodyBytes: body ? body.byteLength : null,
        bodyRevision: 0,
        createdAt: new Date().toISOString(),
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
      // The old body remains until the new record is written, in case of a power failure.
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
      // Record first: an orphaned body is removed at the next start.
      await removeFiles(folder, [recordName(item), bodyName(item)])
    },
  }
  return { store, damaged }
}

/** Counts the items in a folder without opening it. */
export async function countWaiting(folder: string): Promise<number> {
  const names = await fs.readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith(RECORD)).length
}

/** Zero-padded, so that names sort by `seq`. */
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
  const known = new Set(items.flatMap((item) => [recordName(item), bodyName(item)]))
  for (const name of names) {
    if (name.endsWith(UNFINISHED)) await fs.rm(path.join(folder, name), { force: true })
    else if (!known.has(name)) await putAside(folder, name, damaged)
  }
  return { items, damaged }
}

async function readRecord(file: string): Promise<OutboxItem | null> {
  try {
    const json: unknown = JSON.parse(await fs.readFile(file, 'utf8'))
    const parsed = OutboxItem.safeParse(json)
    return parsed.success ? withFileOf(json, parsed.data) : null
  } catch {
    return null
  }
}

/** The only file of a change in the records of version 0.1. */
const SingleFile = z.object({ files: z.undefined(), about: z.object({ fileName: z.string() }) })

/** Adds the file of a record that has only its name. */
function withFileOf(json: unknown, item: OutboxItem): OutboxItem {
  const single = SingleFile.safeParse(json)
  if (!single.success) return item
  const file = { name: single.data.about.fileName, type: '', size: item.bodyBytes ?? 0 }
  return { ...item, files: [localFile('uploads', file)] }
}

/** Removes a body without a record, which was never acknowledged; moves a damaged record aside. */
async function putAside(folder: string, name: string, damaged: readonly string[]): Promise<void> {
  const file = path.join(folder, name)
  const record = name.replace(new RegExp(`(-\\d+)?\\${BODY}$`), RECORD)
  if (!damaged.includes(record)) return fs.rm(file, { force: true })
  await fs.mkdir(path.join(folder, 'damaged'), { recursive: true, mode: 0o700 })
  await fs.rename(file, path.join(folder, 'damaged', name))
}
