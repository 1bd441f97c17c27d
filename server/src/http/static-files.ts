import { createReadStream, type ReadStream } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '@bidyaloy/shared/api/problem'
import { type FileKind, fileKindByExtension } from '@bidyaloy/shared/collections/file-kinds'
import { entryPath, isPaged } from '@bidyaloy/shared/collections/registry'
import type { Middleware, ParameterizedContext } from 'koa'
import { type EntityManager, IsNull } from 'typeorm'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import {
  EntryChangeRow,
  EntryRow,
  FileOwnerRow,
  SitePictureRow,
  type StoredFile,
  VersionRow,
} from '../db/entities.ts'
import { filesOfRow, storedFilesOf } from '../db/entry-content.ts'
import { isVisible } from '../db/entry-times.ts'
import { isReadable, NEVER } from '../db/stored-values.ts'
import { createBoundedCache } from '../lib/bounded-cache.ts'
import { isNodeError } from '../lib/node-error.ts'
import { allFileNames, downloadName, fileName, presentPageName } from '../storage/file-names.ts'
import type { FileStore } from '../storage/file-store.ts'
import { assertRead, isNotModified, shareableHeaders } from './request.ts'
import type { RequestState } from './request-log.ts'
import { type Authenticate, isSignedIn } from './require-admin.ts'

type FileContext = ParameterizedContext<RequestState>

/** What is taken back goes from browsers, and from caches between, within a day. */
export const CACHE_SECONDS = { browsers: 43_200, shared: 3600, whileRevalidating: 43_200 }

/** Query parameter with the token of a preview. */
export const PREVIEW_PARAM = 'preview'

const ADDRESS =
  /^\/(uploads|gallery-uploads)\/(([0-9a-z]{20})(?:-d[0-9]{1,2})?(?:-p[0-9]{1,2})?(?:-[0-9]{1,4})?\.([a-z]{3,4}))$/

/**
 * Serves the uploads at `/uploads/…` and `/gallery-uploads/…`: to everyone while the entry is
 * visible, to who has a preview of it, and to signed-in admins always. The address of a replaced file,
 * or of a page picture that was rendered again, redirects to the present one, or to the page of an entry that has none any more; with `?version`, admins get the replaced
 * file itself. `respondFromCache` serves public files without Koa.
 */
export function uploadedFiles({
  files,
  db,
  clock,
  authenticate,
  previews,
}: {
  files: FileStore
  db: Database
  clock: Clock
  authenticate: Authenticate
  previews: { showsFile(token: string, stem: string): Promise<boolean> }
}) {
  const findStored = storedFiles(db)
  const responses = createFileResponseCache(db, files, clock)
  /** Whether the request may have a file that visitors do not see. */
  const showsHidden = async (ctx: FileContext, stem: string) => {
    const token = ctx.query[PREVIEW_PARAM]
    if (typeof token === 'string' && (await previews.showsFile(token, stem))) return true
    return isSignedIn(authenticate, ctx)
  }
  const middleware: Middleware<RequestState> = async (ctx, next) => {
    if (!/^\/(gallery-)?uploads\//.test(ctx.path)) return next()
    assertRead(ctx)
    const { revision } = db
    const [, directory, name = '', stem = '', extension = ''] = ADDRESS.exec(ctx.path) ?? []
    const row = stem ? await findStored(stem) : null
    if (!row) throw new Problem('not_found')
    const now = clock()
    const isPublic = isVisible(row, now)
    if (!isPublic && !(await showsHidden(ctx, stem))) throw new Problem('not_found')
    const former = row.former && 'version' in ctx.query && (await isSignedIn(authenticate, ctx))
    const file = former ? row.former : row.file
    const present = file ? `/${file.folder}/${fileName(file)}` : row.page
    if (present && file?.stem !== stem && name === `${stem}.${extension}`) {
      return redirectTo(ctx, present)
    }
    const drawn = file?.stem === stem ? presentPageName(file, name) : null
    if (file && drawn) return redirectTo(ctx, `/${file.folder}/${drawn}`)
    const kind = fileKindByExtension(extension)
    if (!file || !kind || file.folder !== directory || !allFileNames(file).includes(name)) {
      throw new Problem('not_found')
    }
    const isShared = isPublic && !former
    ctx.set('Cache-Control', isShared ? publicCaching(row.expiresAt, now) : 'no-store')
    setHeaders(ctx, { file, kind, name })
    const stored = { folder: file.folder, name }
    const size = await sendFile(ctx, {
      name,
      open: () => files.use(file.folder, name, (opened) => fs.open(opened)),
    })
    // The max-age of an entry that expires differs with each response.
    if (!isShared || row.expiresAt || size === null || ctx.url !== ctx.path) return
    const headers = Object.entries(shareableHeaders(ctx.res)).flat()
    responses.remember(ctx.url, revision, { ...stored, size, headers, publishAt: row.publishAt })
  }
  return { respondFromCache: responses.respond, middleware }
}

/** Returns the `Cache-Control` of a public file, by which nobody has it after `expiresAt`. */
function publicCaching(expiresAt: string | null, now: Date): string {
  const { browsers, shared, whileRevalidating } = CACHE_SECONDS
  const age = maxAge(browsers, expiresAt, now)
  const stale = maxAge(browsers + whileRevalidating, expiresAt, now) - age
  const ages = [`max-age=${age}`, `s-maxage=${Math.min(shared, age)}`]
  return ['public', ...ages, `stale-while-revalidate=${stale}`].join(', ')
}

/** Redirects from the address of a replaced file to the present one, which may be replaced too. */
function redirectTo(ctx: FileContext, address: string): void {
  ctx.status = 301
  ctx.set('Cache-Control', 'no-cache')
  ctx.redirect(address)
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
  // A name is never reused for other content, so it identifies the content as a hash would.
  ctx.set('ETag', `"${name}"`)
}

/** Creates a cache of values that are valid until the next write. */
function createRevisionCache<V extends object>(db: Database, max: number) {
  const values = createBoundedCache<string, V>(max)
  let revision = db.revision
  const current = () => {
    if (db.revision !== revision) values.clear()
    revision = db.revision
    return values
  }
  return {
    get: (key: string) => current().get(key),
    /** @param readAt revision at which the value was read; an outdated value is not stored */
    set(key: string, readAt: number, value: V) {
      if (readAt === db.revision) current().set(key, value)
    },
  }
}

const MAX_OWNERS = 5000

/** A file's owner: its visibility, and the file; if it was replaced, the first present file. */
interface FileOwner extends Pick<EntryRow, 'file' | 'deletedAt' | 'publishAt' | 'expiresAt'> {
  /** Address of the entry; null if it has none. */
  page: string | null
  /** The replaced file, if a former version still has it. */
  former?: StoredFile
}

/** Looks up files by their stem. */
function storedFiles(db: Database): (stem: string) => Promise<FileOwner | null> {
  const owners = createRevisionCache<FileOwner>(db, MAX_OWNERS)
  return async (stem) => {
    const known = owners.get(stem)
    if (known) return known
    const { revision } = db
    const row = await db.read.findOneBy(EntryRow, { fileStem: stem, deletedAt: IsNull() })
    const owner = row
      ? ownerOf(row, row.file)
      : ((await sitePicture(db.read, stem)) ?? (await furtherOwner(db.read, stem)))
    if (owner) owners.set(stem, revision, owner)
    return owner
  }
}

function ownerOf(row: EntryRow, file: StoredFile | null): FileOwner {
  const { id, collection, deletedAt, publishAt, expiresAt } = row
  const page = isPaged(collection) ? entryPath(collection, id) : null
  return { file, page, deletedAt, publishAt, expiresAt }
}

/** Returns a picture of the site itself, which is always public, or a former one. */
async function sitePicture(read: EntityManager, stem: string): Promise<FileOwner | null> {
  const always = { page: null, deletedAt: null, publishAt: null, expiresAt: null }
  const picture = await read.findOneBy(SitePictureRow, { fileStem: stem })
  if (picture && isReadable(picture)) return { file: picture.file, ...always }
  const versions = await read.findBy(VersionRow, { recordType: 'settings' })
  const former = versions.flatMap(({ files }) => files ?? []).find((file) => file.stem === stem)
  return former ? { file: null, former, ...always } : null
}

/** Returns the owner of a further or replaced file of an entry. */
async function furtherOwner(read: EntityManager, stem: string): Promise<FileOwner | null> {
  const owner = await read.findOneBy(FileOwnerRow, { stem })
  const row =
    owner && (await read.findOneBy(EntryRow, { seq: owner.entrySeq, deletedAt: IsNull() }))
  if (!row) return null
  const isNamed = (file: StoredFile) => file.stem === stem
  const file = storedFilesOf(row).find(isNamed)
  if (file) return ownerOf(row, file)
  const change = await read.findOneBy(EntryChangeRow, { entrySeq: row.seq })
  const changed = change?.files?.find(isNamed)
  // Only of the change, which no visitor sees.
  if (changed) return { ...ownerOf(row, changed), publishAt: NEVER }
  const versions = await read.findBy(VersionRow, { recordType: row.collection, recordId: row.id })
  const former = versions.flatMap(({ files }) => files ?? []).find(isNamed)
  const blurred = filesOfRow(row).find((one) => one.blurredFrom === stem)
  return { ...ownerOf(row, blurred ?? row.file), ...(former && { former }) }
}

/** A public file and its response headers. */
interface CachedFile extends Pick<StoredFile, 'folder' | 'name'>, Pick<EntryRow, 'publishAt'> {
  /** Bytes. */
  size: number
  /** All headers except Content-Length and Content-Range, as a flat list for `writeHead`. */
  headers: string[]
}

const MAX_FILES = 500

/** Creates the cache of responses for public files; on result day most readers request the same file. */
function createFileResponseCache(db: Database, store: FileStore, clock: Clock) {
  const files = createRevisionCache<CachedFile>(db, MAX_FILES)
  return {
    remember: files.set,
    /**
     * Streams a file, or the requested range of it, if it is cached.
     * @param fallback answers instead when the file cannot be opened
     * @returns false if the request was not handled
     */
    respond(req: IncomingMessage, res: ServerResponse, fallback: () => void): boolean {
      const file = files.get(req.url ?? '')
      if (!file || req.method !== 'GET' || isConditional(req)) return false
      // The clock was ahead.
      if (file.publishAt !== null && file.publishAt > clock().toISOString()) return false
      const stored = store.here(file.folder, file.name)
      if (stored === null) return false
      const { size } = file
      const range = req.headers.range === undefined ? null : byteRange(req.headers.range, size)
      if (range === 'unsatisfiable') return false
      const { start, end } = range ?? { start: 0, end: size - 1 }
      const part = range ? ['Content-Range', `bytes ${start}-${end}/${size}`] : []
      const bytes = createReadStream(stored, { start, end })
      bytes.once('open', () => {
        const length = String(end - start + 1)
        res.writeHead(range ? 206 : 200, [...file.headers, 'Content-Length', length, ...part])
        bytes.pipe(res)
      })
      bytes.once('error', () => {
        if (res.headersSent) res.destroy()
        else fallback()
      })
      res.once('close', () => bytes.destroy())
      return true
    },
  }
}

function isConditional({ headers }: IncomingMessage): boolean {
  return headers['if-none-match'] !== undefined || headers['if-range'] !== undefined
}

/** Returns for how many seconds a response may be cached: at most `longest`, and never past `expiresAt`. */
export function maxAge(longest: number, expiresAt: string | null | undefined, now: Date): number {
  if (!expiresAt) return longest
  const left = Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000)
  return Math.max(0, Math.min(longest, left))
}

/**
 * Responds with a file or the requested range of it. The caller sets the headers first, including
 * the ETag.
 * @param file its name for the log, and a function that opens it
 * @returns the size of the file in bytes; null if no part of it was sent
 * @throws Problem `not_found` if the file is missing; StorageUnavailable
 */
export async function sendFile(
  ctx: FileContext,
  { name, open }: { name: string; open: () => Promise<FileHandle> },
): Promise<number | null> {
  ctx.status = 200
  if (isNotModified(ctx)) {
    ctx.status = 304
    return null
  }
  const handle = await open().catch((error: unknown) => {
    removeFileHeaders(ctx)
    if (!isNodeError(error, 'ENOENT')) throw error
    ctx.state.log.error({ file: name }, 'a published file is missing')
    throw new Problem('not_found', { cause: error })
  })
  let bytes: ReadStream | undefined
  try {
    const { size } = await handle.stat()
    const range = acceptsRange(ctx) ? byteRange(ctx.get('Range'), size) : null
    if (range === 'unsatisfiable') return rejectRange(ctx, size)
    const { start, end } = range ?? { start: 0, end: size - 1 }
    if (range) {
      ctx.status = 206
      ctx.set('Content-Range', `bytes ${start}-${end}/${size}`)
    }
    if (ctx.method === 'GET') {
      bytes = handle.createReadStream({ start, end })
      ctx.body = bytes
    }
    ctx.length = end - start + 1
    return size
  } finally {
    // The stream closes the handle at its end.
    if (!bytes) await handle.close()
  }
}

function removeFileHeaders(ctx: FileContext): void {
  for (const name of ['Content-Type', 'Content-Disposition', 'ETag']) ctx.remove(name)
}

function rejectRange(ctx: FileContext, size: number): null {
  removeFileHeaders(ctx)
  ctx.status = 416
  ctx.set('Content-Range', `bytes */${size}`)
  ctx.set('Cache-Control', 'no-store')
  ctx.body = ''
  return null
}

/** Whether a range may be sent: `If-Range` is absent or names the current content. */
function acceptsRange(ctx: FileContext): boolean {
  const condition = ctx.get('If-Range')
  return ctx.method === 'GET' && (condition === '' || condition === ctx.response.get('ETag'))
}

/**
 * Parses a `Range` header for a body of `size` bytes into the first and the last byte, inclusive.
 * Returns null when the whole body is to be sent: no header, an unknown unit, or several ranges.
 */
export function byteRange(
  header: string,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header.replace(/\s/g, ''))
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}
