import fs, { constants } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@bidyaloy/shared/api/problem'
import { MAX_UNFINISHED_UPLOADS } from '@bidyaloy/shared/api/uploads'
import { DAY_MS } from '@bidyaloy/shared/durations'
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import { type StagedFile, tooLarge } from '../http/multipart-upload.ts'
import { newFileStem } from '../ids.ts'
import { isNodeError } from '../node-error.ts'
import { linkOrCopy } from './atomic-move.ts'

/* Files that arrive over several connections. The length of a file on the disk is what has arrived. */

/** What is known of an upload from its beginning; stored as JSON beside its bytes. */
const Upload = z.object({
  /** The only admin who may use it. */
  adminId: z.string(),
  /** File name sent by the client; data only. */
  name: z.string(),
  /** Bytes of the whole file. */
  size: z.int().min(0),
  startedAt: z.iso.datetime(),
})
type Upload = z.infer<typeof Upload>

/** How much of an upload has arrived. */
interface Arrived {
  name: string
  size: number
  /** Bytes on the disk. */
  offset: number
}

/** Uploads that go on where they stopped, each usable by the admin who started it, for a day. */
export interface UnfinishedUploads {
  /**
   * Starts an upload. @returns its id, which cannot be guessed
   * @throws Problem `too_large`, `too_many_requests` beyond the limits of an admin and of the school
   */
  start(upload: Pick<Upload, 'adminId' | 'name' | 'size'>): Promise<string>
  /** Ends a request that still sends to it, then reads its length. @throws Problem `not_found` */
  find(id: string, adminId: string): Promise<Arrived>
  /**
   * Appends a body from `offset` on. Ends an earlier request that still sends: its client has gone.
   * @returns the offset after it, which is durable
   * @throws Problem `not_found`, `conflict` for another offset, `too_large` beyond its size
   */
  append(id: string, adminId: string, offset: number, body: Readable): Promise<number>
  /** @throws Problem `not_found` */
  remove(id: string, adminId: string): Promise<void>
  /** Returns a complete upload as a staged file. @throws Problem `upload_gone` */
  stage(id: string, adminId: string): Promise<StagedFile>
  /** Removes uploads that were started more than a day ago. */
  removeOld(): Promise<void>
}

interface UnfinishedUploadsOptions {
  /** Folder of the uploads. */
  directory: string
  /** Folder for the files of running requests, on the same disk. */
  staging: string
  /** Largest file, in bytes. */
  maxBytes: number
  clock: Clock
}

/** Limit of the uploads that are kept at a time: their number, and their size in largest files. */
interface Limit {
  count: number
  files: number
}
const OF_ADMIN: Limit = { count: MAX_UNFINISHED_UPLOADS, files: 10 }
const OF_SCHOOL: Limit = { count: 100, files: 40 }
const RETRY_AFTER_SECONDS = 60 * 60

const MAX_NAME_LENGTH = 400
const INFO = '.json'
const DISK_FULL = ['ENOSPC', 'EDQUOT']

/** A request that appends to an upload. */
interface Appending {
  body: Readable
  appended: { bytes: number }
  /** Resolves when the file is closed. */
  ended: Promise<void>
}

/** A request without a byte in this time has lost its client. */
const SILENCE_MS = 100
/** A request that still receives bytes is cut off after waiting this often. */
const MAX_WAITS = 30

/** Only one process uses the folder; so the list of uploads is read once. */
export function createUnfinishedUploads({
  directory,
  staging,
  maxBytes,
  clock,
}: UnfinishedUploadsOptions): UnfinishedUploads {
  const fileOf = (id: string) => path.join(directory, id)
  let list: Promise<Map<string, Upload>> | undefined
  const running = new Map<string, Appending>()

  const known = () => {
    list ??= readUploads(directory).catch((error: unknown) => {
      list = undefined
      throw error
    })
    return list
  }

  const isOld = ({ startedAt }: Upload) => clock().getTime() - Date.parse(startedAt) > DAY_MS

  const ownUpload = async (id: string, adminId: string): Promise<Upload> => {
    const upload = (await known()).get(id)
    if (!upload || upload.adminId !== adminId || isOld(upload)) throw new Problem('not_found')
    return upload
  }

  /**
   * Ends the request that appends, since a client that asks again has lost its connection. What is
   * still on its way through proxies and buffers counts: it ends after a moment without a byte.
   */
  const interrupt = async (id: string) => {
    for (let request = running.get(id); request; request = running.get(id)) {
      const { appended, ended } = request
      let before = -1
      for (let waits = 0; waits < MAX_WAITS && before < appended.bytes; waits += 1) {
        before = appended.bytes
        await Promise.race([ended, wait(SILENCE_MS)])
        if (running.get(id) !== request) break
      }
      request.body.destroy(new Error('The upload goes on over another connection'))
      await ended
    }
  }

  const discard = async (id: string) => {
    const uploads = await known()
    uploads.delete(id)
    await interrupt(id)
    for (const file of [fileOf(id), fileOf(id) + INFO]) await fs.rm(file, { force: true })
  }

  const removeOld = async () => {
    for (const [id, upload] of await known()) if (isOld(upload)) await discard(id)
  }

  const assertWithin = ({ count, files }: Limit, uploads: readonly Upload[], size: number) => {
    const bytes = uploads.reduce((sum, upload) => sum + upload.size, size)
    if (uploads.length < count && bytes <= files * maxBytes) return
    throw new Problem('too_many_requests', { retryAfter: RETRY_AFTER_SECONDS })
  }

  const write = async (
    id: string,
    { size }: Upload,
    { from, body, appended }: Pick<Appending, 'body' | 'appended'> & { from: number },
  ) => {
    const handle = await fs.open(fileOf(id), constants.O_WRONLY | constants.O_APPEND)
    try {
      let { size: offset } = await handle.stat()
      if (offset !== from) throw new Problem('conflict')
      try {
        for await (const chunk of body.iterator({ destroyOnReturn: false })) {
          if (!Buffer.isBuffer(chunk)) throw new Problem('malformed_body')
          if (offset + chunk.length > size) throw tooLarge(maxBytes)
          await handle.appendFile(chunk)
          offset += chunk.length
          appended.bytes += chunk.length
        }
      } finally {
        await handle.datasync()
      }
      return offset
    } finally {
      await handle.close()
    }
  }

  return {
    async start({ adminId, name, size }) {
      if (size > maxBytes) throw tooLarge(maxBytes)
      await removeOld()
      const uploads = await known()
      const all = [...uploads.values()]
      const own = all.filter((upload) => upload.adminId === adminId)
      assertWithin(OF_ADMIN, own, size)
      assertWithin(OF_SCHOOL, all, size)
      const id = newFileStem()
      const startedAt = clock().toISOString()
      const upload = { adminId, name: name.slice(0, MAX_NAME_LENGTH), size, startedAt }
      uploads.set(id, upload)
      try {
        await fs.writeFile(fileOf(id), '', { mode: 0o600, flag: 'wx' })
        await fs.writeFile(fileOf(id) + INFO, JSON.stringify(upload), { mode: 0o600 })
      } catch (error) {
        await discard(id)
        throw error
      }
      return id
    },
    async find(id, adminId) {
      const { name, size } = await ownUpload(id, adminId)
      await interrupt(id)
      const { size: offset } = await fs.stat(fileOf(id)).catch(missing('not_found'))
      return { name, size, offset }
    },
    async append(id, adminId, offset, body) {
      const upload = await ownUpload(id, adminId)
      const uploads = await known()
      while (running.has(id)) await interrupt(id)
      // Removed meanwhile: its file may still be there for a moment, but nothing would count it.
      if (uploads.get(id) !== upload) throw new Problem('not_found')
      const appended = { bytes: 0 }
      const work = write(id, upload, { from: offset, body, appended })
      const ended = work.then(
        () => undefined,
        () => undefined,
      )
      running.set(id, { body, appended, ended })
      try {
        return await work
      } catch (error) {
        if (isNodeError(error, ...DISK_FULL)) {
          running.delete(id)
          // It would keep others from using what is left of the disk, for a day.
          await discard(id)
        }
        throw asProblem(error)
      } finally {
        if (running.get(id)?.ended === ended) running.delete(id)
      }
    },
    async remove(id, adminId) {
      await ownUpload(id, adminId)
      await discard(id)
    },
    async stage(id, adminId) {
      const { name, size } = await ownUpload(id, adminId).catch(() => {
        throw new Problem('upload_gone')
      })
      const found = await fs.stat(fileOf(id)).catch(missing('upload_gone'))
      if (found.size !== size) throw new Problem('upload_gone')
      const staged = path.join(staging, newFileStem())
      // The upload stays: a write that fails may be sent again without it.
      await linkOrCopy(fileOf(id), staged)
      return {
        name,
        size,
        path: staged,
        discard: () => fs.rm(staged, { force: true }),
        // One that cannot be removed now is old tomorrow.
        done: () => discard(id).catch(() => undefined),
      }
    },
    removeOld,
  }
}

/** Reads the uploads of an earlier process, and removes what is no upload. */
async function readUploads(directory: string): Promise<Map<string, Upload>> {
  const names = new Set(await fs.readdir(directory))
  const uploads = new Map<string, Upload>()
  for (const name of names) {
    if (!name.endsWith(INFO)) continue
    const id = name.slice(0, -INFO.length)
    const info = await fs.readFile(path.join(directory, name), 'utf8')
    const upload = names.has(id) && parseUpload(info)
    if (upload) uploads.set(id, upload)
  }
  for (const name of names) {
    const id = name.endsWith(INFO) ? name.slice(0, -INFO.length) : name
    if (!uploads.has(id)) await fs.rm(path.join(directory, name), { recursive: true, force: true })
  }
  return uploads
}

/** Parses the JSON of an upload; null if a crash has left a part of it. */
function parseUpload(text: string): Upload | null {
  try {
    return Upload.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const missing = (code: 'not_found' | 'upload_gone') => (error: unknown) => {
  throw isNodeError(error, 'ENOENT') ? new Problem(code, { cause: error }) : error
}

/** A connection that breaks is not an error of the server. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem) return error
  if (isNodeError(error, 'ENOENT')) return new Problem('not_found', { cause: error })
  const isOfDisk = error instanceof Error && 'syscall' in error && !isNodeError(error, 'ECONNRESET')
  return isOfDisk ? error : new Problem('malformed_body', { cause: error })
}
