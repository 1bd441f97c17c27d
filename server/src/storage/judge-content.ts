import { open } from 'node:fs/promises'
import path from 'node:path'
import {
  type FileExtension,
  type FileKind,
  fileKindByExtension,
} from '@bidyaloy/shared/collections/file-kinds'
import type { StagedFile } from '../http/multipart.ts'
import { damagedFile, emptyFile, wrongKind } from './file-problems.ts'
import { officeKindOfZip } from './office-zip.ts'
import { officeKindOfCompound } from './old-office.ts'
import { isPlainText } from './plain-text.ts'
import { readPart } from './read-part.ts'

/**
 * The kind of an upload, told by its content alone; its name decides only whether text is meant to
 * be text. The one judge for every way in. Pictures are judged further by decoding them.
 * @throws Problem `validation_failed` (empty, damaged), `unsupported_media_type`
 */
export async function judgeContent(
  file: StagedFile,
  accepts: readonly FileExtension[],
): Promise<FileKind> {
  if (file.size === 0) throw emptyFile()
  const extension = await extensionOf(file)
  const accepted = accepts.some((one) => one === extension)
  const kind = accepted && extension ? fileKindByExtension(extension) : undefined
  if (!kind) throw wrongKind(accepts)
  return kind
}

async function extensionOf({ path: file, name, size }: StagedFile): Promise<FileExtension | null> {
  const handle = await open(file)
  try {
    const head = await readPart(handle, 0, Math.min(size, 8))
    if (startsWith(head, '%PDF-')) return 'pdf'
    if (startsWith(head, 'PK\x03\x04')) return await officeKindOfZip(handle, size)
    if (startsWith(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) {
      return await officeKindOfCompound(handle, size)
    }
  } catch (error) {
    if (error instanceof RangeError) throw damagedFile(error)
    throw error
  } finally {
    await handle.close()
  }
  const picture = await pictureExtension(file)
  if (picture) return picture
  return path.extname(name).toLowerCase() === '.txt' && (await isPlainText(file)) ? 'txt' : null
}

const PICTURES: Readonly<Record<string, FileExtension>> = {
  jpg: 'jpg',
  png: 'png',
  apng: 'png',
  webp: 'webp',
  avif: 'avif',
  heic: 'heic',
}

async function pictureExtension(file: string): Promise<FileExtension | null> {
  // Loaded with the first upload: a server that is only read never needs it.
  const { fileTypeFromFile } = await import('file-type')
  const type = await fileTypeFromFile(file)
  return type && Object.hasOwn(PICTURES, type.ext) ? (PICTURES[type.ext] ?? null) : null
}

function startsWith(head: Buffer, signature: string): boolean {
  return head.toString('latin1').startsWith(signature)
}
