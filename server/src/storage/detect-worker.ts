import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import type { FileExtension } from '@bidyaloy/shared/collections/file-kinds'
import { oleKind, ooxmlKind } from './office-formats.ts'
import { answerJobs, JobError } from './worker-entry.ts'

/** What a page, a drawing or a script begins with or cannot do without. */
const MARKUP =
  /<(?:!doctype|!--|\?xml|\?php|\?=|%|html|head|body|script|svg|iframe|object|embed|style|img|link|meta|base|form|math|a\s|h[1-6]|div|table|title)|^\s*(?:#!|%!PS|\{\\rtf)/i
const CONTROL = /[^\P{Cc}\t\n\r\f]/u
/** Longer than anything that `MARKUP` matches: text is looked at in pieces that overlap by it. */
const OVERLAP = 32

/**
 * Whether a file is text and nothing else: valid UTF-8 (or UTF-16 with its mark), no control
 * characters, no markup or script. Read in pieces, whatever its size.
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
      // A blank that is no line start keeps `^` to the beginning of the file.
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

/** What is asked of the process that looks into uploads. */
export interface DetectJob {
  path: string
  /** Bytes. */
  size: number
  /** What its first bytes, or for text its name, say that it is. */
  sort: 'zip' | 'compound' | 'text'
}

answerJobs(async ({ path, size, sort }: DetectJob): Promise<FileExtension | null> => {
  if (sort === 'text') return (await isPlainText(path)) ? 'txt' : null
  const handle = await open(path)
  try {
    const look = sort === 'zip' ? ooxmlKind : oleKind
    return await look(handle, size)
  } catch (error) {
    if (error instanceof RangeError) throw new JobError('damaged', error)
    throw error
  } finally {
    await handle.close()
  }
})
