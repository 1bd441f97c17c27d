import fs from 'node:fs/promises'
import path from 'node:path'
import { MAX_PAGE_IMAGES } from '@bidyaloy/shared/collections/entry'
import type { DataFolder } from '../data-folder.ts'
import type { StoredFile } from '../db/entities.ts'
import { atomicMove } from './atomic-move.ts'
import { directoryOf, fileName, pageNames } from './file-names.ts'
import { createWorkerPool, failureOf } from './worker-pool.ts'

/** What is asked of the page process. */
export interface PageJob {
  /** Path of the kept PDF. */
  file: string
  /** Counted from 1. */
  page: number
  /** Folder and stem of the files to write: `<stem>-p<page>-<width>.webp`. */
  directory: string
  stem: string
}

/** A page as it was drawn. */
export interface MadePage {
  /** How many pages the document has in all. */
  pageCount: number
  /** The written copies in pixels, smallest first. */
  copies: { width: number; height: number }[]
}

/** Damaged, locked by a password, without such a page, or too much for the time limit. */
export type PageFault = 'undrawable'

/** What is known of a PDF once its first pages are drawn. */
export type PagePreviews = Required<Pick<StoredFile, 'pages' | 'pageCount'>>

/** Draws the first pages of kept PDFs. */
export interface PagePictures {
  /**
   * Draws and keeps what can be drawn, up to the first page that cannot; none where already the
   * first cannot.
   * @throws where the drawing itself fails, such as for want of room
   */
  draw(file: StoredFile): Promise<PagePreviews>
  /** Removes what `draw` has kept. */
  remove(file: StoredFile, drawn: PagePreviews): Promise<void>
  /** Breaks off what is being drawn; `draw` then ends as if the page could not be drawn. */
  close(): void
}

interface PagePicturesOptions {
  folder: DataFolder
  /** Milliseconds for one page. */
  longest?: number
}

const LONGEST_MS = 10_000

/** One process draws, one document after the other. */
export function createPagePictures({
  folder,
  longest = LONGEST_MS,
}: PagePicturesOptions): PagePictures {
  const pool = createWorkerPool<PageJob, MadePage, PageFault>({
    ...{ beside: import.meta.url, module: 'page-worker', processes: 1, timeoutMs: longest },
    crashError: 'undrawable',
  })

  const drawInto = async (directory: string, file: StoredFile): Promise<PagePreviews> => {
    const pages: PagePreviews['pages'] = []
    let pageCount = 0
    const source = path.join(directoryOf(folder, file.folder), fileName(file))
    for (let page = 1; page === 1 || page <= Math.min(pageCount, MAX_PAGE_IMAGES); page += 1) {
      const answer = await pool.run({ file: source, page, directory, stem: file.stem })
      if ('failed' in answer) throw failureOf(answer)
      if ('fault' in answer) break
      pageCount = answer.made.pageCount
      pages.push(answer.made.copies)
    }
    return { pages, pageCount }
  }

  return {
    async draw(file) {
      const directory = path.join(folder.drawing, file.stem)
      await fs.rm(directory, { recursive: true, force: true })
      await fs.mkdir(directory, { mode: 0o700 })
      try {
        const drawn = await drawInto(directory, file)
        const parts = pageNames({ ...file, ...drawn }).map((to) => ({
          from: path.join(directory, to),
          to,
        }))
        await atomicMove(directoryOf(folder, file.folder), parts)
        return drawn
      } finally {
        await fs.rm(directory, { recursive: true, force: true })
      }
    },
    async remove(file, drawn) {
      const directory = directoryOf(folder, file.folder)
      for (const name of pageNames({ ...file, ...drawn })) {
        await fs.rm(path.join(directory, name), { force: true })
      }
    },
    close: () => pool.close(),
  }
}
