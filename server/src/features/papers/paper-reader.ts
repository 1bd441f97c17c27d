import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import { promisify } from 'node:util'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import type { ReadPage } from '@bidyaloy/shared/lib/ocr/read-page'
import { MAX_PAGE_TEXT, MAX_READ_PAGES } from '@bidyaloy/shared/papers/entry-text'
import { ConfigError } from '../../config.ts'
import type { StoredFile } from '../../db/entities.ts'
import type { ReadJob } from '../../lib/ocr/read-page.ts'
import type { OfficeJob } from '../../lib/office/read-office.ts'
import { createWorkerPool, failureOf } from '../../lib/worker-pool.ts'
import { fileName } from '../../storage/file-names.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { paperTurns } from '../../storage/page-pictures.ts'
import { isOffice } from './paper-queries.ts'

/** Reading the page crashed, took too long or needed too much memory. */
type ReadFault = 'unreadable'

/** Reads pages of stored files. */
export interface PaperReader {
  /**
   * Reads a page.
   * @param page from 1
   * @returns null if it cannot be read
   * @throws Error if reading fails for other reasons; StorageUnavailable
   */
  read(file: StoredFile, page: number): Promise<ReadPage | null>
  /** Aborts the current reading, which then ends as if the page could not be read. */
  close(): void
}

/** Pages take five seconds of CPU; of time far more where others need the processor. */
const CPU_MS = MINUTE_MS
const TIMEOUT_MS = 15 * MINUTE_MS
const MEMORY_MB = 400
const OFFICE_LIMITS = { maxText: MAX_PAGE_TEXT, maxPages: MAX_READ_PAGES }
/** Office files are read in a process of their own, which needs neither pictures nor models. */
const OFFICE = {
  processes: 1,
  timeoutMs: 5 * MINUTE_MS,
  cpuMs: MINUTE_MS / 2,
  memoryMb: 256,
  isConfined: true,
}

interface PaperReaderOptions {
  files: FileStore
  /** Path of an installed Tesseract to be used instead of the built-in one. */
  tesseract?: string | undefined
}

/** Creates a reader with one worker process for Office files and one for others, of the lowest priority. */
export function createPaperReader({ files, tesseract }: PaperReaderOptions): PaperReader {
  const pool = createWorkerPool<ReadJob, ReadPage, ReadFault>({
    module: 'read-worker',
    processes: 1,
    timeoutMs: TIMEOUT_MS,
    cpuMs: CPU_MS,
    memoryMb: MEMORY_MB,
    turns: paperTurns,
    crashError: 'unreadable',
    ...(tesseract && { env: { TESSERACT: tesseract } }),
  })
  const officePool = createWorkerPool<OfficeJob, ReadPage, ReadFault>({
    module: 'office-worker',
    ...OFFICE,
    crashError: 'unreadable',
  })
  return {
    async read(file, page) {
      const { extension } = file
      const result = await files.use(file.folder, fileName(file), (source) =>
        isOffice(file)
          ? fs
              .readFile(source)
              .then((bytes) => officePool.run({ bytes, extension, page, ...OFFICE_LIMITS }))
          : pool.run({ file: source, extension, page }),
      )
      if ('failed' in result) throw failureOf(result)
      return 'made' in result ? result.made : null
    },
    close() {
      pool.close()
      officePool.close()
    },
  }
}

/**
 * Asserts that a program is a Tesseract with the data that papers need.
 * @throws ConfigError
 */
export async function assertTesseract(program: string): Promise<void> {
  if (process.platform === 'win32') {
    throw new ConfigError('TESSERACT: cannot be bounded on Windows; leave it out')
  }
  const { stdout } = await promisify(execFile)(program, ['--list-langs']).catch(() => {
    throw new ConfigError(`TESSERACT: ${program} does not run`)
  })
  const languages = stdout.split('\n')
  const missing = ['ben', 'eng'].find((language) => !languages.includes(language))
  if (missing) throw new ConfigError(`TESSERACT: ${program} lacks the language ${missing}`)
}
