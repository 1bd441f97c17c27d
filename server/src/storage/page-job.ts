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
