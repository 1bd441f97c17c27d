import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { UNFINISHED } from './atomic-write.ts'

/** The last successful response to a read. */
interface CachedResponse {
  contentType: string
  body: Uint8Array<ArrayBuffer>
  /** Time of the response, ISO 8601. */
  keptAt: string
}

/** Responses on disk, shown while the server is unreachable. */
export interface ReadCache {
  store(address: string, response: CachedResponse): Promise<void>
  find(address: string): Promise<CachedResponse | null>
  /** Removes every response. */
  clear(): Promise<void>
  /** Time of the newest response found at start, ISO 8601; null if there was none. */
  newestAt: string | null
}

const Head = z.object({ address: z.string(), contentType: z.string(), keptAt: z.string() })

/** Size limit of one response, in bytes. */
const MAX_ENTRY_BYTES = 2 * 1024 * 1024
const MAX_CACHE_BYTES = 200 * 1024 * 1024
/** Number of writes between two clean-ups. */
const CLEAN_UP_INTERVAL = 200

/** @param folder created if missing; its content is expendable */
export async function openReadCache(folder: string): Promise<ReadCache> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const newestAt = await cleanUp(folder)
  let stored = 0
  const fileOf = (address: string) =>
    path.join(folder, createHash('sha256').update(address).digest('hex').slice(0, 40))
  return {
    async store(address, { contentType, body, keptAt }) {
      if (body.byteLength > MAX_ENTRY_BYTES) return
      const head = JSON.stringify({ address, contentType, keptAt })
      const file = fileOf(address)
      const unfinished = `${file}.${stored}${UNFINISHED}`
      stored += 1
      // No fsync: the content is expendable. First line: head as JSON; rest: body.
      await fs.writeFile(unfinished, Buffer.concat([Buffer.from(`${head}\n`), body]), {
        mode: 0o600,
      })
      await fs.rename(unfinished, file)
      if (stored % CLEAN_UP_INTERVAL === 0) await cleanUp(folder)
    },
    async find(address) {
      try {
        const bytes = await fs.readFile(fileOf(address))
        const end = bytes.indexOf('\n')
        const head = Head.parse(JSON.parse(bytes.subarray(0, end).toString()))
        if (head.address !== address) return null
        const { contentType, keptAt } = head
        return { contentType, keptAt, body: new Uint8Array(bytes.subarray(end + 1)) }
      } catch {
        return null
      }
    },
    async clear() {
      await fs.rm(folder, { recursive: true, force: true })
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    },
    newestAt,
  }
}

/** Removes the oldest responses above the limit. @returns time of the newest */
async function cleanUp(folder: string): Promise<string | null> {
  const files: { file: string; size: number; mtimeMs: number }[] = []
  for (const name of await fs.readdir(folder)) {
    const file = path.join(folder, name)
    if (name.endsWith(UNFINISHED)) await fs.rm(file, { force: true })
    else {
      const { size, mtimeMs } = await fs.stat(file)
      files.push({ file, size, mtimeMs })
    }
  }
  let remaining = MAX_CACHE_BYTES
  files.sort((a, b) => b.mtimeMs - a.mtimeMs)
  for (const { file, size } of files) {
    remaining -= size
    if (remaining < 0) await fs.rm(file, { force: true })
  }
  const [newest] = files
  return newest ? new Date(newest.mtimeMs).toISOString() : null
}
