import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { MAX_PAGE_IMAGES } from '@bidyaloy/shared/collections/entry'
import { MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import type { WordBox } from '@bidyaloy/shared/lib/ocr/read-page'
import pLimit from 'p-limit'
import type { DataFolder } from '../data-folder.ts'
import type { PageCopy, StoredFile } from '../db/entities.ts'
import { createBoundedCache } from '../lib/bounded-cache.ts'
import { isNodeError } from '../lib/node-error.ts'
import { createWorkerPool, failureOf } from '../lib/worker-pool.ts'
import { machineMemoryMb, TWO_GB_MB } from '../machine-memory.ts'
import { fileName, pageNames } from './file-names.ts'
import type { FileStore } from './file-store.ts'

/** A job of the page worker. */
export interface PageJob {
  /** Path of the stored PDF. */
  file: string
  /** Counted from 1. */
  page: number
  /** Folder, stem and drawing of the output files, named by `pageName`. */
  directory: string
  stem: string
  drawing: number
}

/** A rendered page. */
export interface MadePage {
  /** Total number of pages in the document. */
  pageCount: number
  /** The written copies in pixels, smallest first. */
  resized: PageCopy[]
  /** The part of the page that they show; null: all. */
  part: WordBox | null
}

/** Version of the rendering. Pages of earlier ones are rendered again. 2: without empty margins. */
export const DRAWING = 2

/**
 * `undrawable`: the PDF is damaged or encrypted, or the page does not exist. `exhausted`: rendering
 * crashed, or took too much memory or CPU time.
 */
export type PageFault = 'undrawable' | 'exhausted'

/** Fields of a stored PDF that are known after rendering. */
export type PagePreviews = Required<Pick<StoredFile, 'pages' | 'parts' | 'pageCount' | 'drawing'>>

/** Pages up to the first one that failed, and why it did. */
export interface Rendered {
  previews: PagePreviews
  fault?: { fault: PageFault; message: string }
}

/** Renders the first pages of stored PDFs. */
export interface PagePictures {
  /**
   * Renders and stores the pages up to the first one that fails.
   * @throws Error if rendering fails for other reasons, such as ENOSPC or `LATE`; StorageUnavailable
   */
  render(file: StoredFile): Promise<Rendered>
  /** Removes the pictures of a file's pages, except those of these names. */
  remove(file: StoredFile, kept?: ReadonlySet<string>): Promise<void>
  /** Aborts the current rendering; `render` then ends as if the page failed. */
  close(): void
}

/** An ordinary page takes less than one second of CPU, on an old machine a few. */
const CPU_MS = 20_000
const TIMEOUT_MS = 10 * MINUTE_MS

/** Pages, scans of 600 dpi too, take less than 200 MB. */
const MEMORY = { minMb: 256, maxMb: 512, share: 0.3 }

/** Documents whose pages are copied for others with the same bytes, such as a form that is given again. */
const MOST_REMEMBERED = 50

/** On a small machine, pages are not rendered while another is read. */
export const paperTurns = pLimit(machineMemoryMb() < TWO_GB_MB ? 1 : 2)

/**
 * Creates a renderer with one worker process, which renders one document after the other.
 * @param timeoutMs time-out for one page, in milliseconds
 * @param machineMb memory of the machine, of which the process may take a share, in MB
 */
export function createPagePictures({
  folder,
  files,
  timeoutMs = TIMEOUT_MS,
  machineMb = machineMemoryMb(),
}: {
  folder: DataFolder
  files: FileStore
  timeoutMs?: number
  machineMb?: number
}): PagePictures {
  const pool = createWorkerPool<PageJob, MadePage, PageFault>({
    module: 'page-worker',
    processes: 1,
    timeoutMs,
    cpuMs: CPU_MS,
    memoryMb: Math.round(Math.min(MEMORY.maxMb, Math.max(MEMORY.minMb, MEMORY.share * machineMb))),
    turns: paperTurns,
    school: folder.root,
    may: { addons: true, read: [folder.uploads, folder.galleryUploads], write: [folder.drawing] },
    crashError: 'exhausted',
  })

  /** @param source path of the PDF */
  const renderInto = async (
    directory: string,
    { stem }: StoredFile,
    source: string,
  ): Promise<Rendered> => {
    const previews: PagePreviews = { pages: [], parts: [], pageCount: 0, drawing: DRAWING }
    const { pages, parts } = previews
    for (
      let page = 1;
      page === 1 || page <= Math.min(previews.pageCount, MAX_PAGE_IMAGES);
      page += 1
    ) {
      const result = await pool.run({ file: source, page, directory, stem, drawing: DRAWING })
      if ('failed' in result) throw failureOf(result)
      if ('fault' in result) return { previews, fault: result }
      previews.pageCount = result.made.pageCount
      pages.push(result.made.resized)
      parts.push(result.made.part)
    }
    return { previews }
  }

  const remembered = createBoundedCache<string, StoredFile>(MOST_REMEMBERED)

  /** Copies the pages of another document. Returns null if they have been removed meanwhile. */
  const copyInto = async (
    directory: string,
    { stem }: StoredFile,
    other: StoredFile,
  ): Promise<Rendered | null> => {
    const { pages = [], parts = [], pageCount = 0 } = other
    try {
      for (const name of pageNames(other)) {
        const to = path.join(directory, stem + name.slice(other.stem.length))
        await files.use(other.folder, name, (from) => fs.copyFile(from, to))
      }
    } catch (error) {
      if (isNodeError(error, 'ENOENT')) return null
      throw error
    }
    return { previews: { pages, parts, pageCount, drawing: DRAWING } }
  }

  const renderOnce = async (directory: string, file: StoredFile, source: string) => {
    const hash = createHash('sha256')
      .update(await fs.readFile(source))
      .digest('hex')
    const other = remembered.get(hash)
    const isOther = other && other.stem !== file.stem
    const copied = isOther && (await copyInto(directory, file, other))
    const rendered = copied || (await renderInto(directory, file, source))
    if (!rendered.fault) remembered.set(hash, { ...file, ...rendered.previews })
    return rendered
  }

  return {
    async render(file) {
      const directory = path.join(folder.drawing, file.stem)
      await fs.rm(directory, { recursive: true, force: true })
      await fs.mkdir(directory, { mode: 0o700 })
      try {
        const rendered = await files.use(file.folder, fileName(file), (source) =>
          renderOnce(directory, file, source),
        )
        const parts = pageNames({ ...file, ...rendered.previews }).map((to) => ({
          from: path.join(directory, to),
          to,
        }))
        await files.put(file.folder, parts)
        return rendered
      } finally {
        await fs.rm(directory, { recursive: true, force: true })
      }
    },
    async remove(file, kept) {
      for (const name of pageNames(file)) {
        if (!kept?.has(name)) await files.remove(file.folder, name)
      }
    },
    close: () => pool.close(),
  }
}
