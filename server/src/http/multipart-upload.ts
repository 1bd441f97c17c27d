import fs from 'node:fs/promises'
import path from 'node:path'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { Problem } from '@bidyaloy/shared/api/problem'
import koaMulter, { type StreamHandler } from '@koa/multer'
import type { Context } from 'koa'
import { newFileStem } from '../ids.ts'
import { repeatedField } from './request.ts'

/** An upload on its way in, whole on the disk but belonging to nothing yet. */
export interface StagedFile {
  /** Where it lies, in the staging folder. */
  path: string
  /** The name that the sender gave it; data only, never part of a path. */
  name: string
  /** Bytes. */
  size: number
  /** Removes what is still staged. Does nothing once the file has been kept. */
  discard(): Promise<void>
}

/** A body that was read: its fields, still unchecked, and its file, staged. */
export interface MultipartBody {
  fields: unknown
  file: StagedFile | undefined
}

/** Reads a multipart body, streaming its file to the staging folder. */
export type ReadMultipart = (ctx: Context) => Promise<MultipartBody>

/** What a form may take beside its file: boundaries, part headers, text fields. */
const MEGABYTE = 1024 * 1024
const MAX_FORM_BYTES = 64 * 1024
const MAX_FIELD_BYTES = 16 * 1024

interface UploadOptions {
  /** Folder for files on their way in. */
  staging: string
  /** Largest file, in bytes. */
  maxBytes: number
  /** Rejects where the disk has no room for more; asked while the bytes come. */
  checkRoom?: () => Promise<void>
}

/** How many bytes are taken between two looks at the disk. */
const BYTES_BETWEEN_LOOKS = 8 * 1024 * 1024

/**
 * Reads multipart bodies with one `file` at most, straight to the disk.
 * @throws (from the function made) Problem `too_large`, `malformed_body`, `validation_failed`,
 *   `unsupported_media_type`; nothing stays staged then
 */
export function createReadMultipart({
  staging,
  maxBytes,
  checkRoom,
}: UploadOptions): ReadMultipart {
  const maxBody = maxBytes + MAX_FORM_BYTES
  return async (ctx) => {
    if (ctx.get('Content-Encoding')) throw new Problem('unsupported_media_type')
    if ((ctx.request.length ?? 0) > maxBody) throw tooLarge(maxBytes)

    const stagedPath = path.join(staging, newFileStem())
    const discard = () => fs.rm(stagedPath, { force: true })
    let refuse: (reason: unknown) => void = () => undefined
    const refusal = new Promise<never>((_, reject) => {
      refuse = reject
    })
    refusal.catch(() => undefined)

    const reading = parse(ctx, { stagedPath, maxBytes, maxBody, refuse, checkRoom })
    try {
      // The parser tells a refusal only when the whole body has come; the client hears it at once.
      const { fields, upload } = await Promise.race([reading, refusal])
      return { fields, file: upload && { ...upload, path: stagedPath, discard } }
    } catch (error) {
      await discard()
      // Its file may have been opened since: once more when the parser has let go of it.
      reading.catch(discard)
      throw asProblem(error, maxBytes)
    }
  }
}

interface ParseOptions {
  stagedPath: string
  maxBytes: number
  maxBody: number
  refuse: (reason: unknown) => void
  checkRoom: UploadOptions['checkRoom'] | undefined
}

interface Parsed {
  fields: MultipartBody['fields']
  upload: Pick<StagedFile, 'name' | 'size'> | undefined
}

async function parse(ctx: Context, options: ParseOptions): Promise<Parsed> {
  const { stagedPath, maxBytes, refuse } = options
  const { dir: destination, base: filename } = path.parse(stagedPath)
  const upload = koaMulter({
    storage: koaMulter.diskStorage({
      destination: (_req, _file, done) => done(null, destination),
      filename: (_req, _file, done) => done(null, filename),
    }),
    defParamCharset: 'utf8',
    limits: {
      files: 1,
      fileSize: maxBytes,
      fields: 10,
      parts: 12,
      fieldSize: MAX_FIELD_BYTES,
      fieldNameSize: 100,
      fieldNestingDepth: 0,
      headerPairs: 20,
    },
    fileFilter: (_req, file, done) => {
      const right = file.fieldname === 'file'
      if (!right) refuse(fileProblem('valid.file.required'))
      done(null, right)
    },
    streamHandler: countingBytes(options),
  })
  await upload.any()(ctx, async () => undefined)
  const { body, files } = ctx.request as { body?: unknown; files?: unknown }
  return { fields: textFields(body), upload: firstFile(files) }
}

/** Feeds the parser and breaks off at the limit, which the parser would notice only at the end. */
function countingBytes({ maxBytes, maxBody, refuse, checkRoom }: ParseOptions): StreamHandler {
  return (req, parser) => {
    let bytes = 0
    let looked = 0
    const breakOff = (reason: unknown) => {
      refuse(reason)
      req.unpipe(parser)
      parser.destroy(reason instanceof Error ? reason : undefined)
    }
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBody) breakOff(tooLarge(maxBytes))
      if (checkRoom && bytes - looked >= BYTES_BETWEEN_LOOKS) {
        looked = bytes
        checkRoom().catch(breakOff)
      }
    })
    parser.once('filesLimit', () => breakOff(fileProblem('valid.file.single')))
    parser.once('fieldsLimit', () => breakOff(new Problem('malformed_body')))
    parser.once('partsLimit', () => breakOff(new Problem('malformed_body')))
    parser.once('error', refuse)
    req.pipe(parser)
  }
}

function textFields(body: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(body ?? {})) {
    if (typeof value !== 'string') throw repeatedField(name)
    fields[name] = value
  }
  if (fields.file) throw fileProblem('valid.file.required')
  return fields
}

function firstFile(files: unknown): Parsed['upload'] {
  const [file] = Array.isArray(files) ? (files as { originalname: string; size: number }[]) : []
  return file && { name: file.originalname, size: file.size }
}

function fileProblem(key: 'valid.file.required' | 'valid.file.single'): Problem {
  return new Problem('validation_failed', { fields: { file: validationText(key) } })
}

/** @param maxBytes the limit, which the refusal names in megabytes */
function tooLarge(maxBytes: number, cause?: unknown): Problem {
  const max = Math.round((maxBytes / MEGABYTE) * 10) / 10
  return new Problem('too_large', { sentence: validationText('valid.file.tooBig', { max }), cause })
}

function asProblem(error: unknown, maxBytes: number): unknown {
  if (error instanceof Problem) return error
  const { code, syscall, field } = Object(error) as Record<string, unknown>
  // Trouble of the disk, such as no room: the server's, not the sender's.
  if (syscall) return error
  if (code === 'LIMIT_FILE_SIZE') return tooLarge(maxBytes, error)
  if (code === 'LIMIT_FILE_COUNT') return fileProblem('valid.file.single')
  if (code === 'LIMIT_FIELD_VALUE' && typeof field === 'string') {
    const tooLong = validationText('valid.text.tooLong', { max: MAX_FIELD_BYTES })
    return new Problem('validation_failed', { fields: { [field]: tooLong }, cause: error })
  }
  return new Problem('malformed_body', { cause: error })
}
