import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { Problem } from '@bidyaloy/shared/api/problem'
import { type FileKind, fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import type { Middleware, ParameterizedContext } from 'koa'
import { LRUCache } from 'lru-cache'
import { IsNull } from 'typeorm'
import type { Clock } from '../clock.ts'
import type { DataFolder } from '../data-folder.ts'
import type { Database } from '../db/database.ts'
import { EntryRow, type StoredFile } from '../db/entities.ts'
import { isVisible } from '../db/entry-times.ts'
import { directoryOf } from '../storage/directories.ts'
import { allFileNames, downloadName } from '../storage/file-names.ts'
import { sitePictureFile } from '../storage/referenced-files.ts'
import { shareableHeaders } from './request.ts'
import { type Authenticate, isSignedIn } from './require-admin.ts'
import { byteRange, sendFile } from './send-file.ts'
import type { RequestState } from './state.ts'

type FileContext = ParameterizedContext<RequestState>

interface ServedFilesOptions {
  folder: DataFolder
  db: Database
  clock: Clock
  authenticate: Authenticate
}

/** For ever, as far as browsers go. */
const YEAR_SECONDS = 31_536_000

const ADDRESS =
  /^\/(uploads|gallery-uploads)\/(([0-9a-z]{20})(?:-p[0-9]{1,2})?(?:-[0-9]{1,4})?\.([a-z]{3,4}))$/

/** The kept files at `/uploads/…` and `/gallery-uploads/…`. */
export interface ServedFiles extends Pick<FileResponseCache, 'answer'> {
  /** Serves them to everyone while visitors see their entry, to admins also before and after. */
  middleware: Middleware<RequestState>
}

export function servedFiles({ folder, db, clock, authenticate }: ServedFilesOptions): ServedFiles {
  const findKept = keptFiles(db)
  const ready = createFileResponseCache(() => db.revision)
  const middleware: Middleware<RequestState> = async (ctx, next) => {
    if (!/^\/(gallery-)?uploads\//.test(ctx.path)) return next()
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      throw new Problem('method_not_allowed', { allow: ['GET', 'HEAD'] })
    }
    const { revision } = db
    const [, place, name = '', stem = '', extension = ''] = ADDRESS.exec(ctx.path) ?? []
    const row = stem ? await findKept(stem) : null
    const file = row?.file
    const kind = fileKindByExtension(extension)
    if (!row || !file || !kind || file.folder !== place || !allFileNames(file).includes(name)) {
      throw new Problem('not_found')
    }
    const now = clock()
    const isPublic = isVisible(row, now)
    if (!isPublic && !(await isSignedIn(authenticate, ctx))) throw new Problem('not_found')
    const age = maxAge(YEAR_SECONDS, row.expiresAt, now)
    ctx.set('Cache-Control', isPublic ? `public, max-age=${age}, immutable` : 'no-store')
    setHeaders(ctx, { file, kind, name })
    const kept = path.join(directoryOf(folder, file.folder), name)
    const size = await sendFile(ctx, kept)
    // What is to be gone one day says each time how long it stays.
    if (!isPublic || row.expiresAt || size === null || ctx.url !== ctx.path) return
    ready.remember(ctx.url, revision, { path: kept, size, headers: shareableHeaders(ctx.res) })
  }
  return { answer: ready.answer, middleware }
}

function setHeaders(
  ctx: FileContext,
  { file, kind, name }: { file: StoredFile; kind: FileKind; name: string },
): void {
  ctx.set(
    'Content-Type',
    kind.mimeType === 'text/plain' ? 'text/plain; charset=utf-8' : kind.mimeType,
  )
  ctx.attachment(downloadName(file.name, kind.extension), {
    type: kind.inline ? 'inline' : 'attachment',
  })
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox")
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
  ctx.set('Accept-Ranges', 'bytes')
  // A name is never given to another content, so the name says all that a hash would.
  ctx.set('ETag', `"${name}"`)
}

const MAX_REMEMBERED = 5000

type KeptFile = Pick<EntryRow, 'file' | 'deletedAt' | 'publishAt' | 'expiresAt'>

/** Looks files up by their stem, remembering what it found until something is written. */
function keptFiles(db: Database): (stem: string) => Promise<KeptFile | null> {
  const remembered = new LRUCache<string, KeptFile>({ max: MAX_REMEMBERED })
  let rememberedAt = db.revision
  return async (stem) => {
    const { revision } = db
    if (revision !== rememberedAt) remembered.clear()
    rememberedAt = revision
    const known = remembered.get(stem)
    if (known) return known
    const row = await db.read.findOneBy(EntryRow, { fileStem: stem, deletedAt: IsNull() })
    const found = row ?? (await sitePicture(db, stem))
    if (!found) return null
    const { file, deletedAt, publishAt, expiresAt } = found
    const kept = { file, deletedAt, publishAt, expiresAt }
    // A write may have come meanwhile: what was read before it must not be remembered after it.
    if (revision === db.revision) remembered.set(stem, kept)
    return kept
  }
}

/** Pictures of the site itself are there for everyone at all times. */
async function sitePicture(db: Database, stem: string): Promise<KeptFile | null> {
  const file = await sitePictureFile(db.read, stem)
  return file && { file, deletedAt: null, publishAt: null, expiresAt: null }
}

/** A file that everyone may have, and what is said of it. */
interface CachedFile {
  /** Where it lies. */
  path: string
  /** Bytes. */
  size: number
  /** All headers but length and part. */
  headers: Readonly<Record<string, string>>
}

/** The files that readers want at present: on result day all want the same one. */
interface FileResponseCache {
  /** @param revision of the database at which everyone was found to see it */
  remember(address: string, revision: number, file: CachedFile): void
  /**
   * Streams a file, or the part that is asked for, if it is remembered and nothing was written since.
   * @param otherwise answers in our place where the file is gone
   * @returns false where somebody else has to answer
   */
  answer(req: IncomingMessage, res: ServerResponse, otherwise: () => void): boolean
}

const MAX_FILES = 500

/** @param revision tells that of the database as it is now */
function createFileResponseCache(revision: () => number): FileResponseCache {
  const files = new LRUCache<string, CachedFile & { flat: string[] }>({ max: MAX_FILES })
  let at = revision()
  const startRevision = () => {
    if (revision() === at) return
    at = revision()
    files.clear()
  }

  return {
    remember(address, seenAt, file) {
      startRevision()
      if (seenAt !== at) return
      files.set(address, { ...file, flat: Object.entries(file.headers).flat() })
    },
    answer(req, res, otherwise) {
      startRevision()
      const file = files.get(req.url ?? '')
      if (!file || req.method !== 'GET' || isConditional(req)) return false
      const { size } = file
      const range = req.headers.range === undefined ? null : byteRange(req.headers.range, size)
      if (range === 'unsatisfiable') return false
      const { start, end } = range ?? { start: 0, end: size - 1 }
      const part = range ? ['Content-Range', `bytes ${start}-${end}/${size}`] : []
      const bytes = createReadStream(file.path, { start, end })
      bytes.once('open', () => {
        const length = String(end - start + 1)
        res.writeHead(range ? 206 : 200, [...file.flat, 'Content-Length', length, ...part])
        bytes.pipe(res)
      })
      bytes.once('error', () => {
        if (res.headersSent) res.destroy()
        else otherwise()
      })
      res.once('close', () => bytes.destroy())
      return true
    },
  }
}

function isConditional({ headers }: IncomingMessage): boolean {
  return headers['if-none-match'] !== undefined || headers['if-range'] !== undefined
}

/** For how many seconds readers may keep something: `most`, or until it is to be gone. */
export function maxAge(most: number, expiresAt: string | null | undefined, now: Date): number {
  if (!expiresAt) return most
  const left = Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000)
  return Math.max(0, Math.min(most, left))
}
