import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import type { FileExtension } from '@bidyaloy/shared/collections/file-kinds'
import { oleKind, ooxmlKind } from '../lib/office-formats.ts'
import { JobError, runJobs } from '../lib/worker-entry.ts'

/** Matches markup and scripts: HTML, SVG, XML, PostScript, RTF, shell. */
const MARKUP =
  /<(?:!doctype|!--|\?xml|\?php|\?=|%|html|head|body|script|svg|iframe|object|embed|style|img|link|meta|base|form|math|a\s|h[1-6]|div|table|title)|^\s*(?:#!|%!PS|\{\\rtf)/i
const CONTROL = /[^\P{Cc}\t\n\r\f]/u
/** Longer than any match of `MARKUP`: chunks of text overlap by this many characters. */
const OVERLAP = 32

/**
 * Whether a file is plain text: valid UTF-8 (or UTF-16 with a byte order mark), no control
 * characters, no markup or script. Reads the file in chunks.
 */
async function isPlainText(path: string): Promise<boolean> {
  let decoder: TextDecoder | undefined
  let end = ''
  try {
    for await (const chunk of createReadStream(path)) {
      const bytes: Buffer = chunk
      const first = !decoder
      decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true })
      const text = decoder.decode(bytes, { stream: true })
      if (CONTROL.test(text)) return false
      // The leading dot restricts `^` to the beginning of the file.
      if (MARKUP.test(first ? text : `.${end}${text}`)) return false
      end = text.slice(-OVERLAP)
    }
    decoder?.decode()
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
  return decoder !== undefined
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** A job of the worker that inspects uploads. */
export interface DetectJob {
  path: string
  /** Bytes. */
  size: number
  /** Container format according to the first bytes, or for text to the name. */
  sort: 'zip' | 'compound' | 'text'
}

runJobs(async ({ path, size, sort }: DetectJob): Promise<FileExtension | null> => {
  if (sort === 'text') return (await isPlainText(path)) ? 'txt' : null
  if (sort === 'zip') return ooxmlKind(path, size)
  const handle = await open(path)
  try {
    return await oleKind(handle, size)
  } catch (error) {
    if (error instanceof RangeError) throw new JobError('damaged', error)
    throw error
  } finally {
    await handle.close()
  }
})
