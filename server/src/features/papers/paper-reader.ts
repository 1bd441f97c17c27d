import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import { promisify } from 'node:util'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import type { ReadPage } from '@bidyaloy/shared/lib/ocr/read-page'
import { MAX_PAGE_TEXT, MAX_READ_PAGES } from '@bidyaloy/shared/papers/entry-text'
import { ConfigError } from '../../config.ts'
import type { DataFolder } from '../../data-folder.ts'
import type { StoredFile } from '../../db/entities.ts'
import type { ReadJob } from '../../lib/ocr/read-page.ts'
import { CONVERTED, convertOffice } from '../../lib/office/convert-office.ts'
import type { OfficeJob } from '../../lib/office/read-office.ts'
import { JobError } from '../../lib/worker-entry.ts'
import { createWorkerPool, failureOf, type JobResult } from '../../lib/worker-pool.ts'
import { fileName } from '../../storage/file-names.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { paperTurns } from '../../storage/page-pictures.ts'
import { isOffice } from './paper-queries.ts'

/** Reading the page crashed, took too long or needed too much memory. */
type ReadFault = 'unreadable'

/** Reads pages of stored files. */
export interface PaperReader {
  /** Whether it reads files of older versions of Office. */
  readonly readsOlderOffice: boolean
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
}

const UNREADABLE: JobResult<ReadPage, ReadFault> = {
  fault: 'unreadable',
  message: 'The file has no reader',
}

interface PaperReaderOptions {
  folder: Pick<DataFolder, 'root' | 'uploads' | 'galleryUploads'>
  files: FileStore
  /** Path of an installed Tesseract to be used instead of the built-in one. */
  tesseract?: string | undefined
  /** Path of the `soffice` of an installed LibreOffice, which converts files of older versions. */
  office?: string | undefined
}

/** Creates a reader with one worker process for Office files and one for others, of the lowest priority. */
export function createPaperReader({
  folder,
  files,
  tesseract,
  office,
}: PaperReaderOptions): PaperReader {
  const pool = createWorkerPool<ReadJob, ReadPage, ReadFault>({
    module: 'read-worker',
    processes: 1,
    timeoutMs: TIMEOUT_MS,
    cpuMs: CPU_MS,
    memoryMb: MEMORY_MB,
    turns: paperTurns,
    school: folder.root,
    may: {
      addons: true,
      read: [folder.uploads, folder.galleryUploads],
      ...(tesseract && { programs: true }),
    },
    crashError: 'unreadable',
    ...(tesseract && { env: { TESSERACT: tesseract } }),
  })
  const officePool = createWorkerPool<OfficeJob, ReadPage, ReadFault>({
    module: 'office-worker',
    ...OFFICE,
    school: folder.root,
    crashError: 'unreadable',
  })
  /** @throws JobError if the file cannot be converted; Error of the system */
  const readOfficeFile = async (source: string, extension: string, page: number) => {
    const newer = CONVERTED[extension]
    if (newer === undefined) {
      const bytes = await fs.readFile(source)
      return officePool.run({ bytes, extension, page, ...OFFICE_LIMITS })
    }
    if (office === undefined) return UNREADABLE
    try {
      const bytes = await convertOffice(office, source, extension)
      return await officePool.run({ bytes, extension: newer, page, ...OFFICE_LIMITS })
    } catch (error) {
      if (error instanceof JobError) return UNREADABLE
      throw error
    }
  }
  return {
    readsOlderOffice: office !== undefined,
    async read(file, page) {
      const { extension } = file
      const result = await files.use(file.folder, fileName(file), (source) =>
        isOffice(file)
          ? readOfficeFile(source, extension, page)
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

/**
 * Asserts that a program is the `soffice` of a LibreOffice.
 * @throws ConfigError
 */
export async function assertOffice(program: string): Promise<void> {
  if (process.platform === 'win32') {
    throw new ConfigError('OFFICE: cannot be bounded on Windows; leave it out')
  }
  const { stdout } = await promisify(execFile)(program, ['--version']).catch(() => {
    throw new ConfigError(`OFFICE: ${program} does not run`)
  })
  if (!/office/i.test(stdout)) throw new ConfigError(`OFFICE: ${program} is not LibreOffice`)
}
