import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Problem } from '@bidyaloy/shared/api/problem'
import { MAX_SOURCE_BYTES, MAX_UNFINISHED_UPLOADS } from '@bidyaloy/shared/api/uploads'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import * as z from 'zod'
import type { Clock } from '../clock.ts'
import { freeBytes } from '../data-folder.ts'
import { type StagedFile, tooLarge } from '../http/multipart-upload.ts'
import { newFileStem } from '../ids.ts'
import { linkOrCopy } from '../lib/atomic-move.ts'
import { isNodeError } from '../lib/node-error.ts'
import { createAppendRequests } from './append-requests.ts'
import type { FileStore } from './file-store.ts'
import { assertRoom } from './quota.ts'

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
  /** Whether it is a file of an older site, which may be larger than one of an entry. */
  isSource: z.boolean().default(false),
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
   * @throws Problem `too_large`, `storage_full`, `too_many_requests` beyond the limits of an admin and of the school
   */
  start(upload: Pick<Upload, 'adminId' | 'name' | 'size' | 'isSource'>): Promise<string>
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
  /**
   * Returns a complete upload as a staged file.
   * @param takesSources whether it may be a file of an older site
   * @throws Problem `upload_gone`
   */
  stage(id: string, adminId: string, takesSources?: boolean): Promise<StagedFile>
  /** Removes uploads that were started more than a day ago. */
  removeOld(): Promise<void>
  /** Ends all requests that send: a server that stops does not wait for them. */
  close(): Promise<void>
}

interface UnfinishedUploadsOptions {
  /** Folder of the uploads. */
  directory: string
  /** Folder for the files of running requests, on the same disk. */
  staging: string
  /** Largest file, in bytes. */
  maxBytes: number
  /** Where complete files will be. */
  files: Pick<FileStore, 'quota'>
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

/** Only one process uses the folder; so the list of uploads is read once. */
export function createUnfinishedUploads({
  directory,
  staging,
  maxBytes,
  files: complete,
  clock,
}: UnfinishedUploadsOptions): UnfinishedUploads {
  const fileOf = (id: string) => path.join(directory, id)
  let list: Promise<Map<string, Upload>> | undefined
  const appends = createAppendRequests({ fileOf, maxBytes })

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

  const discard = async (id: string) => {
    const uploads = await known()
    uploads.delete(id)
    await appends.interrupt(id)
    for (const file of [fileOf(id), fileOf(id) + INFO]) await fs.rm(file, { force: true })
  }

  const removeOld = async () => {
    for (const [id, upload] of await known()) if (isOld(upload)) await discard(id)
  }

  /** Leaves half of the free disk: what they contain is brought beside them. */
  const assertSourceFits = async (size: number) => {
    let expected = size
    for (const [id, upload] of await known()) {
      if (!upload.isSource) continue
      const { size: offset } = await fs.stat(fileOf(id)).catch(() => ({ size: 0 }))
      expected += upload.size - offset
    }
    const fitting = (await freeBytes(directory)) / 2
    if (expected > fitting) throw tooLarge(Math.max(0, fitting - expected + size))
  }

  return {
    async start({ adminId, name, size, isSource }) {
      const largest = isSource ? MAX_SOURCE_BYTES : maxBytes
      if (size > largest) throw tooLarge(largest)
      // What an older site brings is judged file by file.
      if (!isSource) await assertRoom(complete, size)
      await removeOld()
      const uploads = await known()
      // Those of older sites do not count against the files of entries.
      const all = [...uploads.values()].filter((upload) => upload.isSource === isSource)
      const own = all.filter((upload) => upload.adminId === adminId)
      if (isSource) await assertSourceFits(size)
      else assertWithin(OF_SCHOOL, all, { size, maxBytes })
      assertWithin(OF_ADMIN, own, { size, maxBytes: largest })
      const id = newFileStem()
      const startedAt = clock().toISOString()
      const upload = { adminId, name: name.slice(0, MAX_NAME_LENGTH), size, startedAt, isSource }
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
      await appends.interrupt(id)
      const { size: offset } = await fs.stat(fileOf(id)).catch(missing('not_found'))
      return { name, size, offset }
    },
    async append(id, adminId, offset, body) {
      const upload = await ownUpload(id, adminId)
      const uploads = await known()
      while (appends.isRunning(id)) await appends.interrupt(id)
      // Removed meanwhile: its file may still be there for a moment, but nothing would count it.
      if (uploads.get(id) !== upload) throw new Problem('not_found')
      try {
        return await appends.append(id, { from: offset, size: upload.size, body })
      } catch (error) {
        // It would keep others from using what is left of the disk, for a day.
        if (isNodeError(error, ...DISK_FULL)) await discard(id)
        throw asProblem(error)
      }
    },
    async remove(id, adminId) {
      await ownUpload(id, adminId)
      await discard(id)
    },
    async stage(id, adminId, takesSources = false) {
      const { name, size, isSource } = await ownUpload(id, adminId).catch(() => {
        throw new Problem('upload_gone')
      })
      if (isSource && !takesSources) throw new Problem('upload_gone')
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
    close: appends.close,
  }
}

/** @throws Problem `too_many_requests` if a further upload of `size` bytes is beyond a limit */
function assertWithin(
  { count, files }: Limit,
  uploads: readonly Upload[],
  { size, maxBytes }: { size: number; maxBytes: number },
): void {
  const bytes = uploads.reduce((sum, upload) => sum + upload.size, size)
  if (uploads.length < count && bytes <= files * maxBytes) return
  throw new Problem('too_many_requests', { retryAfter: RETRY_AFTER_SECONDS })
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
