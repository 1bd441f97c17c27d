import { useEffect, useRef, useState } from 'react'
import { freshKey } from '../api/idempotency-key.ts'
import {
  forgetPaper,
  NO_PAPER,
  newPage,
  type Paper,
  type PaperPage,
  readPaper,
  storePaper,
} from './paper-store.ts'

/** Pages of one document at most. */
export const MAX_PAGES = 30

/** Returns what a form sends of a paper: its PDF, and the photos if they are wanted. */
export function filesOfPaper({ file, isDone, withOriginals, pages }: Paper): File[] {
  if (!file || !isDone) return []
  return [file, ...(withOriginals ? pages.map(({ photo }) => photo) : [])]
}

/** Whether a file is the document of a paper; after a reload it is another object. */
export function isOfPaper({ file }: Paper, other: File): boolean {
  if (file === null) return false
  const { name, size, lastModified } = other
  return file.name === name && file.size === size && file.lastModified === lastModified
}

export type PaperDraft = ReturnType<typeof usePaperDraft>

/**
 * The photos that become one document of a form. They are stored in the browser until the form
 * forgets them.
 * @param name of the form
 */
export function usePaperDraft(name: string) {
  const [paper, setPaper] = useState(NO_PAPER)
  const [isRead, setRead] = useState(false)
  const stored = useRef(NO_PAPER)
  useEffect(() => {
    let isCurrent = true
    readPaper(name).then((found) => {
      if (!isCurrent) return
      stored.current = found
      // Photos may have been taken meanwhile.
      setPaper((present) =>
        present.pages.length === 0
          ? found
          : { ...present, pages: [...found.pages, ...present.pages] },
      )
      setRead(true)
    })
    return () => {
      isCurrent = false
    }
  }, [name])
  useEffect(() => {
    if (!isRead || paper === stored.current) return
    storePaper(name, paper, stored.current)
    stored.current = paper
  }, [name, isRead, paper])
  return {
    paper,
    /** Adds photos as pages. Returns the first page, and how many found no room. */
    add: (photos: readonly File[]) => {
      const room = Math.max(0, MAX_PAGES - paper.pages.length)
      const added = photos.slice(0, room).map((photo) => newPage(freshKey(), photo))
      setPaper((before) => ({ ...before, pages: [...before.pages, ...added], isDone: false }))
      return { first: added[0]?.id, left: photos.length - added.length }
    },
    /** Changes the pages by the user's command. */
    arrange: (pages: readonly PaperPage[]) =>
      setPaper((before) => ({ ...before, pages, isDone: false })),
    /** Notes what was found or made of a page, unless it is another by now. */
    note: (page: PaperPage, result: Partial<PaperPage>) =>
      setPaper((before) => ({
        ...before,
        pages: before.pages.map((one) => (one === page ? { ...one, ...result } : one)),
      })),
    setOriginals: (withOriginals: boolean) =>
      setPaper((before) => ({ ...before, withOriginals, isDone: false })),
    /** Notes the document that was made of the pages. */
    finish: (file: File) => setPaper((before) => ({ ...before, file, isDone: true })),
    forget: () => {
      setPaper(NO_PAPER)
      // The form may be gone before the next effect.
      forgetPaper(name)
    },
    /** Whether there are pages that are not among the form's files. */
    isOpen: (files: readonly File[]) =>
      paper.pages.length > 0 && !(paper.isDone && files.some((file) => isOfPaper(paper, file))),
  }
}
