import { open } from 'node:fs/promises'
import path from 'node:path'
import { validationText } from '@bidyaloy/shared/api/issue-text'
import { invalidField, Problem } from '@bidyaloy/shared/api/problem'
import {
  type FileExtension,
  type FileKind,
  fileKindByExtension,
} from '@bidyaloy/shared/collections/file-kinds'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import type { DataFolder } from '../data-folder.ts'
import type { StagedFile } from '../http/multipart-upload.ts'
import { readPart } from '../lib/office-formats.ts'
import { createWorkerPool, failureOf } from '../lib/worker-pool.ts'
import type { DetectJob } from './detect-worker.ts'

type StagingFolder = Pick<DataFolder, 'root' | 'staging'>

/**
 * Detects the type of an upload from its content; the name matters only for plain text. Every
 * upload is checked here. Pictures are checked further by decoding them.
 * @param folder data folder of the school, with the staged file
 * @throws Problem `validation_failed` (empty, damaged), `unsupported_media_type`
 */
export async function detectFileType(
  file: StagedFile,
  accepts: readonly FileExtension[],
  folder: StagingFolder,
): Promise<FileKind> {
  if (file.size === 0) throw emptyFile()
  const extension = await extensionOf(file, folder)
  const isAccepted = extension !== null && accepts.includes(extension)
  const kind = isAccepted ? fileKindByExtension(extension) : undefined
  if (!kind) throw unsupportedType(accepts, { name: file.name, extension })
  return kind
}

async function extensionOf(file: StagedFile, folder: StagingFolder): Promise<FileExtension | null> {
  const head = await headOf(file)
  if (head.startsWith('%PDF-')) return 'pdf'
  const picture = pictureKind(head)
  if (picture) return picture
  const sort = containerOf(head, file.name)
  return sort && extensionInside({ path: file.path, size: file.size, sort }, folder)
}

const HEAD_BYTES = 12

/** Returns the first bytes of a file as Latin-1 text. */
async function headOf({ path: file, size }: StagedFile): Promise<string> {
  const handle = await open(file)
  try {
    return (await readPart(handle, 0, Math.min(size, HEAD_BYTES))).toString('latin1')
  } finally {
    await handle.close()
  }
}

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Returns the picture type of a file signature; decoding verifies it later. */
function pictureKind(head: string): FileExtension | null {
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  if (!head.startsWith('ftyp', 4)) return null
  const brand = head.slice(8)
  if (brand === 'avif' || brand === 'avis') return 'avif'
  return HEIC_BRANDS.includes(brand) ? 'heic' : null
}

function containerOf(head: string, name: string): DetectJob['sort'] | null {
  if (head.startsWith('PK\x03\x04')) return 'zip'
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'compound'
  return path.extname(name).toLowerCase() === '.txt' ? 'text' : null
}

/** A file of 25 MB takes 0.1 s. */
const CPU_MS = 10_000
const TIMEOUT_MS = MINUTE_MS
const MEMORY_MB = 256

/** Detects types that need parsing of the file, in a worker process. */
async function extensionInside(
  job: DetectJob,
  { root, staging }: StagingFolder,
): Promise<FileExtension | null> {
  const pool = createWorkerPool<DetectJob, FileExtension | null, 'damaged'>({
    module: 'detect-worker',
    processes: 2,
    timeoutMs: TIMEOUT_MS,
    cpuMs: CPU_MS,
    memoryMb: MEMORY_MB,
    school: root,
    may: { read: [staging] },
    crashError: 'damaged',
  })
  const result = await pool.run(job)
  if ('failed' in result) throw failureOf(result)
  if ('fault' in result) throw damagedFile(new Error(result.message))
  return result.made
}

const onFile = (text: { bn: string; en: string }, cause?: unknown) =>
  invalidField('file', text, cause)

const emptyFile = () => onFile(validationText('valid.file.empty'))
export const damagedFile = (cause?: unknown) => onFile(validationText('valid.file.damaged'), cause)
export const tooManyPixels = (max: number) => onFile(validationText('valid.file.pixels', { max }))
export const tooLarge = (cause?: unknown) => onFile(validationText('valid.file.memory'), cause)

/**
 * Creates the problem for a type that the collection does not accept.
 * @param name of the file; for `.pdf`, the message says that the content is not a PDF
 * @param extension of the content, if it is known; for `heic`, the message says what to do
 */
export function unsupportedType(
  accepts: readonly FileExtension[],
  {
    name = '',
    extension,
    cause,
  }: { name?: string; extension?: string | null; cause?: unknown } = {},
): Problem {
  const isNamedPdf = accepts.includes('pdf') && path.extname(name).toLowerCase() === '.pdf'
  const textOfType = () =>
    isNamedPdf
      ? validationText('valid.file.notPdf')
      : validationText('valid.file.type', { types: accepts.join(', ').toUpperCase() })
  const text = extension === 'heic' ? validationText('valid.file.heic') : textOfType()
  return new Problem('unsupported_media_type', { sentence: text, fields: { file: text }, cause })
}
