import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { UNFINISHED } from './atomic-write.ts'

/** The last good answer to a read. */
interface KeptAnswer {
  contentType: string
  body: Uint8Array<ArrayBuffer>
  /** When it came, ISO 8601. */
  keptAt: string
}

/** Keeps the last answers on the disk, so that they can be shown when the server is away. */
export interface ReadCache {
  keep(address: string, answer: KeptAnswer): Promise<void>
  find(address: string): Promise<KeptAnswer | null>
  /** Removes every answer. */
  clear(): Promise<void>
  /** When the newest of what lay there at the opening was kept, ISO 8601; null for none. */
  lastKept: string | null
}

const Head = z.object({ address: z.string(), contentType: z.string(), keptAt: z.string() })

/** Larger answers are not kept, in bytes. */
const MAX_KEPT_ANSWER = 2 * 1024 * 1024
const MAX_KEPT = 200 * 1024 * 1024
/** So often, in answers kept, the folder is looked over. */
const CLEAN_UP_EVERY = 200

/** @param folder made if need be; everything in it can be lost without harm */
export async function openReadCache(folder: string): Promise<ReadCache> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const lastKept = await cleanUp(folder)
  let kept = 0
  const fileOf = (address: string) =>
    path.join(folder, createHash('sha256').update(address).digest('hex').slice(0, 40))
  return {
    async keep(address, { contentType, body, keptAt }) {
      if (body.byteLength > MAX_KEPT_ANSWER) return
      const head = JSON.stringify({ address, contentType, keptAt })
      const file = fileOf(address)
      const unfinished = `${file}.${kept}${UNFINISHED}`
      kept += 1
      // Not flushed: a lost copy costs nothing. The head is the first line, the body the rest.
      await fs.writeFile(unfinished, Buffer.concat([Buffer.from(`${head}\n`), body]), {
        mode: 0o600,
      })
      await fs.rename(unfinished, file)
      if (kept % CLEAN_UP_EVERY === 0) await cleanUp(folder)
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
    lastKept,
  }
}

/** Takes the oldest answers away until the rest fits. @returns when the newest was kept */
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
  let room = MAX_KEPT
  files.sort((a, b) => b.mtimeMs - a.mtimeMs)
  for (const { file, size } of files) {
    room -= size
    if (room < 0) await fs.rm(file, { force: true })
  }
  const [newest] = files
  return newest ? new Date(newest.mtimeMs).toISOString() : null
}
