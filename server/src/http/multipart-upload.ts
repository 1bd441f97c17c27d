import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import { MAX_TOTAL_FILES } from '@bidyaloy/shared/collections/entry'
import koaMulter, { type StreamHandler } from '@koa/multer'
import type { Context } from 'koa'
import type { StorageEngine } from 'multer'
import * as z from 'zod'
import { newFileStem } from '../ids.ts'
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts'
import { repeatedField } from './request.ts'

/** A completely received upload in the staging folder, not yet referenced by a record. */
export interface StagedFile {
  /** Path in the staging folder. */
  path: string
  /** File name sent by the client; data only, never part of a path. */
  name: string
  /** Bytes. */
  size: number
  /** Removes the staged file. Does nothing once the file has been stored. */
  discard(): Promise<void>
  /** Removes what the file was made of, after the write that used it. */
  done?(): Promise<void>
}

/** A parsed body: its fields, not yet validated, and its staged files in order. */
export interface MultipartBody {
  fields: unknown
  files: StagedFile[]
}

/** Reads a multipart body, streaming its files to the staging folder. */
export type ReadMultipart = (ctx: Context, maxFiles: number) => Promise<MultipartBody>

const MEGABYTE = 1024 * 1024
/** Limit for everything but the files: boundaries, part headers, text fields. */
const MAX_FORM_BYTES = 128 * 1024
/** Enough for the longest text of an entry. */
const MAX_FIELD_BYTES = 64 * 1024
const MAX_FIELDS = 20
/** Bytes received between two checks of the disk space. */
const BYTES_BETWEEN_CHECKS = 8 * MEGABYTE

interface UploadOptions {
  /** Folder for incoming files. */
  staging: string
  /** Largest file, in bytes. */
  maxBytes: number
  /** Rejects when the disk is nearly full; called while bytes arrive. */
  assertDiskSpace?: () => Promise<void>
}

/**
 * Creates a reader of multipart bodies with `file` parts, which are streamed to the disk. The reader
 * removes the staged files when it throws Problem `too_large`, `malformed_body`,
 * `validation_failed` or `unsupported_media_type`.
 */
export function createReadMultipart({
  staging,
  maxBytes,
  assertDiskSpace,
}: UploadOptions): ReadMultipart {
  return async (ctx, maxFiles) => {
    const staged: string[] = []
    const storage = koaMulter.diskStorage({
      destination: (_req, _file, done) => done(null, staging),
      filename: (_req, _file, done) => {
        const name = newFileStem()
        staged.push(path.join(staging, name))
        done(null, name)
      },
    })
    const discard = async () => {
      for (const file of staged) await fs.rm(file, { force: true })
    }
    const limits = limitsOf(maxBytes, maxFiles)
    const receiving = { ...limits, storage, discard, assertDiskSpace }
    return receive(ctx, receiving, ({ body, files }) => ({
      fields: textFields(body),
      files: StagedFiles.parse(files).map(({ originalname: name, size, path: stagedPath }) => ({
        name,
        size,
        path: stagedPath,
        discard: () => fs.rm(stagedPath, { force: true }),
      })),
    }))
  }
}

const StagedFiles = z.array(
  z.object({ originalname: z.string(), size: z.number(), path: z.string() }),
)

/**
 * Creates a reader of multipart bodies with one `file` part, of which it keeps nothing but the SHA-256,
 * in hexadecimal digits; null without a file. Throws what the reader above throws.
 */
export function createHashMultipart({
  maxBytes,
}: Pick<UploadOptions, 'maxBytes'>): (
  ctx: Context,
) => Promise<{ fields: unknown; sha256: string | null }> {
  return async (ctx) => {
    const limits = limitsOf(maxBytes, 1)
    const discard = async () => undefined
    return receive(ctx, { ...limits, storage: hashing, discard }, ({ body, files }) => ({
      fields: textFields(body),
      sha256: HashedFiles.parse(files)[0]?.filename ?? null,
    }))
  }
}

/** Named by their hashes. */
const HashedFiles = z.array(z.object({ filename: z.string() }))

const hashing: StorageEngine = {
  _handleFile(_req, { stream }, done) {
    const hash = createHash('sha256')
    stream.on('data', (chunk: Buffer) => hash.update(chunk))
    stream.once('error', done)
    stream.once('end', () => done(null, { filename: hash.digest('hex') }))
  },
  _removeFile: (_req, _file, done) => done(null),
}

const limitsOf = (maxBytes: number, maxFiles: number) => ({
  maxBytes,
  maxTotalBytes: maxBytes * Math.min(maxFiles, MAX_TOTAL_FILES) + MAX_FORM_BYTES,
  maxFiles,
})

interface Receiving extends ReturnType<typeof limitsOf> {
  storage: StorageEngine
  /** Removes what is stored. */
  discard: () => Promise<void>
  assertDiskSpace?: UploadOptions['assertDiskSpace']
}

/**
 * Reads a body.
 * @param present returns the result; if it throws, nothing stays stored either
 * @throws Problem when nothing is stored any more
 */
async function receive<T>(
  ctx: Context,
  receiving: Receiving,
  present: (received: z.output<typeof Received>) => T,
): Promise<T> {
  const { maxBytes, maxTotalBytes, maxFiles, discard } = receiving
  // The client disconnected before its body was read.
  if (ctx.req.destroyed) throw new Problem('malformed_body')
  if (ctx.get('Content-Encoding')) throw new Problem('unsupported_media_type')
  if ((ctx.request.length ?? 0) > maxTotalBytes) throw tooLarge(maxBytes)
  // `parse` settles only when the whole body was received; `reject` ends the upload immediately.
  let reject: (reason: unknown) => void = () => undefined
  const rejection = new Promise<never>((_, rejectPromise) => {
    reject = rejectPromise
  })
  // Also rejected after the race has ended; that must not count as unhandled.
  rejection.catch(() => undefined)

  const parsing = parse(ctx, { ...receiving, reject })
  try {
    const received = present(await Promise.race([parsing, rejection]))
    await yieldToEventLoop()
    return received
  } catch (error) {
    await discard()
    // The parser may open a file later: when it fails too, the file is removed again.
    parsing.catch(discard)
    throw asProblem(error, { maxBytes, maxFiles })
  }
}

interface ParseOptions extends Receiving {
  /** Rejects the upload while it is received. */
  reject: (reason: unknown) => void
}

async function parse(ctx: Context, options: ParseOptions): Promise<z.output<typeof Received>> {
  const { storage, maxBytes, maxFiles, reject } = options
  const upload = koaMulter({
    storage,
    defParamCharset: 'utf8',
    limits: {
      files: maxFiles,
      fileSize: maxBytes,
      fields: MAX_FIELDS,
      parts: MAX_FIELDS + maxFiles + 1,
      fieldSize: MAX_FIELD_BYTES,
      fieldNameSize: 100,
      fieldNestingDepth: 0,
      headerPairs: 20,
    },
    fileFilter: (_req, file, done) => {
      const isExpected = file.fieldname === 'file'
      if (!isExpected) reject(missingFile())
      done(null, isExpected)
    },
    streamHandler: countingBytes(options),
  })
  await upload.any()(ctx, async () => undefined)
  return Received.parse(ctx.request)
}

/** What the parser adds to the request. */
const Received = z.object({ body: z.unknown(), files: z.unknown().default([]) })

/** Pipes the request to the parser and aborts at a limit, which the parser reports only at the end. */
function countingBytes(options: ParseOptions): StreamHandler {
  const { maxBytes, maxTotalBytes, maxFiles, reject, assertDiskSpace } = options
  return (req, parser) => {
    let bytes = 0
    let checkedAt = 0
    const abort = (reason: unknown) => {
      reject(reason)
      req.unpipe(parser)
      parser.destroy(reason instanceof Error ? reason : undefined)
    }
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxTotalBytes) abort(tooLarge(maxBytes))
      if (assertDiskSpace && bytes - checkedAt >= BYTES_BETWEEN_CHECKS) {
        checkedAt = bytes
        assertDiskSpace().catch(abort)
      }
    })
    parser.once('filesLimit', () => abort(tooManyFiles(maxFiles)))
    parser.once('fieldsLimit', () => abort(new Problem('malformed_body')))
    parser.once('partsLimit', () => abort(new Problem('malformed_body')))
    parser.once('error', reject)
    req.pipe(parser)
  }
}

function textFields(body: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(body ?? {})) {
    if (typeof value !== 'string') throw repeatedField(name)
    fields[name] = value
  }
  if (fields.file) throw missingFile()
  return fields
}

function missingFile(): Problem {
  return invalidField('file', validationText('valid.file.required'))
}

/** @param max maximum number of files */
export function tooManyFiles(max: number): Problem {
  const text =
    max === 1 ? validationText('valid.file.single') : validationText('valid.file.tooMany', { max })
  return invalidField('file', text)
}

/** @param maxBytes the limit, which the message names in megabytes */
export function tooLarge(maxBytes: number, cause?: unknown): Problem {
  const max = Math.round((maxBytes / MEGABYTE) * 10) / 10
  return new Problem('too_large', { sentence: validationText('valid.file.tooBig', { max }), cause })
}

function asProblem(
  error: unknown,
  { maxBytes, maxFiles }: Pick<ParseOptions, 'maxBytes' | 'maxFiles'>,
): unknown {
  if (error instanceof Problem) return error
  const { code, syscall, field } = Object(error) as Record<string, unknown>
  // A disk failure, such as ENOSPC, is not the client's error.
  if (syscall) return error
  if (code === 'LIMIT_FILE_SIZE') return tooLarge(maxBytes, error)
  if (code === 'LIMIT_FILE_COUNT') return tooManyFiles(maxFiles)
  if (code === 'LIMIT_FIELD_VALUE' && typeof field === 'string') {
    const tooLong = validationText('valid.text.tooLong', { max: MAX_FIELD_BYTES })
    return invalidField(field, tooLong, error)
  }
  return new Problem('malformed_body', { cause: error })
}
