import fs from 'node:fs/promises'
import path from 'node:path'
import { removeDurably, UNFINISHED, writeDurably } from '../durable-files.ts'
import { type NewOutboxItem, OutboxItem } from './outbox-item.ts'

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
export interface OpenedOutboxStore {
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

  const fileOf = (item: Pick<OutboxItem, 'seq'>, ending: string) =>
    path.join(folder, stem(item) + ending)
  const write = async (item: OutboxItem, body: Uint8Array | null | undefined) => {
    // The record comes last: where it is, its body is whole.
    if (body) await writeDurably(fileOf(item, BODY), body)
    await writeDurably(fileOf(item, RECORD), JSON.stringify(item))
  }

  const store: OutboxStore = {
    items: () => ordered,
    async add(item, body, now) {
      lastSeq += 1
      const added: OutboxItem = {
        ...item,
        seq: lastSeq,
        bodyBytes: body ? body.byteLength : null,
        createdAt: now.toISOString(),
        attempts: 0,
        refusal: null,
      }
      await write(added, body)
      ordered = [...ordered, added].sort((a, b) => a.seq - b.seq)
      return added
    },
    async change(item, body) {
      const changed = body ? { ...item, bodyBytes: body.byteLength } : item
      await write(changed, body)
      ordered = ordered.map((one) => (one.seq === item.seq ? changed : one))
      return changed
    },
    async body(item) {
      if (item.bodyBytes === null) return null
      const bytes = new Uint8Array(await fs.readFile(fileOf(item, BODY)))
      if (bytes.byteLength === item.bodyBytes) return bytes
      throw new Error(`The body of item ${item.seq} has ${bytes.byteLength} bytes`)
    },
    async remove(item) {
      ordered = ordered.filter(({ seq }) => seq !== item.seq)
      // The record goes first: a body alone is swept at the next opening.
      await removeDurably(folder, [stem(item) + RECORD, stem(item) + BODY])
    },
  }
  return { store, damaged }
}

/** Zero-padded, so that a folder shows the order. */
const stem = ({ seq }: Pick<OutboxItem, 'seq'>) => String(seq).padStart(10, '0')

async function readRecords(folder: string): Promise<{ items: OutboxItem[]; damaged: string[] }> {
  const names = (await fs.readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
  const items: OutboxItem[] = []
  const damaged: string[] = []
  for (const name of names.filter((one) => one.endsWith(RECORD)).sort()) {
    const item = await readRecord(path.join(folder, name))
    if (item && stem(item) + RECORD === name) items.push(item)
    else damaged.push(name)
  }
  const kept = new Set(items.flatMap((item) => [stem(item) + RECORD, stem(item) + BODY]))
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
  const record = name.replace(new RegExp(`\\${BODY}$`), RECORD)
  if (!damaged.includes(record)) return fs.rm(file, { force: true })
  await fs.mkdir(path.join(folder, 'damaged'), { recursive: true, mode: 0o700 })
  await fs.rename(file, path.join(folder, 'damaged', name))
}
