import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { byteRange } from './byte-range.ts'

/** A file that everyone may have, and what is said of it. */
export interface CachedFile {
  /** Where it lies. */
  path: string
  /** Bytes. */
  size: number
  /** All headers but length and part. */
  headers: Readonly<Record<string, string>>
}

/** The files that readers want at present: on result day all want the same one. */
export interface FileResponseCache {
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
export function createFileResponseCache(revision: () => number): FileResponseCache {
  const files = new Map<string, CachedFile & { flat: string[] }>()
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
      if (files.size >= MAX_FILES) files.clear()
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
