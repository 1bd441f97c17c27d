import fs from 'node:fs/promises'
import type { RefusalReason } from '@bidyaloy/shared/features/move-in/reasons'
import { TooLarge } from '../../../lib/limited-stream.ts'
import { errorCode } from '../../../lib/node-error.ts'
import { decoded } from './addresses.ts'
import { ZipRefused } from './archive.ts'
import type { RefusedItem } from './source.ts'

/** A file in a folder or zip. */
export interface LocalFile {
  /** Path in the folder or zip with `/`, NFC. Unique. */
  path: string
  size: number
  /** Time of its last change, if known. */
  at: Date | null
  /** What is the same for two files with the same bytes; files with another one are different. */
  likeness: string
  /** Its path on the disk; null in a zip. */
  disk: string | null
  /** Returns the first bytes. @throws ZipRefused; Error of the disk */
  head(maxBytes: number): Promise<Buffer>
  /** Returns the SHA-256. @throws ZipRefused; Error of the disk */
  hash(): Promise<string>
  /** Copies it, and returns its size. @throws ZipRefused, TooLarge; Error of the disk */
  copy(target: string, maxBytes: number, signal: AbortSignal): Promise<number>
}

/** The files that were given. */
export interface LocalFiles {
  files: readonly LocalFile[]
  refused: readonly RefusedItem[]
  /** Returns the file with a path, or else with one that only differs in capital letters, as on Windows. */
  at(path: string): LocalFile | undefined
  /** Finds a file by its path, or the end of it from `uploads` or the year on; null if there is none. */
  find(address: string): LocalFile | null
  /** Copies a file, with the limit of its size. */
  copy(
    file: LocalFile,
    target: string,
    signal: AbortSignal,
  ): Promise<{ size: number } | { reason: RefusalReason }>
  close(): Promise<void>
}

interface LocalFilesOptions {
  files: readonly LocalFile[]
  refused: readonly RefusedItem[]
  maxFileBytes: number
  close(): Promise<void>
}

/** Creates the list of given files. */
export function createLocalFiles(options: LocalFilesOptions): LocalFiles {
  const { files, refused, maxFileBytes } = options
  const byPath = new Map(files.map((file) => [file.path, file]))
  const byLetters = new Map(files.map((file) => [file.path.toLowerCase(), file]))
  let byEnd: Map<string, LocalFile> | null = null
  return {
    files,
    refused,
    at: (path) => byPath.get(path) ?? byLetters.get(path.toLowerCase()),
    find(address) {
      byEnd ??= new Map(files.flatMap((file) => endsOf(file.path).map((end) => [end, file])))
      const path = decoded(address.replace(/[?#].*$/s, ''))
      for (const end of endsOf(path)) {
        const found = byEnd.get(end)
        if (found) return found
      }
      return null
    },
    async copy(file, target, signal) {
      if (file.size > maxFileBytes) return { reason: 'too-large' }
      if (file.size === 0) return { reason: 'empty' }
      try {
        return { size: await file.copy(target, maxFileBytes, signal) }
      } catch (error) {
        await fs.rm(target, { force: true })
        signal.throwIfAborted()
        if (error instanceof TooLarge) return { reason: 'too-large' }
        if (error instanceof ZipRefused) return { reason: error.reason }
        const code = errorCode(error)
        // Of the disk, not of what is read.
        if (/^(ENOSPC|EDQUOT|EIO|EROFS|EMFILE)$/.test(code)) throw error
        return { reason: code === 'ENOENT' ? 'gone' : 'damaged' }
      }
    },
    close: options.close,
  }
}

/** The path as a whole, from `uploads` on, and from the year on. */
function endsOf(path: string): string[] {
  const whole = path.normalize('NFC').replace(/^\/+/, '')
  const [, below] = /(?:^|\/)uploads\/(.+)$/.exec(whole) ?? []
  const [dated] = /\d{4}\/\d\d\/[^/]+$/.exec(whole) ?? []
  return [...new Set([whole, ...(below ? [below] : []), ...(dated ? [dated] : [])])]
}
